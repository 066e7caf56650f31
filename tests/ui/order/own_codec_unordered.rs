use core::convert::Infallible;
use rowkey::codec::{Codec, Piece};
use rowkey::language::Language;
use rowkey::{ElementError, RowKey, Sink};

struct Backwards;

impl<'k> Codec<'k, u8> for Backwards {
    const LANGUAGE: Language = Language::number(1, 0, 255).unordered();
    type Error = Infallible;

    fn write<S: Sink>(value: &u8, out: &mut S) -> Result<(), Infallible> {
        out.put(&[value.reverse_bits()]);
        Ok(())
    }

    fn read(element: Piece<'k, '_>) -> Result<u8, ElementError> {
        Ok(element.array::<1>()?[0].reverse_bits())
    }
}

#[derive(RowKey)]
struct Key {
    #[rowkey(with = Backwards)]
    id: u8,
}

fn main() {}
