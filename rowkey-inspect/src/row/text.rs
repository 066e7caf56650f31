//! One text as the value of a field. The type of the field chooses the form through serde.

use super::{RowError, Unit};
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use serde::de::value::{MapDeserializer, SeqDeserializer, StrDeserializer};
use serde::de::{self, Deserializer, EnumAccess, IntoDeserializer, VariantAccess, Visitor};
use std::str::FromStr;

/// The text of one field, for serde.
#[derive(Clone, Copy)]
pub(crate) struct TextDeserializer<'r> {
    text: &'r str,
    unit: Option<Unit>,
}

impl<'r> TextDeserializer<'r> {
    pub(crate) const fn new(text: &'r str, unit: Option<Unit>) -> Self {
        Self { text, unit }
    }

    fn number<N: FromStr>(&self, expected: &str) -> Result<N, RowError> {
        self.text.trim().parse().map_err(|_| RowError::unexpected(expected, self.text))
    }

    /// Reads a number. If the field counts time, it also reads a date.
    fn count<N: FromStr + TryFrom<i128>>(&self, expected: &str) -> Result<N, RowError> {
        let Some(unit) = self.unit else { return self.number(expected) };
        let date = || N::try_from(count(self.text.trim(), unit)?).ok();
        self.number(expected)
            .or_else(|_| date().ok_or_else(|| RowError::unexpected(&format!("{expected} or a date"), self.text)))
    }

    /// Reads a list or a struct as JSON.
    fn json<V: Visitor<'r>>(&self, expected: &str, visitor: V) -> Result<V::Value, RowError> {
        if !self.text.trim_start().starts_with(['[', '{']) {
            return Err(RowError::unexpected(expected, self.text));
        }
        let mut json = serde_json::Deserializer::from_str(self.text);
        let value = (&mut json).deserialize_any(visitor)?;
        json.end()?;
        Ok(value)
    }

    /// Reads a list as JSON or as bytes.
    fn list<V: Visitor<'r>>(&self, visitor: V) -> Result<V::Value, RowError> {
        if self.text.trim_start().starts_with('[') {
            return self.json("a list", visitor);
        }
        let bytes = rowkey_core::bytes::parse(self.text)
            .map_err(|_| RowError::unexpected("a list as JSON, or bytes in hex", self.text))?;
        visitor.visit_seq(SeqDeserializer::<_, RowError>::new(bytes.into_iter()))
    }
}

/// Returns a date in the forms of other date libraries. The list is empty if the text is not a date.
pub(crate) fn dates(text: &str) -> Vec<String> {
    let text = text.trim();
    if text.parse::<i64>().is_ok() {
        return Vec::new();
    }
    if let Ok(civil) = text.parse::<DateTime>() {
        return vec![format!("{civil}Z"), civil.to_string(), civil.date().to_string()];
    }
    let Ok(moment) = text.parse::<Timestamp>() else { return Vec::new() };
    vec![moment.to_string(), moment.to_zoned_datetime(TimeZone::UTC).datetime().to_string()]
}

/// Returns a date as a count since 1970.
fn count(text: &str, unit: Unit) -> Option<i128> {
    let nanos = moment(text)?.as_nanosecond();
    let per_unit = match unit {
        Unit::Seconds => 1_000_000_000,
        Unit::Milliseconds => 1_000_000,
        Unit::Microseconds => 1_000,
        Unit::Nanoseconds => 1,
    };
    (nanos % per_unit == 0).then_some(nanos / per_unit)
}

/// Converts a date, or a count in `unit`, to milliseconds since 1970.
pub(crate) fn milliseconds(text: &str, unit: Unit) -> Option<i64> {
    let text = text.trim();
    match (text.parse::<i64>(), unit) {
        (Ok(count), Unit::Seconds) => count.checked_mul(1_000),
        (Ok(count), Unit::Microseconds) => Some(count.div_euclid(1_000)),
        (Ok(count), Unit::Nanoseconds) => Some(count.div_euclid(1_000_000)),
        (Ok(count), Unit::Milliseconds) => Some(count),
        (Err(_), _) => Some(moment(text)?.as_millisecond()),
    }
}

/// Parses a date or a date with a time. The time is in UTC unless it has an offset.
fn moment(text: &str) -> Option<Timestamp> {
    let in_utc = |civil: DateTime| civil.to_zoned_datetime(TimeZone::UTC).ok().map(|zoned| zoned.timestamp());
    text.parse().ok().or_else(|| in_utc(text.parse().ok()?))
}

macro_rules! numbers {
    ($($deserialize:ident $visit:ident $read:ident $type:literal;)*) => {$(
        fn $deserialize<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
            visitor.$visit(self.$read($type)?)
        }
    )*};
}

impl<'r> Deserializer<'r> for TextDeserializer<'r> {
    type Error = RowError;

    numbers! {
        deserialize_i8 visit_i8 number "i8";
        deserialize_i16 visit_i16 number "i16";
        deserialize_i32 visit_i32 count "i32";
        deserialize_i64 visit_i64 count "i64";
        deserialize_i128 visit_i128 count "i128";
        deserialize_u8 visit_u8 number "u8";
        deserialize_u16 visit_u16 number "u16";
        deserialize_u32 visit_u32 count "u32";
        deserialize_u64 visit_u64 count "u64";
        deserialize_u128 visit_u128 number "u128";
        deserialize_f32 visit_f32 number "f32";
        deserialize_f64 visit_f64 number "f64";
    }

    fn deserialize_any<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_borrowed_str(self.text)
    }

    fn deserialize_bool<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        match self.text.trim() {
            "true" | "1" => visitor.visit_bool(true),
            "false" | "0" => visitor.visit_bool(false),
            _ => Err(RowError::unexpected("true or false", self.text)),
        }
    }

    fn deserialize_char<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        let mut characters = self.text.chars();
        match (characters.next(), characters.next()) {
            (Some(only), None) => visitor.visit_char(only),
            _ => Err(RowError::unexpected("one character", self.text)),
        }
    }

    fn deserialize_str<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_borrowed_str(self.text)
    }

    fn deserialize_string<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_borrowed_str(self.text)
    }

    fn deserialize_bytes<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        match rowkey_core::bytes::parse(self.text) {
            Ok(bytes) => visitor.visit_byte_buf(bytes),
            Err(_) => visitor.visit_borrowed_bytes(self.text.as_bytes()),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        self.deserialize_bytes(visitor)
    }

    /// An empty text is `None`.
    fn deserialize_option<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        if self.text.is_empty() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        if self.text.is_empty() { visitor.visit_unit() } else { Err(RowError::unexpected("nothing", self.text)) }
    }

    fn deserialize_unit_struct<V: Visitor<'r>>(self, _: &'static str, visitor: V) -> Result<V::Value, RowError> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'r>>(self, _: &'static str, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        self.list(visitor)
    }

    fn deserialize_tuple<V: Visitor<'r>>(self, _: usize, visitor: V) -> Result<V::Value, RowError> {
        self.list(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'r>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, RowError> {
        self.list(visitor)
    }

    fn deserialize_map<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        self.json("a struct as JSON", visitor)
    }

    /// serde reads `SystemTime` as a struct. The tool accepts a date.
    fn deserialize_struct<V: Visitor<'r>>(
        self,
        name: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, RowError> {
        match moment(self.text.trim()).filter(|_| name == "SystemTime") {
            Some(moment) => {
                let nanos = moment.as_nanosecond();
                let (seconds, rest) = (nanos.div_euclid(1_000_000_000), nanos.rem_euclid(1_000_000_000));
                let parts = [("secs_since_epoch", seconds as i64), ("nanos_since_epoch", rest as i64)];
                visitor.visit_map(MapDeserializer::<_, RowError>::new(parts.into_iter()))
            }
            None => self.json("a struct as JSON", visitor),
        }
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
        visitor.visit_borrowed_str(self.text)
    }

    fn deserialize_ignored_any<V: Visitor<'r>>(self, visitor: V) -> Result<V::Value, RowError> {
        visitor.visit_unit()
    }
}

/// The name of a variant without fields.
impl<'r> EnumAccess<'r> for TextDeserializer<'r> {
    type Error = RowError;
    type Variant = Self;

    fn variant_seed<S: de::DeserializeSeed<'r>>(self, seed: S) -> Result<(S::Value, Self), RowError> {
        let name: StrDeserializer<'_, RowError> = self.text.into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'r> VariantAccess<'r> for TextDeserializer<'r> {
    type Error = RowError;

    fn unit_variant(self) -> Result<(), RowError> {
        Ok(())
    }

    fn newtype_variant_seed<S: de::DeserializeSeed<'r>>(self, _: S) -> Result<S::Value, RowError> {
        Err(RowError::unexpected("a variant without fields", self.text))
    }

    fn tuple_variant<V: Visitor<'r>>(self, _: usize, _: V) -> Result<V::Value, RowError> {
        Err(RowError::unexpected("a variant without fields", self.text))
    }

    fn struct_variant<V: Visitor<'r>>(self, _: &'static [&'static str], _: V) -> Result<V::Value, RowError> {
        Err(RowError::unexpected("a variant without fields", self.text))
    }
}
