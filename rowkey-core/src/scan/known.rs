//! The inputs of the salt that a scan knows.

use super::UntypedKey;
use super::filter::Filter;
use super::predicate::Predicate;
use super::query::{Asked, BoundField, Suffix};
use crate::bytes::KeyBuf;
use crate::key::InputValue;
use crate::layout::salt::Salt;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// The inputs of the salt, as far as the bound values tell them: one combination of these at a time.
#[derive(Clone)]
pub(super) struct KnownInputs {
    known: SmallVec<[Option<InputValue>; 2]>,
    lists: SmallVec<[ListInputs; 1]>,
}

/// The inputs that the values of a list give.
#[derive(Clone)]
struct ListInputs {
    /// The number of the list.
    list: usize,
    of_values: Vec<SmallVec<[(usize, InputValue); 1]>>,
}

impl KnownInputs {
    /// The inputs that are known of a query. A value that gives no input is one that no key can hold.
    pub(super) fn of(key: &'static UntypedKey, asked: &mut Asked, filters: &[Filter]) -> Self {
        let mut inputs = Self { known: SmallVec::new(), lists: SmallVec::new() };
        let Some(salt) = &key.layout.parts.salt else { return inputs };
        for (slot, input) in salt.inputs.iter().enumerate() {
            let found = match asked.elements(key.layout).nth(input.field) {
                Some((BoundField::Value(_), element)) => Some((key.input_of)(slot, element)),
                Some((BoundField::NoValue | BoundField::List, _)) => None,
                None => of_unbound(key, salt, slot, asked, filters),
            };
            asked.is_impossible |= matches!(found, Some(None));
            inputs.known.push(found.flatten());
        }
        if asked.lists.is_empty() {
            return inputs;
        }
        let fields = (0..asked.bound.len()).filter(|&field| asked.bound[field] == BoundField::List);
        for (list, field) in fields.enumerate() {
            let slots = || (0..salt.inputs.len()).filter(|&slot| salt.is_input(slot, field));
            if slots().next().is_some() {
                let of_values = of_list(key, slots, &mut asked.lists[list]);
                inputs.lists.push(ListInputs { list, of_values });
            }
        }
        inputs.choose(&SmallVec::<[usize; 4]>::from_elem(0, asked.lists.len()));
        inputs
    }

    /// Goes to another combination: of each list the value of this number.
    pub(super) fn choose(&mut self, chosen: &[usize]) {
        for ListInputs { list, of_values } in &self.lists {
            for (slot, value) in chosen.get(*list).and_then(|&at| of_values.get(at)).into_iter().flatten() {
                self.known[*slot] = Some(value.clone());
            }
        }
    }

    /// Sets an input to one of the values that are left of it.
    pub(super) fn set(&mut self, slot: usize, value: &InputValue) {
        if let Some(place) = self.known.get_mut(slot) {
            *place = Some(value.clone());
        }
    }

    pub(super) fn are_all(&self) -> bool {
        self.known.iter().all(Option::is_some)
    }

    pub(super) fn is_known(&self, slot: usize) -> bool {
        self.known.get(slot).is_some_and(Option::is_some)
    }

    /// The known inputs, in the order of the salt.
    pub(super) fn values(&self) -> impl Iterator<Item = &InputValue> {
        self.known.iter().flatten()
    }
}

/// Input `slot` of a field that is not bound to values, if the start of its text or a filter tells it: the value, or `None` if
/// no key can hold that.
fn of_unbound(
    key: &'static UntypedKey,
    salt: &Salt,
    slot: usize,
    asked: &Asked,
    filters: &[Filter],
) -> Option<Option<InputValue>> {
    let field = salt.inputs.get(slot)?.field;
    if let Suffix::StartsWith(of, start) = &asked.suffix {
        if let Some(value) = salt.value_of_start(slot, &start.text).filter(|_| *of == field) {
            return Some(value.ok());
        }
    }
    filters.iter().filter(|filter| filter.field == field).find_map(|filter| match &filter.predicate {
        Predicate::Equal(Some(element)) => Some((key.input_of)(slot, element)),
        _ => None,
    })
}

/// The inputs of each value of a list, which loses those that no key can hold.
fn of_list<I: Iterator<Item = usize>>(
    key: &'static UntypedKey,
    slots: impl Fn() -> I,
    list: &mut Vec<KeyBuf>,
) -> Vec<SmallVec<[(usize, InputValue); 1]>> {
    let mut of_values = Vec::with_capacity(list.len());
    list.retain(|element| {
        let inputs = slots().map(|slot| Some((slot, (key.input_of)(slot, element)?))).collect();
        let is_held = Option::is_some(&inputs);
        of_values.extend(inputs);
        is_held
    });
    of_values
}
