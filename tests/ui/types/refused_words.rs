// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod borrowed_for_static {
    use rowkey::RowKey;
    use std::borrow::Cow;

    #[derive(RowKey)]
    struct Key {
        #[pad(8)]
        host: &'static str,
        #[rowkey(len(4))]
        kind: Cow<'static, [u8]>,
        // Not in the key.
        #[rowkey(skip)]
        seen: &'static str,
    }

    fn main() {
        let _ = Key::scan().host("a").plan();
    }
}

fn main() {}
