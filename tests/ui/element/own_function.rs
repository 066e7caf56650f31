// Each module is one mistake.
#![allow(unused)]

mod another_width {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Row {
        kind: u8,
        #[rowkey(element(with = hash, of(id), bytes(16)))]
        id: u64,
    }

    fn hash(_: &[u8]) -> [u8; 32] {
        [0; 32]
    }
}

mod unknown {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Row {
        kind: u8,
        #[rowkey(element(with = other::hash, of(id), bytes(16)))]
        id: u64,
    }
}

fn main() {}
