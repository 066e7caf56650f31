//! C. The variants of a design guide: users and orders, hosts and events, salted, padded, reversed, turned.

use super::rows::{Row, Rows, same};
use rowkey::{KeyCode, RowKey};

/// `user`: ten digits, or eleven.
#[derive(RowKey, Debug, PartialEq)]
struct User {
    #[rowkey(chars("0-9"))]
    user: String,
}

/// `user_order`, as it was meant.
#[derive(RowKey, Debug, PartialEq)]
struct UserOrder {
    #[rowkey(len(10), chars("0-9"))]
    user: String,
    #[rowkey(len(16), chars("0-9"))]
    order: String,
}

/// `user_order` as it is: ids of 10 and of 11 digits stand there, so that the user is read from the back.
#[derive(RowKey, Debug, PartialEq)]
struct OldUserOrder {
    #[rowkey(chars("0-9"), allow(unordered))]
    user: String,
    #[rowkey(len(16), chars("0-9"))]
    order: String,
}

/// `user_order_long`: both as numbers.
#[derive(RowKey, Debug, PartialEq)]
struct UserOrderLong {
    user: u64,
    order: u64,
}

/// `md5_4`: the first four hex digits of the md5 of the user lead.
#[derive(RowKey, Debug, PartialEq)]
struct OrderMd5 {
    #[salt(md5, buckets = 65536, hex(4))]
    #[rowkey(len(10))]
    user: String,
    #[rowkey(len(16))]
    order: String,
}

#[derive(RowKey, Debug, PartialEq)]
struct OldOrderMd5 {
    #[salt(md5, buckets = 65536, hex(4))]
    #[rowkey(chars("0-9"), allow(unordered))]
    user: String,
    #[rowkey(len(16))]
    order: String,
}

/// `md5_4_long`: the digest is of the number's eight bytes.
#[derive(RowKey, Debug, PartialEq)]
struct OrderMd5Long {
    #[salt(md5, buckets = 65536, hex(4))]
    user: u64,
    order: u64,
}

/// `reverse`: the id from back to front, so that consecutive ids lie apart.
#[derive(RowKey, Debug, PartialEq)]
struct Reversed {
    #[rowkey(reverse_text, chars("0-9"))]
    user: String,
    #[rowkey(len(16))]
    order: String,
}

/// `random`: a suffix that nobody can compute. It spreads nothing, and a second write of an order is a second row.
#[derive(RowKey, Debug, PartialEq)]
struct Suffixed {
    #[rowkey(len(10))]
    user: String,
    #[rowkey(len(16))]
    order: String,
    #[rowkey(decimal)]
    random: u32,
}

/// `bucket_long`: the time modulo the number of buckets, as a long.
macro_rules! events {
    ($($name:ident $buckets:literal $text:ident $width:literal),*) => {$(
        #[derive(RowKey, Debug, PartialEq)]
        #[rowkey(salt(modulo, buckets = $buckets, of(ts), i64))]
        struct $name {
            #[rowkey(raw)]
            ts: i64,
            #[rowkey(len(5))]
            host: String,
            event: String,
        }

        #[derive(RowKey, Debug, PartialEq)]
        #[rowkey(salt(modulo, buckets = $buckets, of(ts), digits($width)))]
        struct $text {
            #[rowkey(decimal)]
            ts: i64,
            #[rowkey(len(5))]
            host: String,
            #[rowkey(len(5))]
            event: String,
        }
    )*};
}

events!(Event8 8 EventText8 1, Event10 10 EventText10 1, Event100 100 EventText100 2);

/// `bucket_long` where Java's `%` kept the sign: the label is a field.
#[derive(RowKey, Debug, PartialEq)]
struct LabelledEvent {
    #[rowkey(raw)]
    label: i64,
    #[rowkey(raw)]
    ts: i64,
    #[rowkey(len(5))]
    host: String,
    event: String,
}

/// `bucket_text` where the label has one digit or two, or a sign: where it ends, no one can tell, so it and the time
/// are one text.
#[derive(RowKey, Debug, PartialEq)]
struct LabelledEventText {
    #[rowkey(chars("-0-9"), allow(unordered))]
    label_and_ts: String,
    #[rowkey(len(5))]
    host: String,
    #[rowkey(len(5))]
    event: String,
}

/// `long_for_text` and `int_for_text`: eight or four bytes for ten digits.
#[derive(RowKey, Debug, PartialEq)]
struct Long {
    #[rowkey(raw)]
    number: i64,
}

#[derive(RowKey, Debug, PartialEq)]
struct Int {
    #[rowkey(raw)]
    number: i32,
}

/// `code_for_name`
#[derive(KeyCode, Debug, PartialEq)]
enum Shop {
    #[code("tb")]
    淘宝,
}

#[derive(RowKey, Debug, PartialEq)]
struct Coded {
    shop: Shop,
}

/// `rpad_x20`: padded with a letter.
#[derive(RowKey, Debug, PartialEq)]
struct PaddedWithX {
    #[rowkey(pad(20, with = b'x'), allow(unordered))]
    first: String,
    second: String,
}

/// `delim`
#[derive(RowKey, Debug, PartialEq)]
#[rowkey(separator = "_")]
struct Delimited {
    #[rowkey(chars("^_"), allow(unordered))]
    first: String,
    second: String,
}

/// `reverse_ts`, for which the better table pads host and event: `#[pad(20)]`, `#[pad(16)]`.
#[derive(RowKey, Debug, PartialEq)]
struct Newest {
    #[rowkey(len(5))]
    host: String,
    #[rowkey(len(5))]
    event: String,
    #[reverse_ts]
    ts: i64,
}

/// `reverse_ts_text`: `Long.MAX_VALUE - ts` as text, sign and all.
#[derive(RowKey, Debug, PartialEq)]
struct NewestText {
    #[rowkey(len(5))]
    host: String,
    #[rowkey(len(5))]
    event: String,
    #[reverse_ts]
    #[rowkey(decimal)]
    ts: i64,
}

/// `buyer`, `seller`, `order`: three tables of one domain struct.
#[derive(RowKey, Debug, PartialEq)]
#[rowkey(index(
    #[derive(Debug, PartialEq)] unique ByBuyer(buyer, ts, order),
    #[derive(Debug, PartialEq)] unique BySeller(seller, ts, order),
    #[derive(Debug, PartialEq)] unique ByOrder(order)
))]
struct Order {
    #[rowkey(len(10))]
    buyer: String,
    #[rowkey(len(10))]
    seller: String,
    ts: u64,
    #[rowkey(len(16))]
    order: String,
    #[rowkey(skip)]
    cents: u64,
}

/// `buyer_text`, `seller_text`: the time as thirteen digits.
#[derive(RowKey, Debug, PartialEq)]
#[rowkey(index(
    #[derive(Debug, PartialEq)] unique ByBuyerText(buyer, ts, order),
    #[derive(Debug, PartialEq)] unique BySellerText(seller, ts, order)
))]
struct OrderText {
    #[rowkey(len(10))]
    buyer: String,
    #[rowkey(len(10))]
    seller: String,
    #[rowkey(digits(13))]
    ts: u64,
    #[rowkey(len(16))]
    order: String,
}

/// The order of a row, as far as the row names it.
fn order(row: &Row) -> Order {
    let given = |name: &str| {
        let mut inputs = row.text("inputs").split(';').filter_map(|input| input.split_once('='));
        inputs.find(|(input, _)| *input == name).map(|(_, value)| value.to_owned())
    };
    Order {
        buyer: given("buyer").unwrap_or_default(),
        seller: given("seller").unwrap_or_default(),
        ts: given("timestamp").map_or(0, |ts| ts.parse().unwrap()),
        order: given("order").unwrap_or_default(),
        cents: 100,
    }
}

fn order_text(row: &Row) -> OrderText {
    let Order { buyer, seller, ts, order, .. } = order(row);
    OrderText { buyer, seller, ts, order }
}

fn event(row: &Row, key: &[u8]) -> Result<(), String> {
    let (ts, host, event) = (input(row, "timestamp"), row.input("hostname").into(), row.input("event").into());
    let bucket = input(row, "bucket");
    if bucket < 0 {
        same(LabelledEvent { label: bucket, ts, host, event }, key)?;
        return Err(format!("bucket {bucket} is a field, no salt writes it"));
    }
    match row.input("buckets") {
        "8" => same(Event8 { ts, host, event }, key),
        "10" => same(Event10 { ts, host, event }, key),
        "100" => same(Event100 { ts, host, event }, key),
        other => panic!("{other}"),
    }
}

fn event_text(row: &Row, key: &[u8]) -> Result<(), String> {
    let (ts, host, event) =
        (input(row, "timestamp"), String::from(row.input("hostname")), String::from(row.input("event")));
    let bucket: i64 = input(row, "bucket");
    let labelled =
        LabelledEventText { label_and_ts: format!("{bucket}{ts}"), host: host.clone(), event: event.clone() };
    same(labelled, key)?;
    match row.input("buckets") {
        _ if bucket < 0 => Err(format!("bucket {bucket} is part of a text, no salt writes it")),
        "8" => same(EventText8 { ts, host, event }, key),
        "10" => same(EventText10 { ts, host, event }, key),
        // The same bucket in two digits is another row.
        "100" if bucket < 10 => {
            assert_ne!(EventText100 { ts, host, event }.encode().unwrap(), key);
            Err(format!("bucket {bucket} of 100 stands in one digit, and the label has two"))
        }
        "100" => same(EventText100 { ts, host, event }, key),
        other => panic!("{other}"),
    }
}

#[track_caller]
fn input<T: std::str::FromStr<Err: std::fmt::Debug>>(row: &Row, name: &str) -> T {
    row.input(name).parse().unwrap()
}

fn check(row: &Row) -> Result<(), String> {
    let key = row.bytes("key_hex");
    let user = || String::from(row.input("userid"));
    let order_id = || String::from(row.input("orderid"));
    match row.text("variant") {
        "user" => same(User { user: user() }, &key),
        "user_order" => {
            if user().len() == 10 {
                same(UserOrder { user: user(), order: order_id() }, &key)?;
            }
            same(OldUserOrder { user: user(), order: order_id() }, &key)
        }
        "user_order_long" => same(UserOrderLong { user: input(row, "userid"), order: input(row, "orderid") }, &key),
        "md5_4" => {
            if user().len() == 10 {
                same(OrderMd5 { user: user(), order: order_id() }, &key)?;
            }
            same(OldOrderMd5 { user: user(), order: order_id() }, &key)
        }
        "md5_4_long" => same(OrderMd5Long { user: input(row, "userid"), order: input(row, "orderid") }, &key),
        "reverse" => same(Reversed { user: user(), order: order_id() }, &key),
        "random" => same(Suffixed { user: user(), order: order_id(), random: input(row, "random") }, &key),
        "bucket_long" => event(row, &key),
        "bucket_text" => event_text(row, &key),
        "long_for_text" => same(Long { number: input(row, "text") }, &key),
        "int_for_text" => same(Int { number: input(row, "text") }, &key),
        "code_for_name" => same(Coded { shop: Shop::淘宝 }, &key),
        "rpad_x20" => {
            same(PaddedWithX { first: row.input("colume1").into(), second: row.input("colume2").into() }, &key)
        }
        "delim" => same(Delimited { first: row.input("colume1").into(), second: row.input("colume2").into() }, &key),
        "reverse_ts" => {
            let (host, event) = (row.input("hostname").into(), row.input("event").into());
            same(Newest { host, event, ts: input(row, "timestamp") }, &key)
        }
        "reverse_ts_text" => {
            let (host, event) = (row.input("hostname").into(), row.input("event").into());
            same(NewestText { host, event, ts: input(row, "timestamp") }, &key)
        }
        "buyer" => same(ByBuyer::from(&order(row)), &key),
        "seller" => same(BySeller::from(&order(row)), &key),
        "order" => same(ByOrder::from(&order(row)), &key),
        "buyer_text" => same(ByBuyerText::from(&order_text(row)), &key),
        "seller_text" => same(BySellerText::from(&order_text(row)), &key),
        other => panic!("{other}"),
    }
}

#[test]
fn keys() {
    let mut expected = Vec::new();
    let mut refuse = |ids: &[u32], why: &str| expected.extend(ids.iter().map(|id| format!("s2k{id:03}: {why}")));
    for (bucket, field, text) in
        [(-1, &[97, 98, 99][..], &[133, 134, 135][..]), (-7, &[100, 102], &[136, 137, 138]), (-8, &[108], &[144])]
    {
        refuse(field, &format!("bucket {bucket} is a field, no salt writes it"));
        refuse(text, &format!("bucket {bucket} is part of a text, no salt writes it"));
    }
    for (bucket, ids) in [(0, &[111, 123, 126, 129][..]), (1, &[114]), (7, &[141])] {
        refuse(ids, &format!("bucket {bucket} of 100 stands in one digit, and the label has two"));
    }
    refuse(
        &[163],
        "`PaddedWithX.first` cannot be written: the value ends with the pad byte 0x78 ('x'), which `decode` would strip",
    );
    expected.sort();
    Rows::read("c_guide_keys").check(check).are(&expected.iter().map(String::as_str).collect::<Vec<_>>());
}

rowkey::laws!(
    User,
    UserOrder,
    OldUserOrder,
    UserOrderLong,
    OrderMd5,
    OldOrderMd5,
    OrderMd5Long,
    Reversed,
    Suffixed,
    LabelledEvent,
    LabelledEventText,
    Long,
    Int,
    Coded,
    PaddedWithX,
    Delimited,
    Newest,
    NewestText,
    Order,
    OrderText
);
