// The first of the two stands in the nested key, and is not said again of `Outer`; the second comes from the `desc` of the field.
use rowkey::RowKey;

#[derive(RowKey)]
struct Turned {
    at: i64,
    #[rowkey(desc)]
    name: String,
}

#[derive(RowKey)]
struct Outer {
    id: u64,
    turned: Turned,
}

#[derive(RowKey)]
struct Plain {
    at: i64,
    name: String,
}

#[derive(RowKey)]
struct TurnedOutside {
    id: u64,
    #[rowkey(desc)]
    plain: Plain,
}

fn main() {}
