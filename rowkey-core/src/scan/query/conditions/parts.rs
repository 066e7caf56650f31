//! `starts_with`, `ends_with`, and `contains`: parts of texts, bytes, and lists.

use crate::bytes::Sink;
use crate::codec::{ListCodec, Start, TextCodec, TextPart};
use crate::key::FieldOf;
use crate::scan::query::condition::{AtStart, Condition, InItems, InText, UntypedCondition};
use crate::scan::query::predicate::{BoundBuf, TextMatch};
use crate::scan::query::scan_field::ScanField;
use alloc::borrow::Cow;

macro_rules! parts {
    ($($(#[$doc:meta])* $condition:ident $part:ident $form:ident, $(#[$fn_doc:meta])* $function:ident;)*) => {$(
        $(#[$doc])*
        #[doc(hidden)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $condition<T>(T);

        $(#[$fn_doc])*
        pub const fn $function<T>(part: T) -> $condition<T> {
            $condition(part)
        }

        #[diagnostic::do_not_recommend]
        impl<'v, F, T, Of> Condition<'v, F, $form, Of> for $condition<T>
        where
            F: FieldOf<'v, Codec: TextCodec<'v, F::Value>>,
            T: AsRef<[u8]>,
        {
            #[inline]
            fn untyped(self, _: &ScanField, out: &mut BoundBuf) -> UntypedCondition {
                // The codec knows how elements begin: escapes, padding, and reversed text differ.
                let start = |text: &[u8], out: &mut BoundBuf| F::Codec::start(TextPart::$part, text, out);
                UntypedCondition::Part(TextMatch::of(TextPart::$part, self.0.as_ref(), start, F::Codec::text_of, out))
            }
        }
    )*};
}

parts! {
    /// A condition on the start of a text or a list. [`starts_with`] creates it.
    StartsWith Start AtStart,
    /// Matches texts that begin with these bytes, or lists (`repeated`) that begin with these values: a prefix scan.
    ///
    /// The texts that begin with the same bytes are one range of keys. Bytes are compared, so the prefix does not need
    /// to end at a character boundary. A field of `reverse_text` or `length_prefixed`, or one padded on the
    /// left, takes this condition only as a filter.
    ///
    /// ```
    /// use rowkey::{RowKey, starts_with};
    ///
    /// #[derive(RowKey)]
    /// struct Page {
    ///     #[rowkey(terminated)]
    ///     host: String,
    ///     number: u32,
    /// }
    ///
    /// let plan = Page::scan().host(starts_with("docs.")).plan()?;
    /// assert_eq!(plan.only_range().unwrap().to_string(), r#""docs." .. "docs/""#);
    /// # Ok::<(), rowkey::ScanError>(())
    /// ```
    starts_with;

    /// A condition on the end of a text. [`ends_with`] creates it.
    EndsWith End InText,
    /// Matches texts that end with these bytes.
    ///
    /// If the field is `reverse_text`, this is one range of keys. On other fields, each row is checked.
    ///
    /// ```
    /// use rowkey::{RowKey, ends_with};
    ///
    /// #[derive(RowKey)]
    /// struct Page {
    ///     #[rowkey(reverse_text, terminated)]
    ///     host: String,
    ///     number: u32,
    /// }
    ///
    /// let plan = Page::scan().host(ends_with(".org")).plan()?;
    /// assert_eq!(plan.only_range().unwrap().to_string(), r#""gro." .. "gro/""#);
    /// # Ok::<(), rowkey::ScanError>(())
    /// ```
    ends_with;

    /// A condition on a part of a text or a list. [`contains`] creates it.
    Contains Anywhere InText,
    /// Matches texts that contain these bytes, or lists (`repeated`) that contain these values in a row.
    ///
    /// No range of keys holds such texts, so each row is checked.
    ///
    /// ```
    /// use rowkey::{RowKey, contains};
    ///
    /// #[derive(RowKey)]
    /// struct Page {
    ///     #[rowkey(terminated)]
    ///     host: String,
    ///     number: u32,
    /// }
    ///
    /// let plan = Page::scan().filter_host(contains("docs")).plan()?;
    /// assert!(plan.matches(&Page { host: "my.docs.org".into(), number: 1 }.encode().unwrap()));
    /// assert!(!plan.matches(&Page { host: "my.blog.org".into(), number: 1 }.encode().unwrap()));
    /// # Ok::<(), rowkey::ScanError>(())
    /// ```
    contains;
}

macro_rules! items {
    ($($condition:ident $part:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'v, F, T, Of> Condition<'v, F, InItems, Of> for $condition<T>
        where
            F: FieldOf<'v, Codec: ListCodec<'v, F::Value>>,
            T: AsRef<[<F::Codec as ListCodec<'v, F::Value>>::Item]>,
        {
            fn untyped(self, _: &ScanField, out: &mut BoundBuf) -> UntypedCondition {
                let mut items = BoundBuf::EMPTY;
                let is_held = F::Codec::put_items(self.0.as_ref(), &mut items);
                UntypedCondition::Part(TextMatch::of_items(TextPart::$part, &items, is_held, F::Codec::WIDTH, out))
            }
        }
    )*};
}

items! { StartsWith Start; Contains Anywhere; }

impl TextMatch {
    /// Returns the match of the texts with `text` at `part`. Appends its bytes to `out`: the start of the elements,
    /// then the text.
    #[inline]
    pub(in crate::scan::query) fn of(
        part: TextPart,
        text: &[u8],
        put_start: impl FnOnce(&[u8], &mut BoundBuf) -> Start,
        text_of: for<'b> fn(&'b [u8]) -> Cow<'b, [u8]>,
        out: &mut BoundBuf,
    ) -> Self {
        let from = out.len();
        let start = put_start(text, out);
        if start == Start::None {
            out.truncate(from);
        }
        let element = u32::try_from(out.len() - from).ok().filter(|_| start != Start::None);
        if start == Start::Cut {
            // The field stores a shortened text, and the salt uses that text.
            let left = text_of(out.get(from..).unwrap_or_default()).into_owned();
            out.put(&left);
        } else {
            out.put(text);
        }
        Self { part, element, is_wider: start == Start::Wider, text_of, item_width: 0 }
    }

    /// Returns the match of the lists with `items`, each of `width` bytes, at `part`. `is_held` is `false` if no list
    /// can hold one of them.
    fn of_items(part: TextPart, items: &[u8], is_held: bool, width: usize, out: &mut BoundBuf) -> Self {
        let starts = is_held && part == TextPart::Start;
        let element = if starts { u32::try_from(items.len()).ok() } else { is_held.then_some(0) };
        if starts {
            out.put(items);
        }
        out.put(items);
        Self { part, element, is_wider: !starts, text_of: |list| Cow::Borrowed(list), item_width: width as u32 }
    }
}
