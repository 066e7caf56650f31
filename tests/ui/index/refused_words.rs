// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod cfg_of_a_key {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(#[cfg(test)] unique ByBuyer(buyer)))]
    struct Order {
        buyer: u64,
        seller: u64,
        #[reverse_ts]
        at: i64,
    }
}

mod field_twice {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(unique ByBuyer(buyer, at, buyer)))]
    struct Order {
        buyer: u64,
        seller: u64,
        #[reverse_ts]
        at: i64,
    }
}

mod fields_of_a_tuple_struct {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(unique ByBoth(0.1), unique ByThird(2)))]
    struct Order(u64, u64);
}

mod key_without_fields {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(ByBuyer, BySeller))]
    struct Order {
        buyer: u64,
        seller: u64,
        #[reverse_ts]
        at: i64,
    }
}

mod methods_of_a_skipped_field {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(unique ByHost(host, filter_host)))]
    struct Order {
        host: u64,
        #[rowkey(skip)]
        filter_host: u64,
    }
}

mod mistakes_of_all_kinds {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(unique ByA(a, a), unique ByB(b; salt(buckets = 1, of(a))), unique ByA(b), unique ByC(c; desc)))]
    struct Key {
        a: u64,
        b: u64,
    }
}

mod named_like_a_scan {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(unique OrderScan(buyer)))]
    struct Order {
        buyer: u64,
        seller: u64,
        #[reverse_ts]
        at: i64,
    }
}

mod named_like_the_struct {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(unique Order(buyer)))]
    struct Order {
        buyer: u64,
        seller: u64,
        #[reverse_ts]
        at: i64,
    }
}

mod no_field {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(unique ByBuyer(), unique BySeller(; prefix = "s")))]
    struct Order {
        buyer: u64,
        seller: u64,
        #[reverse_ts]
        at: i64,
    }
}

mod no_name {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index("by_buyer", struct(at)))]
    struct Order {
        buyer: u64,
        seller: u64,
        #[reverse_ts]
        at: i64,
    }
}

mod on_a_field {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Order {
        #[rowkey(index(unique ByBuyer(buyer)))]
        buyer: u64,
    }
}

mod one_name_twice {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(unique ByBuyer(buyer), unique ByBuyer(buyer, at)))]
    struct Order {
        buyer: u64,
        seller: u64,
        #[reverse_ts]
        at: i64,
    }
}

// Two rows would have the same key.
mod key_of_several_rows {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(ByPhone(phone)))]
    struct User {
        id: u64,
        #[rowkey(skip)]
        phone: u64,
    }
}

mod keys_of_several_rows {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(
        ByEmail(email),
        ByDay(element(at.div(86_400_000), bytes(4)), email, at),
        #[derive(Debug)] ByTime(at, email),
        unique ByNumber(number),
    ))]
    struct User {
        number: u64,
        at: i64,
        #[rowkey(skip)]
        note: String,
        #[rowkey(pad(20))]
        email: String,
    }
}

mod salt_of_a_field_that_is_not_in_it {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(unique ByBuyer(buyer, at; salt(buckets = 4, of(seller)))))]
    struct Order {
        buyer: u64,
        seller: u64,
        #[reverse_ts]
        at: i64,
    }
}

mod table_in_a_table {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(unique ByBuyer(buyer; index(ByAt(at)), crate = ::rowkey)))]
    struct Order {
        buyer: u64,
        seller: u64,
        #[reverse_ts]
        at: i64,
    }
}

mod twice {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(unique ByBuyer(buyer)), index(unique BySeller(seller)))]
    struct Order {
        buyer: u64,
        seller: u64,
        #[reverse_ts]
        at: i64,
    }
}

mod unknown_field {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(unique ByBuyer(byer, at), unique BySeller(vendor, when)))]
    struct Order {
        buyer: u64,
        seller: u64,
        #[reverse_ts]
        at: i64,
    }
}

mod unknown_item {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(unique ByBuyer(buyer; prefx = "b", tabel(ByAt(at)), foo)))]
    struct Order {
        buyer: u64,
        seller: u64,
        #[reverse_ts]
        at: i64,
    }
}

mod uses_after_a_wrong_item {
    use rowkey::{RowKey, one_of};

    #[derive(RowKey)]
    #[rowkey(index(unique ByBuyer(buyer, at), unique BySeller(seller; prefx = "s")))]
    struct Order {
        buyer: u64,
        #[rowkey(dsc)]
        seller: u64,
        at: i64,
    }

    fn main() {
        let order = Order { buyer: 1, seller: 2, at: 3 };
        let _ = ByBuyer::from(&order).encode().map(|key| ByBuyer::decode(key.as_ref()).map(|key| key.buyer));
        let _ = BySeller { seller: 2 }.key();
        let _ = ByBuyer::scan().buyer(1u64).at(5..).limit(1).plan();
        let _ = BySeller::scan().seller(one_of([1u64])).plan();
        println!("{} {:?}", BySeller::LAYOUT, ByBuyer::SPLIT_KEYS);
    }
}

mod without_parentheses {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(table)]
    struct Order {
        buyer: u64,
        seller: u64,
        #[reverse_ts]
        at: i64,
    }
}

mod item_beside_the_keys {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(ByBuyer(buyer, at), salt(buckets = 4)))]
    struct Sale {
        buyer: u64,
        at: i64,
    }
}

mod option_among_the_fields {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(ByBuyer(buyer, at, salt(buckets = 4, of(buyer))), ByTime(at, buyer, prefix = "t:")))]
    struct Sale {
        buyer: u64,
        at: i64,
    }
}

mod options_with_semicolons {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(ByBuyer(buyer, at; salt(buckets = 4, of(buyer)); answers(buyer, at in ..))))]
    struct Sale {
        buyer: u64,
        at: i64,
    }
}

mod order_of_a_field {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(ByBuyer(buyer, at desc)))]
    struct AfterIt {
        buyer: u64,
        at: i64,
    }

    #[derive(RowKey)]
    #[rowkey(index(BySeller(seller, desc(at))))]
    struct AroundIt {
        seller: u64,
        at: i64,
    }
}

mod part_of_a_field {
    use rowkey::RowKey;

    #[derive(Clone, RowKey)]
    struct Place {
        country: u16,
        city: u32,
    }

    #[derive(RowKey)]
    #[rowkey(index(ByCity(place.city, id)))]
    struct Shop {
        place: Place,
        id: u32,
    }

    #[derive(RowKey)]
    #[rowkey(index(ByMonth(at.year_month, id)))]
    struct Sale {
        #[rowkey(time(millis))]
        at: i64,
        id: u32,
    }
}

mod unique_as_an_option {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(ByEmail(email; unique)))]
    struct User {
        id: u64,
        #[rowkey(pad(40))]
        email: String,
    }
}

fn main() {}
