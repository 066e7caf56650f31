//! Arguments that are a part of a value: of a text, or of a list.

use super::predicate::{BoundBuf, TextMatch};
use crate::bytes::{KeyBuf, Sink};
use crate::codec::{ListCodec, Start, TextCodec, TextPart};
use crate::key::FieldOf;
use alloc::borrow::Cow;

/// The start, the end or another part of a text, for the field `F`; or one in [`If`](crate::If).
///
/// This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "key field `{F}` cannot be searched for a text of type `{Self}`",
    label = "bind it to a value, or to a range of values"
)]
pub trait TextArg<'v, F>: ArgText<'v, F> {}

#[diagnostic::do_not_recommend]
impl<'v, F, S: ArgText<'v, F>> TextArg<'v, F> for S {}

/// A part of a text, as how elements begin.
pub trait ArgText<'v, F> {
    /// How the elements of the texts with this part begin. The bytes are appended to `out`. `None` if nothing is asked.
    fn find(&self, part: TextPart, out: &mut BoundBuf) -> Option<TextMatch>;
}

/// The start of a text for the field `F`, whose element begins otherwise: none.
#[diagnostic::on_unimplemented(
    message = "elements of the field `{F}` do not begin as its texts do, so no range holds the texts that begin alike",
    label = "this field is `reverse_text`, or padded on the left",
    note = "filter the rows by `filter_{F}_starts_with`; if the field is `reverse_text`, `{F}_ends_with` is one range"
)]
pub trait NoStartArg<'v, F>: TextArg<'v, F> {}

#[diagnostic::do_not_recommend]
impl<'v, F: FieldOf<'v, Codec: TextCodec<'v, F::Value>>, S: AsRef<[u8]>> ArgText<'v, F> for S {
    #[inline]
    fn find(&self, part: TextPart, out: &mut BoundBuf) -> Option<TextMatch> {
        let from = out.len();
        let start = F::Codec::start(part, self.as_ref(), out);
        if start == Start::None {
            out.truncate(from);
        }
        let element = u32::try_from(out.len() - from).ok().filter(|_| start != Start::None);
        if start == Start::Cut {
            // The salt of these rows is that of the text that is left.
            let left = F::Codec::text_of(out.get(from..).unwrap_or_default()).into_owned();
            out.put(&left);
        } else {
            out.put(self.as_ref());
        }
        let is_wider = start == Start::Wider;
        Some(TextMatch { part, element, is_wider, text_of: F::Codec::text_of, item_width: 0 })
    }
}

/// Some values of a list, one after the other, for the `repeated` field `F`: a slice, an array or a `Vec` of them; or one of
/// these in [`If`](crate::If).
///
/// This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "expected a slice or an array of values of the list `{F}`, found `{Self}`",
    label = "write the values in brackets: `[(1, 2)]`"
)]
pub trait ItemsArg<'v, F>: ArgItems<'v, F> {}

#[diagnostic::do_not_recommend]
impl<'v, F, S: ArgItems<'v, F>> ItemsArg<'v, F> for S {}

/// Values of a list as bytes.
pub trait ArgItems<'v, F> {
    /// How the elements of the lists with these values begin. The bytes are appended to `out`. `None` if nothing is asked.
    fn find(&self, part: TextPart, out: &mut BoundBuf) -> Option<TextMatch>;
}

#[diagnostic::do_not_recommend]
impl<'v, F, S> ArgItems<'v, F> for S
where
    F: FieldOf<'v, Codec: ListCodec<'v, F::Value>>,
    S: AsRef<[<F::Codec as ListCodec<'v, F::Value>>::Item]>,
{
    fn find(&self, part: TextPart, out: &mut BoundBuf) -> Option<TextMatch> {
        let mut items = KeyBuf::<134>::EMPTY;
        let is_held = F::Codec::put_items(self.as_ref(), &mut items);
        let starts = is_held && part == TextPart::Start;
        let element = if starts { u32::try_from(items.len()).ok() } else { is_held.then_some(0) };
        if starts {
            out.put(&items);
        }
        out.put(&items);
        Some(TextMatch {
            part,
            element,
            is_wider: !starts,
            text_of: |element| Cow::Borrowed(element),
            item_width: F::Codec::WIDTH as u32,
        })
    }
}
