use rowkey::RowKey;

/// Writes structs: what is wrong in it is shown where it is called, too.
macro_rules! key {
    ($name:ident { $($field:ident: $ty:ty = $item:ident),* }, $buckets:expr) => {
        #[derive(RowKey)]
        #[rowkey(seperator = "_")]
        struct $name {
            $(#[rowkey($item)] $field: $ty,)*
            #[salt(buckets = $buckets)]
            id: u64,
        }
    };
}

key!(One { at: i64 = dsc, name: String = terminated }, 6);
key!(Two { at: i64 = desc }, 1);

fn main() {}
