use rowkey::RowKey;

// Every builder has a method `limit`, so `limit_` binds the field.
#[derive(RowKey)]
struct Key {
    plan: u64,
    limit: u32,
    limit_: u32,
}

fn main() {}
