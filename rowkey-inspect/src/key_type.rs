//! A key type as an object-safe trait, with the operations that the commands need.

use crate::planner::{self, PlanError};
use crate::query::ParsedQuery;
use crate::row::{FlatColumns, KnownField, Row, RowError, Shape, Units, dates, fields_of, units_of};
use rowkey_core::__private0::empty_buckets;
use rowkey_core::{DecodeError, Explanation, Layout, OwnedKey, ScanPlan};
use serde::Serialize;
use serde::de::{DeserializeOwned, Error};
use serde_json::Value;
use serde_json::value::RawValue;
use std::fmt;
use std::marker::PhantomData;

/// A key type for the tool.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey_inspect::KeyType;
///
/// #[derive(RowKey, serde::Serialize, serde::Deserialize)]
/// struct Call {
///     caller: u64,
///     #[reverse_ts]
///     at: i64,
/// }
///
/// assert_eq!(KeyType::of::<Call>().name(), "Call");
/// ```
#[derive(Clone, Copy)]
pub struct KeyType(&'static dyn ErasedKey);

impl KeyType {
    /// Returns the key type for the struct or enum `K`.
    #[must_use]
    pub const fn of<K: OwnedKey + Serialize + DeserializeOwned + 'static>() -> Self {
        Self(&TypeOf::<K>(PhantomData))
    }

    /// Returns the name of the struct or enum.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.layout().name()
    }

    /// Returns the layout of its keys.
    #[must_use]
    pub fn layout(self) -> &'static Layout {
        self.0.layout()
    }

    /// Appends the key of a row. Leaves `out` unchanged after an error.
    pub(crate) fn encode(self, row: Row<'_>, out: &mut Vec<u8>) -> Result<(), RowError> {
        self.0.encode(row, out)
    }

    /// Appends the key of a row of texts, one for each of the columns `names`. If a field rejects a date, it tries the
    /// date in the forms of other date libraries.
    pub(crate) fn encode_texts(
        self,
        shape: &Shape,
        names: &[impl AsRef<str>],
        mut texts: Vec<String>,
        out: &mut Vec<u8>,
    ) -> Result<(), RowError> {
        let mut tried: Vec<Option<(std::vec::IntoIter<String>, String)>> = vec![None; names.len()];
        loop {
            let Err(error) = self.encode(Row::Words(shape, &texts), out) else { return Ok(()) };
            let is_wrong = |name: &_| error.field.as_deref() == Some(AsRef::as_ref(name));
            let Some(at) = names.iter().position(is_wrong) else { return Err(error) };
            let (others, reason) =
                tried[at].get_or_insert_with(|| (dates(&texts[at]).into_iter(), error.reason.clone()));
            match others.next() {
                Some(other) => texts[at] = other,
                None => return Err(RowError { reason: reason.clone(), ..error }),
            }
        }
    }

    /// Decodes a key into its fields, as JSON.
    pub(crate) fn decode(self, key: &[u8]) -> Result<Box<RawValue>, RowError> {
        self.0.decode(key)
    }

    /// Decodes a key and returns only the error, if any.
    pub(crate) fn check(self, key: &[u8]) -> Result<(), DecodeError> {
        self.0.check(key)
    }

    /// Returns the names of its fields, and the units of fields that count time.
    pub(crate) fn fields(self) -> Vec<KnownField> {
        self.0.fields()
    }

    /// Returns the fields as columns of text.
    pub(crate) fn columns(self) -> FlatColumns {
        FlatColumns::of(self.layout(), &self.fields())
    }

    /// Returns the units of the fields that count time.
    pub(crate) fn units(self) -> Units {
        units_of(&self.fields())
    }

    /// Plans a query.
    pub(crate) fn plan(self, query: &ParsedQuery) -> Result<ScanPlan, PlanError> {
        self.0.plan(query)
    }

    /// Returns the buckets that random keys do not reach, of each salt with a function of the user. The keys are the same
    /// in each call.
    pub(crate) fn empty_buckets(self) -> Vec<(&'static str, Vec<u32>)> {
        self.0.empty_buckets()
    }

    /// Explains bytes element by element. They need not be a key.
    pub(crate) fn explain(self, key: &[u8]) -> Explanation {
        self.0.explain(key)
    }
}

impl fmt::Debug for KeyType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("KeyType").field(&self.name()).finish()
    }
}

/// The operations of a key type, without its Rust type.
trait ErasedKey: Send + Sync {
    fn layout(&self) -> &'static Layout;
    fn encode(&self, row: Row<'_>, out: &mut Vec<u8>) -> Result<(), RowError>;
    fn decode(&self, key: &[u8]) -> Result<Box<RawValue>, RowError>;
    fn check(&self, key: &[u8]) -> Result<(), DecodeError>;
    fn fields(&self) -> Vec<KnownField>;
    fn plan(&self, query: &ParsedQuery) -> Result<ScanPlan, PlanError>;
    fn explain(&self, key: &[u8]) -> Explanation;
    fn empty_buckets(&self) -> Vec<(&'static str, Vec<u32>)>;
}

struct TypeOf<K>(PhantomData<fn() -> K>);

impl<K: OwnedKey + Serialize + DeserializeOwned> ErasedKey for TypeOf<K> {
    fn layout(&self) -> &'static Layout {
        K::LAYOUT
    }

    fn encode(&self, row: Row<'_>, out: &mut Vec<u8>) -> Result<(), RowError> {
        let read = match row {
            Row::Json(text) if !K::LAYOUT.record_types().is_empty() => read_kind::<K>(text),
            row => row.read::<K>(),
        };
        read?.encode_into(out).map_err(RowError::custom)
    }

    fn decode(&self, key: &[u8]) -> Result<Box<RawValue>, RowError> {
        let key = K::decode(key).map_err(RowError::custom)?;
        Ok(serde_json::value::to_raw_value(&key)?)
    }

    fn check(&self, key: &[u8]) -> Result<(), DecodeError> {
        K::decode(key).map(drop)
    }

    fn fields(&self) -> Vec<KnownField> {
        fields_of::<K>()
    }

    fn plan(&self, query: &ParsedQuery) -> Result<ScanPlan, PlanError> {
        planner::plan::<K>(query)
    }

    fn empty_buckets(&self) -> Vec<(&'static str, Vec<u32>)> {
        let mut random = fastrand::Rng::with_seed(0);
        empty_buckets::<K>(&mut |below| random.usize(..below.max(1)))
    }

    fn explain(&self, key: &[u8]) -> Explanation {
        K::explain(key)
    }
}

/// Reads a row of an enum from JSON, in the form of serde or with the variant as a field: `{"kind":"Post","thread":7}`.
fn read_kind<K: DeserializeOwned>(text: &str) -> Result<K, RowError> {
    let error = match serde_json::from_str(text) {
        Ok(key) => return Ok(key),
        Err(error) => error,
    };
    let Ok(Value::Object(mut fields)) = serde_json::from_str(text) else { return Err(error.into()) };
    let Some(Value::String(kind)) = fields.remove("kind") else { return Err(error.into()) };
    // The fields of a variant without fields are `null`.
    let fields = if fields.is_empty() { Value::Null } else { Value::Object(fields) };
    let row = Value::Object([(kind, fields)].into_iter().collect());
    Ok(serde_json::from_value(row)?)
}
