use rowkey::{Layout, RowKey};

struct Call(u64);

impl RowKey for Call {
    type Bytes = [u8; 8];
    type EncodeError = std::convert::Infallible;
    type Decoded<'k> = Call;
    type Scan = ();
    const LAYOUT: &'static Layout = panic!();

    fn scan() {}
}

fn main() {}
