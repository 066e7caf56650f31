//! Arbitrary values for missing fields. serde reads a whole row even if a query needs the value of one field.

use super::RowError;
use super::fields::{StructFields, inside};
use serde::de::value::{StrDeserializer, U32Deserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use std::cell::{Cell, RefCell};

/// Texts for types with a text form: numbers, dates, ids, addresses. Each type accepts at least one.
const TEXTS: [&str; 14] = [
    "a",
    "",
    "1",
    "1970-01-01T00:00:00Z",
    "1970-01-01T00:00:00",
    "1970-01-01",
    "00:00:00",
    "00000000-0000-0000-0000-000000000000",
    "127.0.0.1",
    "::1",
    "127.0.0.1:1",
    "PT1S",
    "http://a.example",
    "00",
];

/// The choice of a value for each position of a row. If a type rejects a value, the next one replaces it.
#[derive(Debug, Default)]
pub(super) struct Anything {
    /// The number of the value at each position, in the order of reading.
    chosen: RefCell<Vec<usize>>,
    next: Cell<usize>,
    /// The path to the current field.
    path: RefCell<String>,
    structs: RefCell<StructFields>,
}

impl Anything {
    /// Starts a row.
    pub(super) fn restart(&self) {
        self.next.set(0);
        self.path.borrow_mut().clear();
    }

    /// Returns the structs in the row, with the serde names of their fields.
    pub(super) fn structs(&self) -> StructFields {
        self.structs.borrow().clone()
    }

    /// Records the struct at the current path.
    pub(super) fn found_struct(&self, fields: &'static [&'static str]) {
        self.structs.borrow_mut().insert(self.path.borrow().clone(), fields);
    }

    /// Reads the field with a name.
    pub(super) fn read_field<'r, S: DeserializeSeed<'r>>(&'r self, name: &str, seed: S) -> Result<S::Value, RowError> {
        let within = inside(&self.path.borrow(), name);
        let outer = self.path.replace(within);
        let value = seed.deserialize(self);
        self.path.replace(outer);
        value
    }

    /// Chooses the next value at the position of the rejected one. Returns `false` if there is no such position or no
    /// next value.
    pub(super) fn choose_another(&self) -> bool {
        let mut chosen = self.chosen.borrow_mut();
        let Some(place) = self.next.get().checked_sub(1) else { return false };
        // The value that was read last is the rejected one. All values after it start again with the first choice.
        chosen.truncate(place + 1);
        chosen.last_mut().is_some_and(|choice| {
            *choice += 1;
            *choice < TEXTS.len()
        })
    }

    /// Returns the number of the value at the next position.
    fn choice(&self) -> usize {
        let place = self.next.get();
        self.next.set(place + 1);
        let mut chosen = self.chosen.borrow_mut();
        if place >= chosen.len() {
            chosen.resize(place + 1, 0);
        }
        chosen[place]
    }
}

/// Implements the methods for numbers: first 1, then 0.
macro_rules! numbers {
    ($($deserialize:ident $visit:ident $type:ty;)*) => {$(
        fn $deserialize<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
            visitor.$visit(if self.choice() == 0 { 1 as $type } else { 0 as $type })
        }
    )*};
}

impl<'r> Deserializer<'r> for &'r Anything {
    type Error = RowError;

    numbers! {
        deserialize_i8 visit_i8 i8;
        deserialize_i16 visit_i16 i16;
        deserialize_i32 visit_i32 i32;
        deserialize_i64 visit_i64 i64;
        deserialize_i128 visit_i128 i128;
        deserialize_u8 visit_u8 u8;
        deserialize_u16 visit_u16 u16;
        deserialize_u32 visit_u32 u32;
        deserialize_u64 visit_u64 u64;
        deserialize_u128 visit_u128 u128;
        deserialize_f32 visit_f32 f32;
        deserialize_f64 visit_f64 f64;
    }

    fn deserialize_any<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bool<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_bool(self.choice() == 0)
    }

    fn deserialize_char<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_char(if self.choice() == 0 { 'a' } else { '1' })
    }

    fn deserialize_str<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_borrowed_str(TEXTS.get(self.choice()).copied().unwrap_or_default())
    }

    fn deserialize_string<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        let text = TEXTS.get(self.choice()).copied().unwrap_or_default();
        visitor.visit_borrowed_bytes(text.as_bytes())
    }

    fn deserialize_byte_buf<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_none()
    }

    fn deserialize_unit<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'r>>(self, _: &'static str, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'r>>(self, _: &'static str, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_seq(Items { of: self, left: 0 })
    }

    fn deserialize_tuple<V: Visitor<'r>>(self, len: usize, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_seq(Items { of: self, left: len })
    }

    fn deserialize_tuple_struct<V: Visitor<'r>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, RowError> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_map<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        self.deserialize_struct("", &[], visitor)
    }

    fn deserialize_struct<V: Visitor<'r>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, RowError> {
        self.found_struct(fields);
        visitor.visit_map(Members { of: self, fields, name: "" })
    }

    fn deserialize_enum<V: Visitor<'r>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, RowError> {
        visitor.visit_enum(self)
    }

    fn deserialize_identifier<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_unit()
    }
}

/// A sequence of this many values.
struct Items<'r> {
    of: &'r Anything,
    left: usize,
}

impl<'r> SeqAccess<'r> for Items<'r> {
    type Error = RowError;

    fn next_element_seed<S: DeserializeSeed<'r>>(&mut self, seed: S) -> Result<Option<S::Value>, RowError> {
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                seed.deserialize(self.of).map(Some)
            }
            None => Ok(None),
        }
    }
}

/// The remaining fields of a struct.
struct Members<'r> {
    of: &'r Anything,
    fields: &'static [&'static str],
    /// The name of the current field.
    name: &'static str,
}

impl<'r> MapAccess<'r> for Members<'r> {
    type Error = RowError;

    fn next_key_seed<S: DeserializeSeed<'r>>(&mut self, seed: S) -> Result<Option<S::Value>, RowError> {
        let Some((name, rest)) = self.fields.split_first() else { return Ok(None) };
        (self.name, self.fields) = (name, rest);
        let name: StrDeserializer<'_, RowError> = (*name).into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'r>>(&mut self, seed: S) -> Result<S::Value, RowError> {
        self.of.read_field(self.name, seed)
    }
}

/// A variant of an enum by its number.
impl<'r> EnumAccess<'r> for &'r Anything {
    type Error = RowError;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'r>>(self, seed: S) -> Result<(S::Value, Self), RowError> {
        let number: U32Deserializer<RowError> = (self.choice() as u32).into_deserializer();
        Ok((seed.deserialize(number)?, self))
    }
}

impl<'r> VariantAccess<'r> for &'r Anything {
    type Error = RowError;

    fn unit_variant(self) -> Result<(), RowError> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'r>>(self, seed: S) -> Result<S::Value, RowError> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'r>>(self, len: usize, visitor: V) -> Result<V::Value, RowError> {
        self.deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'r>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, RowError> {
        self.deserialize_struct("", fields, visitor)
    }
}
