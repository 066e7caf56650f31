//! Secondary keys of a struct, where and how structs may stand.
#![deny(
    warnings,
    missing_docs,
    unreachable_pub,
    unused_qualifications,
    single_use_lifetimes,
    missing_debug_implementations
)]

use rowkey::{IndexOf, RowKey, SecondaryKey};

/// Quiet about docs, lints and attributes that are other derives'.
#[derive(RowKey, Debug, Clone)]
#[rowkey(index(
    #[derive(Debug)]
    unique ByAt(at, r#type),
    /// With words of its own.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[cfg_attr(any(), derive(NoSuchDerive))]
    unique ByType(r#type; salt(buckets = 4, of(r#type))),
))]
pub struct Event<'a> {
    /// When.
    pub at: u32,
    /// What.
    #[allow(clippy::struct_field_names)]
    pub r#type: u16,
    #[rowkey(terminated)]
    name: std::borrow::Cow<'a, str>,
}

/// Of record types.
#[derive(RowKey, Debug, Clone)]
#[rowkey(under(r#in), prefix = "k")]
pub enum Kind<'a> {
    /// With names.
    #[rowkey(tag = "n", index(
        /// Its docs.
        #[derive(Debug, PartialEq)]
        ByRaw(r#type, r#in, name; salt(buckets = 4, of(r#type))),
        #[derive(Debug)] unique ByIn(r#in),
    ))]
    Named {
        /// First.
        r#in: u8,
        /// What.
        r#type: u16,
        /// Who.
        #[rowkey(terminated)]
        name: std::borrow::Cow<'a, str>,
        /// Not in the key.
        #[rowkey(skip)]
        other: Option<&'a str>,
    },
    /// Without a lifetime.
    #[rowkey(tag = "u", index(#[derive(Debug)] ByTime(at, r#in)))]
    Counted {
        /// First.
        r#in: u8,
        /// When.
        at: u16,
    },
}

#[derive(RowKey, Debug)]
#[cfg_attr(all(), rowkey(index(#[derive(Debug)] unique ByB(b))))]
#[cfg_attr(any(), rowkey(index(NotThere(b))))]
pub(crate) struct Scoped {
    pub(crate) a: u8,
    #[cfg_attr(all(), rowkey(desc))]
    pub(self) b: u8,
}

#[allow(missing_debug_implementations)]
mod made {
    macro_rules! tables {
        ($vis:vis $name:ident { $($field:ident: $ty:ty),* } $($key:ident($($of:ident),*)),*) => {
            #[derive(rowkey::RowKey)]
            #[rowkey(index($($key($($of),*)),*))]
            $vis struct $name { $($vis $field: $ty,)* #[rowkey(skip)] $vis own: u8 }
        };
    }

    tables!(pub(super) Made { __of: u8, b: u16 } MadeByB(b, __of), MadeByOf(__of, b));
}

#[test]
fn compiles_and_runs() {
    #[derive(RowKey, Debug)]
    #[rowkey(index(#[derive(Debug)] unique Local2(b; prefix = "l", separator = "_")))]
    struct Local {
        #[rowkey(separator = "|")]
        a: u8,
        b: u8,
    }
    let local = Local { a: 1, b: 2 };
    assert_eq!(Local2::from(&local).key(), *b"l\x02");
    assert_eq!(local.key(), *b"\x01|\x02");

    let kind = Kind::Named { r#in: 1, r#type: 2, name: "x".into(), other: Some("y") };
    let by_raw = ByRaw::of_row(&kind).expect("a named row");
    assert_eq!(by_raw, ByRaw { r#type: 2, r#in: 1, name: "x".into() });
    assert_eq!((by_raw.key()[0], &by_raw.key()[2..]), (b'k', &b"\0\x02\x01x\0\x01"[..]));
    assert!(matches!(by_raw.row(), Kind::Named { r#in: 1, r#type: 2, other: None, .. }));
    let counted = Kind::Counted { r#in: 1, at: 2 };
    assert!(ByIn::of_row(&counted).is_none() && ByIn::IS_UNIQUE);
    let by_time = ByTime::of_row(&counted).expect("a counted row");
    assert_eq!(by_time.key(), *b"k\0\x02\x01");
    assert!(matches!(by_time.row(), Kind::Counted { r#in: 1, at: 2 }));

    let event = Event { at: 1, r#type: 2, name: "x".into() };
    assert_eq!(ByAt::from(&event).key(), [0, 0, 0, 1, 0, 2]);
    assert_eq!(ByType::from(&event), ByType { r#type: 2 });
    assert_eq!(ByType::scan().r#type(2u16).plan().map(|plan| plan.ranges().len()), Ok(1));
    assert_eq!(ByB::from(&Scoped { a: 1, b: 2 }).key(), [!2]);
    let made = made::Made { __of: 1, b: 2, own: 3 };
    assert_eq!(made::MadeByB::from(&made).key(), [0, 2, 1]);
    assert_eq!(made::MadeByOf::from(&made).key(), [1, 0, 2]);
    assert_eq!((made.own, event.name.len()), (3, 1));
}

rowkey::laws!(Scoped);
