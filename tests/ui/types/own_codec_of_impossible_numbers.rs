use rowkey::codec::{Codec, Piece};
use rowkey::language::Language;
use rowkey::{ElementError, RowKey, Sink};

struct Share;

impl<'k> Codec<'k, u16> for Share {
    const LANGUAGE: Language = Language::number(1, 0, 10_000);
    type Error = std::convert::Infallible;

    fn write<S: Sink>(value: &u16, out: &mut S) -> Result<(), Self::Error> {
        out.put(&value.to_be_bytes());
        Ok(())
    }

    fn read(element: Piece<'k, '_>) -> Result<u16, ElementError> {
        element.array().map(u16::from_be_bytes)
    }
}

#[derive(RowKey)]
struct Key {
    #[rowkey(with = Share)]
    share: u16,
    id: u64,
}

fn main() {
    let _ = Key { share: 1, id: 1 }.encode();
}
