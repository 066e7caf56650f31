//! Inside functions and macros, through `cfg_attr`, in several attributes, with lifetimes.

use rowkey::{KeyCode, RowKey};
use std::borrow::Cow;

const WIDTH: usize = 4;

/// Said in several attributes, some of them only here.
#[cfg_attr(all(), derive(RowKey))]
#[derive(Debug, Clone, PartialEq, Eq)]
#[rowkey()]
#[rowkey(separator = "\0")]
#[cfg_attr(all(), rowkey(split(regions = 2)))]
#[cfg_attr(any(), rowkey(no_such_item))]
pub struct Spread<'long, 'short> {
    /// In three attributes.
    #[rowkey(chars("^\0"))]
    #[cfg_attr(all(), rowkey(salt(buckets = 4)))]
    #[cfg_attr(any(), pad(4))]
    #[rowkey()]
    pub host: Cow<'long, str>,
    /// Its own bytes.
    #[pad({ WIDTH })]
    pub kind: &'short str,
    /// Somewhere else it is not even there.
    #[cfg(not(any()))]
    pub at: u32,
    /// Here it is not.
    #[cfg(any())]
    pub nothing: Missing,
}

/// What a macro puts together.
macro_rules! key {
    ($(#[$attr:meta])* $vis:vis $name:ident<$life:lifetime> { $($(#[$item:meta])* $field:ident: $ty:ty),* $(,)? } $buckets:expr) => {
        $(#[$attr])*
        #[derive(RowKey, Debug, Clone, PartialEq, Eq)]
        #[rowkey(salt(buckets = $buckets, of(..)))]
        $vis struct $name<$life> {
            $($(#[$item])* $field: $ty,)*
            #[rowkey(skip)]
            value: u8,
            /// To the end.
            pub rest: &$life str,
        }
    };
}

key! {
    /// Of a macro, with a field that is called like one of the macro's own, and is another.
    pub Macroed<'m> { #[rowkey(desc)] key: u16, #[rowkey(len(WIDTH))] out: String } 2 + 2
}

impl<'m> Macroed<'m> {
    /// One.
    #[must_use]
    pub const fn new(key: u16, out: String, rest: &'m str) -> Self {
        Self { key, out, value: 0, rest }
    }
}

/// The key of a struct inside a function.
#[must_use]
pub fn inside(id: u32) -> [u8; 5] {
    #[derive(RowKey)]
    struct Local {
        side: Side,
        id: u32,
    }

    #[derive(KeyCode)]
    enum Side {
        #[code(b"x")]
        Only,
    }

    Local { side: Side::Only, id }.key()
}

#[test]
fn keys_come_back() {
    let spread = Spread { host: "a".into(), kind: "b", at: 1 };
    let key = spread.encode().unwrap();
    assert_eq!(key[1..], *b"\0a\0b\0\0\0\0\0\0\0\x01");
    assert_eq!(Spread::decode(&key), Ok(spread));
    assert_eq!(Spread::SPLIT_KEYS, [[2]]);
    assert_eq!(Spread::scan().host("a").kind("b").at(..9).plan().unwrap().ranges().len(), 1);

    let macroed = Macroed::new(1, "four".into(), "rest");
    let key = macroed.encode().unwrap();
    assert_eq!(key[1..], *b"\xFF\xFEfourrest");
    assert_eq!(Macroed::decode(&key), Ok(macroed));

    assert_eq!(inside(7), *b"x\0\0\0\x07");
    let closure = || {
        #[derive(RowKey, Debug, PartialEq, Eq)]
        struct Local(u8);
        Local::decode(&[3])
    };
    assert_eq!(closure().unwrap().0, 3);
}
