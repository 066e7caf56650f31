// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod by_hand {
    use rowkey::{Layout, RowKey};

    #[derive(RowKey)]
    struct Id(u64);

    struct Call(u64);

    impl RowKey for Call {
        type Bytes = [u8; 8];
        type EncodeError = std::convert::Infallible;
        type Decoded<'k> = Call;
        type Scan<K> = IdScan<0, K>;
        const LAYOUT: &'static Layout = panic!();
    }
}

mod no_crate {
    use rowkey::RowKey;

    #[derive(RowKey)]
    #[rowkey(crate = ::row_keys)]
    struct Key {
        id: u64,
    }
}

mod reference_without_a_lifetime {
    use rowkey::RowKey;

    #[derive(RowKey)]
    struct Key {
        name: &str,
    }

    fn main() {
        let _ = Key::scan().name("a").plan();
    }
}

fn main() {}
