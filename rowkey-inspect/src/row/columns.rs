//! A row of texts as a struct or as an enum of structs.

use super::{KindName, RowError, Shape, Slot, TextDeserializer, Texts};
use serde::de::value::StrDeserializer;
use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

/// The fields of one row, for serde.
pub(crate) struct ColumnsDeserializer<'r, T: ?Sized> {
    shape: &'r Shape,
    texts: &'r T,
}

impl<'r, T: Texts + ?Sized> ColumnsDeserializer<'r, T> {
    pub(crate) const fn new(shape: &'r Shape, texts: &'r T) -> Self {
        Self { shape, texts }
    }
}

impl<T: ?Sized> Clone for ColumnsDeserializer<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for ColumnsDeserializer<'_, T> {}

impl<'r, T: Texts + ?Sized> Deserializer<'r> for ColumnsDeserializer<'r, T> {
    type Error = RowError;

    fn deserialize_any<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        if self.shape.kind.is_some() {
            return Err(de::Error::custom(
                "expected an enum in the default form of serde, without `tag`, `content`, and `untagged`: \
                 only JSON lines can have other forms",
            ));
        }
        visitor.visit_map(Fields::of(self, None))
    }

    /// Skips columns that the struct does not have.
    fn deserialize_struct<V: Visitor<'r>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, RowError> {
        self.shape.anything.iter().for_each(|anything| anything.found_struct(fields));
        visitor.visit_map(Fields::of(self, Some(fields)))
    }

    fn deserialize_newtype_struct<V: Visitor<'r>>(self, _: &'static str, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_option<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_some(self)
    }

    fn deserialize_unit<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'r>>(self, _: &'static str, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_unit()
    }

    fn deserialize_tuple_struct<V: Visitor<'r>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, RowError> {
        visitor.visit_seq(Fields::of(self, None))
    }

    fn deserialize_enum<V: Visitor<'r>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, RowError> {
        let kind = match &self.shape.kind {
            Some(KindName::Column(index)) => self.texts.text(*index),
            Some(KindName::Given(kind)) => kind,
            None => "",
        };
        if variants.contains(&kind) {
            return visitor.visit_enum(Variant { row: self, kind });
        }
        let found = if kind.is_empty() { "none".to_owned() } else { format!("`{kind}`") };
        let expected = variants.join(", ");
        Err(de::Error::custom(format_args!("expected the record type of `{name}`, one of {expected}, found {found}")))
    }

    forward_to_deserialize_any! {
        <V: Visitor<'r>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf seq tuple map identifier ignored_any
    }
}

/// The fields of a row, one after another.
struct Fields<'r, T: ?Sized> {
    row: ColumnsDeserializer<'r, T>,
    next: usize,
    /// The fields of the struct, if known.
    wanted: Option<&'static [&'static str]>,
    /// The wanted fields without a column, which get arbitrary values.
    left: &'static [&'static str],
    /// The current field with an arbitrary value.
    holds_anything: Option<&'static str>,
}

impl<'r, T: Texts + ?Sized> Fields<'r, T> {
    const fn of(row: ColumnsDeserializer<'r, T>, wanted: Option<&'static [&'static str]>) -> Self {
        let left: &[&str] = match (wanted, &row.shape.anything) {
            (Some(wanted), Some(_)) => wanted,
            _ => &[],
        };
        Self { row, next: 0, wanted, left, holds_anything: None }
    }

    /// Returns the serde name of a field. If serde renames it, finds it by its position in `own_names`.
    fn known_as<'n>(&self, name: &'n str) -> &'n str {
        let own_names = &self.row.shape.own_names;
        match self.wanted {
            Some(wanted) if !wanted.contains(&name) && wanted.len() == own_names.len() => {
                let place = own_names.iter().position(|own| *own == name);
                place.and_then(|place| wanted.get(place)).copied().unwrap_or(name)
            }
            _ => name,
        }
    }

    /// Reads the value of the current field.
    fn value<S: DeserializeSeed<'r>>(&self, seed: S) -> Result<S::Value, RowError> {
        let texts = self.row.texts;
        if let (Some(name), Some(anything)) = (self.holds_anything, &self.row.shape.anything) {
            return anything.read_field(name, seed);
        }
        let Some((name, slot)) = self.next.checked_sub(1).and_then(|at| self.row.shape.fields.get(at)) else {
            return Err(de::Error::custom("expected a field"));
        };
        let value = match slot {
            Slot::Column(index, unit) => seed.deserialize(TextDeserializer::new(texts.text(*index), *unit)),
            Slot::Fields(shape) => seed.deserialize(ColumnsDeserializer { shape, texts }),
        };
        value.map_err(|error| error.at(name))
    }
}

impl<'r, T: Texts + ?Sized> MapAccess<'r> for Fields<'r, T> {
    type Error = RowError;

    fn next_key_seed<S: DeserializeSeed<'r>>(&mut self, seed: S) -> Result<Option<S::Value>, RowError> {
        while let Some((name, _)) = self.row.shape.fields.get(self.next) {
            self.next += 1;
            let known_as = self.known_as(name);
            if let Some(wanted) = self.wanted.filter(|wanted| !wanted.contains(&known_as)) {
                if self.row.shape.is_exact {
                    let error: RowError = de::Error::custom(format_args!("expected one of {}", wanted.join(", ")));
                    return Err(error.at(name));
                }
            } else {
                let name: StrDeserializer<'_, RowError> = known_as.into_deserializer();
                return seed.deserialize(name).map(Some);
            }
        }
        while let [name, rest @ ..] = self.left {
            self.left = rest;
            if !self.row.shape.fields.iter().any(|(other, _)| self.known_as(other) == *name) {
                self.holds_anything = Some(*name);
                let name: StrDeserializer<'_, RowError> = (*name).into_deserializer();
                return seed.deserialize(name).map(Some);
            }
        }
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'r>>(&mut self, seed: S) -> Result<S::Value, RowError> {
        self.value(seed)
    }
}

impl<'r, T: Texts + ?Sized> SeqAccess<'r> for Fields<'r, T> {
    type Error = RowError;

    fn next_element_seed<S: DeserializeSeed<'r>>(&mut self, seed: S) -> Result<Option<S::Value>, RowError> {
        if self.next == self.row.shape.fields.len() {
            return Ok(None);
        }
        self.next += 1;
        self.value(seed).map(Some)
    }
}

/// The record type of an enum's row, and its fields.
struct Variant<'r, T: ?Sized> {
    row: ColumnsDeserializer<'r, T>,
    kind: &'r str,
}

impl<'r, T: Texts + ?Sized> EnumAccess<'r> for Variant<'r, T> {
    type Error = RowError;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'r>>(self, seed: S) -> Result<(S::Value, Self), RowError> {
        let kind: StrDeserializer<'_, RowError> = self.kind.into_deserializer();
        Ok((seed.deserialize(kind)?, self))
    }
}

impl<'r, T: Texts + ?Sized> VariantAccess<'r> for Variant<'r, T> {
    type Error = RowError;

    fn unit_variant(self) -> Result<(), RowError> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'r>>(self, seed: S) -> Result<S::Value, RowError> {
        seed.deserialize(self.row)
    }

    fn tuple_variant<V: Visitor<'r>>(self, len: usize, visitor: V) -> Result<V::Value, RowError> {
        self.row.deserialize_tuple_struct("", len, visitor)
    }

    fn struct_variant<V: Visitor<'r>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, RowError> {
        self.row.deserialize_struct("", fields, visitor)
    }
}
