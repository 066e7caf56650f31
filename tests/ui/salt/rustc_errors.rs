// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod own_function_of_another_signature {
    use rowkey::RowKey;

    fn pick(bytes: &[u8]) -> u32 {
        u32::from(bytes[0])
    }

    #[derive(RowKey)]
    struct Key {
        #[salt(with = pick, buckets = 6)]
        phone: u64,
    }
}

fn main() {}
