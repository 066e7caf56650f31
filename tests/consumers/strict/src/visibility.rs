//! Every visibility, of structs, of fields, and of the types of fields.
#![allow(clippy::redundant_pub_crate, reason = "it is what is tried here")]

pub use outer::{Everybody, Mixed};

mod outer {
    use rowkey::{KeyCode, RowKey};

    /// For everybody, with fields for few, of types for fewer.
    #[derive(RowKey, Debug, Clone, Copy, PartialEq, Eq)]
    #[rowkey(index(#[derive(Debug, Clone, Copy, PartialEq, Eq)] unique BySide(hidden, side)))]
    pub struct Mixed {
        /// For everybody.
        pub id: u64,
        pub(crate) crate_wide: u8,
        pub(super) one_up: u8,
        pub(in crate::visibility) somewhere: u8,
        side: Side,
        hidden: Hidden,
    }

    #[derive(KeyCode, Debug, Clone, Copy, PartialEq, Eq)]
    enum Side {
        #[code(b"\x01")]
        Left,
        #[code(b"\x02")]
        Right,
    }

    #[derive(RowKey, Debug, Clone, Copy, PartialEq, Eq)]
    struct Hidden(u8, pub u8);

    /// For everybody.
    #[derive(RowKey, Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Everybody(pub u32);

    #[derive(RowKey, Debug, Clone, Copy, PartialEq, Eq)]
    pub(super) struct OneUp {
        pub(super) id: u32,
    }

    #[derive(RowKey, Debug, Clone, Copy, PartialEq, Eq)]
    pub(crate) struct CrateWide {
        pub(crate) id: u32,
    }

    #[derive(RowKey, Debug, Clone, Copy, PartialEq, Eq)]
    pub(in crate::visibility) struct Somewhere {
        pub(in crate::visibility) id: u32,
    }

    impl Mixed {
        /// One of each.
        #[must_use]
        pub const fn new(id: u64) -> Self {
            Self { id, crate_wide: 1, one_up: 2, somewhere: 3, side: Side::Right, hidden: Hidden(4, 5) }
        }

        #[cfg(test)]
        pub(super) fn by_side(&self) -> impl RowKey + use<> {
            assert!(self.side == Side::Left || self.side == Side::Right);
            BySide::from(self)
        }
    }
}

/// The scans of keys that this module alone sees.
#[must_use]
pub fn ranges() -> usize {
    use rowkey::RowKey;

    let one_up = outer::OneUp { id: 1 };
    let crate_wide = outer::CrateWide { id: one_up.id };
    let somewhere = outer::Somewhere { id: crate_wide.id };
    let plans = [
        outer::OneUp::scan().id(somewhere.id).plan().map(rowkey::Plan::into_untyped),
        outer::CrateWide::scan().id(1).plan().map(rowkey::Plan::into_untyped),
        outer::Somewhere::scan().id(..).plan().map(rowkey::Plan::into_untyped),
    ];
    plans.into_iter().flatten().map(|plan| plan.ranges().len()).sum()
}

#[test]
fn keys_come_back() {
    use rowkey::RowKey;

    let mixed = Mixed::new(7);
    let key: [u8; 14] = mixed.key();
    assert_eq!(key, [0, 0, 0, 0, 0, 0, 0, 7, 1, 2, 3, 2, 4, 5]);
    assert_eq!(Mixed::decode(&key), Ok(mixed));
    assert_eq!(mixed.by_side().encode().ok().unwrap().as_ref(), [4, 5, 2]);
    assert_eq!(
        Mixed::scan().id(7u64).crate_wide(mixed.crate_wide).one_up(2).somewhere(3).plan().unwrap().ranges().len(),
        1
    );
    assert_eq!(Everybody(1).key(), [0, 0, 0, 1]);
    assert_eq!(ranges(), 3);
}
