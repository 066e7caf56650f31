// Each module is one mistake, or several that belong together.
#![allow(unused)]

// A field that the struct's own key refuses is refused once; what only another order makes wrong names the key.
mod order_of_its_own {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(separator = "_")]
    #[rowkey(index(unique ByHost(host, at), unique ByAt(at, host), unique ById(host, id), unique Bare(host, at; separator = "|"), unique ByNote(note, id)))]
    struct Key {
        #[rowkey(chars("0-9a-z"))]
        host: String,
        at: u64,
        #[rowkey(hex(8))]
        id: u32,
        note: String,
    }
}

mod skipped_text_in_the_middle {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(unique ByNote(note, at), unique ByParts(at, note, buyer; separator = "_")))]
    struct Order {
        at: u64,
        #[rowkey(skip)]
        note: String,
        buyer: String,
    }
}

mod text_that_does_not_end {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(unique ByBuyer(buyer, seller), unique ByAt(at, buyer, seller)))]
    struct Order {
        at: u64,
        buyer: String,
        seller: u64,
    }
}

mod text_that_was_last {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(index(unique ByBuyer(buyer, at), unique ByNote(note, at)))]
    struct Order {
        at: u64,
        buyer: u32,
        note: String,
    }
}

fn main() {}
