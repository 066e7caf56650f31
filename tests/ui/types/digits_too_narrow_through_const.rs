use rowkey::RowKey;

const WIDTH: u8 = 4;
type Id = std::num::NonZeroU64;

#[derive(RowKey)]
struct Key {
    #[rowkey(HEX(WIDTH))]
    id: Id,
}

fn main() {}
