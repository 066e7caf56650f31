//! IP addresses, written as their octets.

use super::{Codec, Piece, show_as};
use crate::bytes::Sink;
use crate::error::ElementError;
use crate::language::Language;
use core::convert::Infallible;
use core::fmt;
use core::net::{Ipv4Addr, Ipv6Addr};

macro_rules! addresses {
    ($($address:ident $width:literal $greatest:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'k> Codec<'k> for $address {
            const TRUSTED: bool = true;
            const LANGUAGE: Language = Language::number($width, 0, $greatest);
            const NAME: &'static str = stringify!($address);
            type Error = Infallible;

            #[inline]
            fn write<S: Sink>(value: &$address, out: &mut S) -> Result<(), Infallible> {
                out.put(&value.octets());
                Ok(())
            }

            #[inline]
            fn read(element: Piece<'k, '_>) -> Result<$address, ElementError> {
                Ok($address::from(element.array::<$width>()?))
            }

            fn show(element: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
                show_as::<$address, $address>(element, f)
            }
        }
    )*};
}

addresses! {
    Ipv4Addr 4 u32::MAX as u128;
    Ipv6Addr 16 u128::MAX;
}
