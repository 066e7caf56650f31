//! Secondary keys of a struct, where and how structs may stand.
#![deny(
    warnings,
    missing_docs,
    unreachable_pub,
    unused_qualifications,
    single_use_lifetimes,
    missing_debug_implementations
)]

use rowkey::RowKey;

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
