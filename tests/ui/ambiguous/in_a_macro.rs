use rowkey::RowKey;

type Host = String;

macro_rules! key {
    ($name:ident { $($field:ident: $ty:ty),* } $buckets:expr) => {
        #[derive(RowKey)]
        struct $name {
            $($field: $ty,)*
            #[salt(xor, buckets = $buckets)]
            kind: u8,
            own: String,
            id: u64,
        }
    };
}

key!(Key { host: Host, at: i64 } 300);

fn main() {}
