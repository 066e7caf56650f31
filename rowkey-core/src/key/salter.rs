//! Applies a salt to values: produces its inputs from fields, and has `layout/salt/evaluate.rs` compute the bucket.

use super::hash::digest;
use super::hash::md5_lanes::Messages;
use super::row_key::{Each, FieldOf, KeyParts, RowKey, TakeInputs};
use crate::bytes::{Scratch, Sink};
use crate::codec::Codec;
use crate::error::{CodecError, SaltError, ValueError};
use crate::language::ByteSet;
use crate::layout::salt::view::{self, Seen};
use crate::layout::salt::{Algorithm, Bucket, Input, InputKind, InputRef, InputValue, Label, Salt, Takes, View};
use alloc::borrow::Cow;
use core::borrow::Borrow;
use core::marker::PhantomData;

impl Salt {
    /// The bucket, for a salt of the whole rest of the key. `rest` follows the label and its separator.
    #[inline]
    pub(crate) fn bucket_of_rest(&self, rest: &[u8]) -> Result<Bucket, SaltError> {
        digest::bucket(self, rest).map_err(|reason| SaltError { field: None, reason })
    }

    /// The bucket for input values that are given one by one, in the order of [`Salt::inputs`].
    #[inline(always)]
    pub(crate) fn bucket_of_values(
        &self,
        values: impl Iterator<Item = impl Borrow<InputValue>>,
    ) -> Result<Bucket, ValueError> {
        // One loop for each form, so that a plan with a salt of numbers does not pay for the others (40 of 2,040 instructions;
        // `one_bucket_range` in `benches/instructions`).
        match self.algorithm.takes() {
            Takes::Numbers => self.bucket_of_number(
                values.fold(0, |number, value| Takes::Numbers.combine(number, &[], value.borrow().as_ref())),
            ),
            Takes::Texts => {
                self.bucket_of_number(values.zip(self.inputs).fold(0, |number, (value, input)| {
                    Takes::Texts.combine(number, input.views, value.borrow().as_ref())
                }))
            }
            Takes::Bytes => {
                let mut joined = Scratch::new();
                for value in values {
                    if let InputValue::Bytes(bytes) = value.borrow() {
                        joined.put(bytes);
                    }
                }
                digest::bucket(self, joined.as_slice())
            }
        }
    }

    /// The value that a field's `value` gives to the salt as input `slot`.
    #[inline(always)]
    pub(crate) fn value_of<'k, C: Codec<'k, T>, T>(&self, slot: usize, value: &T) -> Result<InputValue, ValueError> {
        self.algorithm.takes().with_input::<C, T, _>(self.inputs[slot].views, value, InputValue::of)
    }

    /// The value that every text beginning with `start` gives to the salt as input `slot`; `None` if it differs from text
    /// to text.
    pub(crate) fn value_of_start(&self, slot: usize, start: &[u8]) -> Option<Result<InputValue, ValueError>> {
        let input = self.inputs.get(slot).filter(|input| input.kind == InputKind::Text)?;
        let takes = self.algorithm.takes();
        let seen = view::of_start(input.views, core::str::from_utf8(start).ok()?, takes.counted())?;
        Some(seen.and_then(|seen| takes.with_seen(&seen, InputValue::of)))
    }

    /// The value that an id gives to the salt as input `slot`, through views of the milliseconds that it begins with. An
    /// id of another version has them, too, so that a scan can count through all elements. `None` for another field.
    pub(crate) fn value_of_time_id(&self, slot: usize, element: &[u8], is_complemented: bool) -> Option<InputValue> {
        let input = self.inputs.get(slot)?;
        if !matches!((input.kind, input.views), (InputKind::TimeId, [_, ..])) {
            return None;
        }
        let millis = element
            .get(..6)?
            .iter()
            .fold(0, |millis, byte| millis << 8 | u64::from(if is_complemented { !byte } else { *byte }));
        let seen = Seen::Number(of_time_id(input.views, millis).ok()?);
        self.algorithm.takes().with_seen(&seen, InputValue::of).ok()
    }

    /// The value that a text gives to the salt as input `slot`. All its bytes are in `alphabet`.
    #[inline(always)]
    pub(crate) fn value_of_text(&self, slot: usize, text: &[u8], alphabet: ByteSet) -> Result<InputValue, ValueError> {
        let takes = self.algorithm.takes();
        takes.with_seen(&view::of_text(self.inputs[slot].views, text, alphabet, takes.counted())?, InputValue::of)
    }
}

impl Takes {
    /// Calls `take` with the input that a field's `value` gives through the views.
    #[inline(always)]
    fn with_input<'k, C: Codec<'k, T>, T, R>(
        self,
        views: &[View],
        value: &T,
        take: impl FnOnce(InputRef<'_>) -> R,
    ) -> Result<R, ValueError> {
        if const { C::CONVERTS } {
            return C::with_input(value, |input| self.with_viewed::<C, T, R>(views, value, input, take))?;
        }
        self.with_viewed::<C, T, R>(views, value, C::input(value), take)
    }

    /// Calls `take` with the input that a field's `value` gives through the views. `input` is the value as its codec gives it.
    #[inline(always)]
    fn with_viewed<'k, C: Codec<'k, T>, T, R>(
        self,
        views: &[View],
        value: &T,
        input: Input<'_>,
        take: impl FnOnce(InputRef<'_>) -> R,
    ) -> Result<R, ValueError> {
        let (mut written, digits);
        let seen = match input {
            // A hash takes the bytes that the codec writes, unless a view changes the number.
            Input::Number(number) if self != Self::Bytes || !views.is_empty() => match view::text_at(views) {
                None => Seen::Number(view::of_number(views, number, const { C::INPUT.per_second() })?),
                Some(at) => {
                    digits = view::decimal(view::of_number(&views[..at], number, const { C::INPUT.per_second() })?);
                    view::of_text(&views[at + 1..], &digits, view::TEXT_OF_NUMBER, self.counted())?
                }
            },
            Input::TimeId(millis) if !views.is_empty() => Seen::Number(of_time_id(views, millis)?),
            Input::Civil(civil) if !views.is_empty() => Seen::Number(view::of_civil(views, &civil)?),
            Input::Text(text) => {
                let alphabet = const { C::LANGUAGE.text_alphabet() };
                view::of_text(views, text.as_bytes(), alphabet, self.counted())?
            }
            Input::Octets(bytes) => Seen::Text(Cow::Borrowed(bytes)),
            Input::Number(_) | Input::Civil(_) | Input::TimeId(_) | Input::Written => {
                written = Scratch::new();
                C::write(value, &mut written).map_err(CodecError::into_reason)?;
                Seen::Text(Cow::Borrowed(written.as_slice()))
            }
        };
        self.with_seen(&seen, take)
    }

    /// Calls `take` with the result of the views, in the form that the algorithm takes.
    #[inline(always)]
    fn with_seen<R>(self, seen: &Seen<'_>, take: impl FnOnce(InputRef<'_>) -> R) -> Result<R, ValueError> {
        let eight;
        Ok(take(match (self, seen) {
            (Self::Bytes, Seen::Number(number)) => {
                eight = as_i64(*number)?;
                InputRef::Bytes(&eight)
            }
            (_, Seen::Number(number)) => InputRef::Number(*number),
            (Self::Numbers, Seen::Text(text)) => InputRef::Number(hashed(text)),
            (_, Seen::Text(text)) => InputRef::Bytes(text),
        }))
    }
}

/// The number that views of the milliseconds of an id give.
fn of_time_id(views: &[View], millis: u64) -> Result<i128, ValueError> {
    view::of_number(views, i128::from(millis), InputKind::TimeId.per_second())
}

/// The hash that stands for a value that is not a number. Never inlined, so that salts of numbers do not grow.
#[inline(never)]
fn hashed(bytes: &[u8]) -> i128 {
    i128::from(digest::xxh3(bytes))
}

/// The bytes of a number that views gave, as a digest takes them: `i64`, big endian.
fn as_i64(number: i128) -> Result<[u8; 8], ValueError> {
    let (least, greatest) = (i128::from(i64::MIN), i128::from(i64::MAX));
    i64::try_from(number).map(i64::to_be_bytes).map_err(|_| ValueError::Range { found: number, least, greatest })
}

/// The bucket of a key `K` with these fields; 0 without a salt. `rest` is the key after the label and its separator.
#[inline(always)]
pub(crate) fn bucket_of<K: RowKey, P: KeyParts>(fields: &P, rest: &[u8]) -> Result<Bucket, SaltError> {
    match &K::LAYOUT.parts.salt {
        Some(salt) if salt.rest => salt.bucket_of_rest(rest),
        Some(_) => {
            let mut hasher = BucketHasher::<K, _>::new();
            fields.give_inputs(&mut hasher)?;
            hasher.bucket()
        }
        None => Ok(0),
    }
}

/// Gives the salt of `K` the inputs that it takes from these fields, which do not know them: the salt of an enum is of fields that
/// every kind has.
#[inline]
pub fn give_inputs_of<K: RowKey, P: KeyParts, T: TakeInputs>(fields: &P, inputs: &mut T) -> Result<(), SaltError> {
    for (slot, input) in K::LAYOUT.parts.salt.iter().flat_map(|salt| salt.inputs).enumerate() {
        fields.each_field::<K, _, _>(&mut GiveSlot { slot, field: input.field, inputs })?;
    }
    Ok(())
}

/// Gives a salt the input `slot`, when its field comes.
struct GiveSlot<'i, T> {
    slot: usize,
    field: usize,
    inputs: &'i mut T,
}

impl<K: RowKey, T: TakeInputs> Each<K> for GiveSlot<'_, T> {
    type Stop = SaltError;

    fn field<'v, F: FieldOf<'v>>(&mut self, value: &F::Value) -> Result<(), SaltError>
    where
        F::Codec: Codec<'v, F::Value>,
    {
        if self.field == F::INDEX { self.inputs.take::<F::Codec, F::Value>(self.slot, value) } else { Ok(()) }
    }
}

/// A sink for the bytes of a salt's inputs.
pub(super) trait InputSink: Sink {
    /// `true` if the bytes are kept. If not, the bytes of a single input are hashed in place.
    const KEEPS: bool;
}

impl InputSink for Scratch {
    const KEEPS: bool = false;
}

impl InputSink for &mut Messages {
    const KEEPS: bool = true;
}

/// Takes the inputs of the key `K` one by one, in the order of [`Salt::inputs`], and computes the bucket.
#[derive(Debug)]
pub(super) struct BucketHasher<K, S> {
    /// The inputs so far, for a salt of numbers or texts.
    number: i128,
    bytes: S,
    /// The bucket of a single input, which is hashed in place: there is nothing to join.
    bucket: Option<Result<Bucket, ValueError>>,
    key: PhantomData<K>,
}

/// Everything about the salt is a constant, so only the code of this salt is compiled.
impl<K: RowKey, S: InputSink> BucketHasher<K, S> {
    const SALT: &'static Salt = match &K::LAYOUT.parts.salt {
        Some(salt) => salt,
        // Never used: a key without a salt does not have inputs.
        None => &Salt::new(Algorithm::Xor, 2, &[], false, Label::U8),
    };

    #[inline(always)]
    const fn with_sink(bytes: S) -> Self {
        Self { number: 0, bytes, bucket: None, key: PhantomData }
    }
}

impl<K: RowKey, S: InputSink> TakeInputs for BucketHasher<K, S> {
    #[inline(always)]
    fn take<'k, C: Codec<'k, T>, T>(&mut self, slot: usize, value: &T) -> Result<(), SaltError> {
        let Some(input) = Self::SALT.inputs.get(slot) else { return Ok(()) };
        // The closure names its constants instead of capturing them. LLVM does not inline a closure that captures them (150 of
        // 244 instructions of an encode; `call_record` in `benches/instructions`).
        let taken = const { Self::SALT.algorithm.takes() }.with_input::<C, T, _>(input.views, value, |given| {
            match (const { Self::SALT.algorithm.takes() }, given) {
                (Takes::Bytes, InputRef::Bytes(bytes)) if const { Self::SALT.inputs.len() == 1 && !S::KEEPS } => {
                    self.bucket = Some(digest::bucket(Self::SALT, bytes));
                }
                (Takes::Bytes, InputRef::Bytes(bytes)) => self.bytes.put(bytes),
                (takes, given) => self.number = takes.combine(self.number, input.views, given),
            }
        });
        match taken {
            Ok(()) => Ok(()),
            Err(reason) => Err(SaltError { field: Some(K::LAYOUT.parts.fields[input.field].name), reason }),
        }
    }
}

impl<'b, K: RowKey> BucketHasher<K, &'b mut Messages> {
    /// A hasher that only appends the bytes of all inputs to a message, and does not compute a bucket.
    #[inline(always)]
    pub(super) const fn keeping(message: &'b mut Messages) -> Self {
        Self::with_sink(message)
    }
}

impl<K: RowKey> BucketHasher<K, Scratch> {
    /// A hasher that has taken no input.
    #[inline(always)]
    const fn new() -> Self {
        Self::with_sink(Scratch::new())
    }

    /// The bucket, after all inputs were taken.
    #[inline(always)]
    fn bucket(self) -> Result<Bucket, SaltError> {
        let bucket = match (const { Self::SALT.algorithm.takes() }, self.bucket) {
            (Takes::Numbers | Takes::Texts, _) => Self::SALT.bucket_of_number(self.number),
            (Takes::Bytes, Some(bucket)) => bucket,
            (Takes::Bytes, None) => digest::bucket(Self::SALT, self.bytes.as_slice()),
        };
        match bucket {
            Ok(bucket) => Ok(bucket),
            Err(reason) => Err(SaltError { field: None, reason }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{Decimal, Desc, Digits, ReverseTs};
    use crate::layout::Field;
    use crate::layout::proof::salt::{bucket_of, combinations};
    use crate::layout::salt::{Calendar, SaltInput};
    use alloc::boxed::Box;
    use alloc::collections::BTreeSet;
    use alloc::vec::Vec;

    const ALGORITHMS: [Algorithm; 4] = [Algorithm::Xxh3, Algorithm::Xor, Algorithm::Modulo, Algorithm::JavaHash];

    /// A field of the codec `C`, as an input whose numbers are these.
    fn field<C: Codec<'static, T>, T>(
        field: usize,
        views: &'static [View],
        numbers: (i128, i128),
    ) -> (Field, SaltInput) {
        let (language, kind, count) = (C::LANGUAGE, C::INPUT, C::LANGUAGE.count());
        let input = SaltInput { field, views, kind, count, numbers: Some(numbers) };
        (
            Field {
                name: "f",
                language,
                codec: C::NAME,
                variants: C::VARIANTS,
                key: C::KEY,
                input: kind,
                ..Field::NOTHING
            },
            input,
        )
    }

    fn salt(algorithm: Algorithm, buckets: u32, inputs: &[SaltInput]) -> Salt {
        let inputs = Box::leak(inputs.to_vec().into_boxed_slice());
        Salt::new(algorithm, buckets, inputs, false, Label::U8)
    }

    /// The buckets that the proof finds in a const.
    fn proven(salt: &Salt, fields: &[Field]) -> BTreeSet<Bucket> {
        (0..combinations(salt, fields)).map(|index| bucket_of(salt, fields, index).unwrap()).collect()
    }

    fn one<C: Codec<'static, T>, T>(views: &'static [View], numbers: (i128, i128), values: impl Iterator<Item = T>) {
        let (field, input) = field::<C, T>(0, views, numbers);
        let values: Vec<T> = values.collect();
        for algorithm in ALGORITHMS {
            for buckets in [2, 6, 7, 97] {
                let salt = salt(algorithm, buckets, &[input]);
                let word = |value| salt.bucket_of_values([salt.value_of::<C, T>(0, value).unwrap()].iter()).unwrap();
                let written: BTreeSet<Bucket> = values.iter().map(word).collect();
                assert_eq!(written, proven(&salt, &[field]), "{algorithm:?} of {buckets}, {}, {views:?}", C::NAME);
            }
        }
    }

    #[test]
    fn the_proof_finds_the_buckets_of_rows() {
        let (unsigned, signed) = ((0, 255), (-128, 127));
        for views in [&[][..], &[View::Div(3)], &[View::Div(16), View::Div(2)]] {
            one::<u8, _>(views, unsigned, 0..=u8::MAX);
            one::<i8, _>(views, signed, i8::MIN..=i8::MAX);
            one::<Desc<i8>, i8>(views, signed, i8::MIN..=i8::MAX);
            one::<Digits<u8, 3>, u8>(views, unsigned, 0..=u8::MAX);
            one::<Decimal<i8>, i8>(views, signed, i8::MIN..=i8::MAX);
        }
        const YEAR: i64 = 31_556_952_000;
        for views in [&[View::Calendar(Calendar::Year)][..], &[View::Calendar(Calendar::Year), View::Div(4)]] {
            let numbers = (0, i128::from(YEAR) * 200);
            one::<ReverseTs, i64>(views, numbers, (0..=800).map(|quarter| quarter * YEAR / 4));
        }
    }

    #[test]
    fn the_proof_finds_the_buckets_of_two_inputs() {
        let fields = [field::<u8, _>(0, &[View::Div(16)], (0, 255)), field::<i8, _>(1, &[View::Div(40)], (-128, 127))];
        let (fields, inputs) = (fields.map(|(field, _)| field), fields.map(|(_, input)| input));
        for algorithm in ALGORITHMS {
            let salt = salt(algorithm, 50, &inputs);
            let mut written = BTreeSet::new();
            for (first, second) in
                (0..=u8::MAX).flat_map(|first| (i8::MIN..=i8::MAX).map(move |second| (first, second)))
            {
                let values =
                    [salt.value_of::<u8, _>(0, &first), salt.value_of::<i8, _>(1, &second)].map(Result::unwrap);
                written.insert(salt.bucket_of_values(values.iter()).unwrap());
            }
            assert_eq!(written, proven(&salt, &fields), "{algorithm:?}");
        }
    }
}
