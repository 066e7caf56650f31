//! Deterministic automata of `regex-automata`, and queries on the sets of keys that they accept.

use crate::regex::Regex;
use regex_automata::dfa::{Automaton as _, StartKind, dense};
use regex_automata::util::start::Config;
use regex_automata::util::syntax;
use regex_automata::{Anchored, MatchKind, nfa::thompson};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The states of a set of byte strings.
#[derive(Clone, Debug)]
pub struct Automaton {
    start: usize,
    /// The run of each byte. All states treat the bytes of a run alike.
    run: [u8; 256],
    /// The number of runs.
    runs: usize,
    /// The state after each run, for one state after another. The automata of all layouts are in memory at once, so a
    /// state has no 256 numbers.
    next: Vec<u32>,
    accepts: Vec<bool>,
    /// `true` for the states from which a word can still be completed.
    live: Vec<bool>,
}

impl Automaton {
    /// Builds the automaton of these words. Returns `None` if it would have too many states.
    pub fn of(words: &Regex) -> Option<Self> {
        let pattern = format!("(?s-u:{})", words.pattern());
        let limit = Some(1 << 24);
        let dense = dense::Builder::new()
            // Finds all matches, not only the first one.
            .configure(
                dense::Config::new()
                    .match_kind(MatchKind::All)
                    .start_kind(StartKind::Anchored)
                    .dfa_size_limit(limit)
                    .determinize_size_limit(limit),
            )
            .syntax(syntax::Config::new().unicode(false).utf8(false).nest_limit(10_000))
            .thompson(thompson::Config::new().utf8(false).nfa_size_limit(limit))
            .build(&pattern)
            .ok()?;
        let first = dense.start_state(&Config::new().anchored(Anchored::Yes)).ok()?;
        let mut numbers = BTreeMap::from([(first, 0)]);
        let (mut queue, mut rows, mut accepts) = (VecDeque::from([first]), Vec::new(), Vec::new());
        while let Some(state) = queue.pop_front() {
            let mut row = [0_u32; 256];
            for byte in 0..=255 {
                let to = dense.next_state(state, byte);
                let new = numbers.len() as u32;
                row[usize::from(byte)] = *numbers.entry(to).or_insert_with(|| {
                    queue.push_back(to);
                    new
                });
            }
            rows.push(row);
            accepts.push(dense.is_match_state(dense.next_eoi_state(state)));
        }
        let (mut run, mut firsts) = ([0_u8; 256], vec![0]);
        for byte in 1..256 {
            if rows.iter().any(|row: &[u32; 256]| row[byte] != row[byte - 1]) {
                firsts.push(byte);
            }
            run[byte] = (firsts.len() - 1) as u8;
        }
        let next = rows.iter().flat_map(|row| firsts.iter().map(|first| row[*first])).collect();
        let mut automaton = Self { start: 0, run, runs: firsts.len(), next, live: accepts.clone(), accepts };
        automaton.find_live();
        Some(automaton)
    }

    /// Most states have a lower number than those after them, so a few turns from the last to the first find all.
    fn find_live(&mut self) {
        loop {
            let mut found = false;
            for (state, row) in self.next.chunks(self.runs).enumerate().rev() {
                if !self.live[state] && row.iter().any(|to| self.live[*to as usize]) {
                    self.live[state] = true;
                    found = true;
                }
            }
            if !found {
                return;
            }
        }
    }

    fn after(&self, state: usize, byte: u8) -> Option<usize> {
        let to = self.next[state * self.runs + usize::from(self.run[usize::from(byte)])] as usize;
        self.live[to].then_some(to)
    }

    /// Returns `true` if the automaton accepts `word`.
    pub fn accepts(&self, word: &[u8]) -> bool {
        word.iter().try_fold(self.start, |state, byte| self.after(state, *byte)).is_some_and(|end| self.accepts[end])
    }

    /// Returns `true` if a word starts with these bytes.
    pub fn begins(&self, word: &[u8]) -> bool {
        self.live[self.start] && word.iter().try_fold(self.start, |state, byte| self.after(state, *byte)).is_some()
    }

    /// Returns `true` if a word is at or above `start`, and below `stop`. The empty word is never a key.
    pub fn has_between(&self, start: &[u8], stop: Option<&[u8]>) -> bool {
        let start = if start.is_empty() { &[0] } else { start };
        // A state, and how many bytes of `start` and of `stop` the word has matched. `None` after the first byte that
        // differs.
        let mut seen = BTreeSet::new();
        let mut queue = VecDeque::from([(self.start, Some(0), stop.map(|_| 0))]);
        while let Some((state, low, high)) = queue.pop_front() {
            let low = low.filter(|at| *at < start.len());
            if !self.live[state] || high == stop.map(<[u8]>::len) && high.is_some() || !seen.insert((state, low, high))
            {
                continue;
            }
            if self.accepts[state] && low.is_none() {
                return true;
            }
            for byte in 0..=255 {
                let Some(to) = self.after(state, byte) else { continue };
                let low = match low {
                    Some(at) if byte < start[at] => continue,
                    Some(at) if byte == start[at] => Some(at + 1),
                    _ => None,
                };
                let high = match (high, stop) {
                    (Some(at), Some(stop)) if byte > stop[at] => continue,
                    (Some(at), Some(stop)) if byte == stop[at] => Some(at + 1),
                    _ => None,
                };
                queue.push_back((to, low, high));
            }
        }
        false
    }

    /// Returns the first word at or above `start`, if it has at most about `most` bytes.
    ///
    /// There is no first word if longer words keep getting smaller: `b`, `ab`, `aab`, and so on.
    pub fn least(&self, start: &[u8], most: usize) -> Option<Vec<u8>> {
        // Tries words that share a prefix with `start`, and are above it. The longest shared prefix has the first of
        // them.
        let mut states = vec![self.start];
        for byte in start {
            match self.after(states[states.len() - 1], *byte) {
                Some(state) => states.push(state),
                None => break,
            }
        }
        for (at, state) in states.iter().enumerate().rev() {
            let is_whole = at == start.len();
            let first = if is_whole { Some(0) } else { start[at].checked_add(1) };
            if is_whole && self.accepts[*state] && at > 0 {
                return Some(start.to_vec());
            }
            for byte in first.into_iter().flat_map(|first| first..=255) {
                let Some(state) = self.after(*state, byte) else { continue };
                return self.descend([&start[..at], &[byte]].concat(), state, most);
            }
        }
        None
    }

    /// Completes a word from a state, always with the smallest byte.
    fn descend(&self, mut word: Vec<u8>, mut state: usize, most: usize) -> Option<Vec<u8>> {
        while !self.accepts[state] {
            let byte = (0..=255).find(|byte| self.after(state, *byte).is_some())?;
            word.push(byte);
            state = self.after(state, byte)?;
            if word.len() > most {
                return None;
            }
        }
        Some(word)
    }

    /// Returns all strings of up to `width` bytes, with one byte of each run that all states treat alike. Stops at the
    /// longest width with at most `most` strings.
    pub fn short_strings(&self, width: usize, most: usize) -> Vec<Vec<u8>> {
        let bytes = telling(&[self]);
        let (mut all, mut from) = (vec![vec![]], 0);
        for _ in 0..width {
            let last = from..all.len();
            from = all.len();
            if last.len() * bytes.len() + all.len() > most {
                break;
            }
            for i in last {
                all.extend(bytes.iter().map(|byte| [&all[i][..], &[*byte]].concat()).collect::<Vec<_>>());
            }
        }
        all
    }

    /// Returns a shortest word of both automata.
    pub fn common(&self, other: &Self) -> Option<Vec<u8>> {
        let mut seen = BTreeSet::from([(self.start, other.start)]);
        let mut queue = VecDeque::from([(self.start, other.start, Vec::new())]);
        let bytes = telling(&[self, other]);
        while let Some((a, b, word)) = queue.pop_front() {
            if self.accepts[a] && other.accepts[b] {
                return Some(word);
            }
            for &byte in &bytes {
                let Some((a, b)) = self.after(a, byte).zip(other.after(b, byte)) else { continue };
                if seen.insert((a, b)) {
                    queue.push_back((a, b, [&word[..], &[byte]].concat()));
                }
            }
        }
        None
    }

    /// Returns a shortest word of this automaton that starts with a word of the other.
    pub fn beyond(&self, other: &Self) -> Option<Vec<u8>> {
        let mut seen = BTreeSet::from([(self.start, Some(other.start))]);
        let mut queue = VecDeque::from([(self.start, Some(other.start), Vec::new())]);
        let bytes = telling(&[self, other]);
        while let Some((a, b, word)) = queue.pop_front() {
            // After a word of the other, every byte is allowed.
            let b = b.filter(|b| !other.accepts[*b]);
            if b.is_none() && self.accepts[a] {
                return Some(word);
            }
            for &byte in &bytes {
                let Some(a) = self.after(a, byte) else { continue };
                let b = match b.map(|b| other.after(b, byte)) {
                    Some(None) => continue,
                    b => b.flatten(),
                };
                if seen.insert((a, b)) {
                    queue.push_back((a, b, [&word[..], &[byte]].concat()));
                }
            }
        }
        None
    }

    /// Returns `true` if words of both automata share a prefix that contains the head of each.
    pub fn meets_behind(&self, head: &Self, other: &Self, other_head: &Self) -> bool {
        let passed = |head: &Self, state: Option<usize>| state.filter(|state| !head.accepts[*state]);
        let first =
            (self.start, passed(head, Some(head.start)), other.start, passed(other_head, Some(other_head.start)));
        let (mut seen, mut queue) = (BTreeSet::from([first]), VecDeque::from([first]));
        let bytes = telling(&[self, head, other, other_head]);
        while let Some((a, head_a, b, head_b)) = queue.pop_front() {
            if head_a.is_none() && head_b.is_none() {
                return true;
            }
            for &byte in &bytes {
                let Some((a, b)) = self.after(a, byte).zip(other.after(b, byte)) else { continue };
                let step = |head: &Self, state: Option<usize>| match state {
                    Some(state) => head.after(state, byte).map(|to| passed(head, Some(to))),
                    None => Some(None),
                };
                let Some((head_a, head_b)) = step(head, head_a).zip(step(other_head, head_b)) else { continue };
                if seen.insert((a, head_a, b, head_b)) {
                    queue.push_back((a, head_a, b, head_b));
                }
            }
        }
        false
    }

    /// Returns two keys whose order differs from the order of the texts that they start with. One text is a word, and
    /// the other is a longer word that starts with it. A word of `rest` follows each. The shorter text sorts first, or
    /// last with `desc`.
    ///
    /// If texts are digits and the rest is `:`, the texts `1` and `12` have the keys `1:` and `12:`. The key `12:`
    /// sorts first.
    pub fn overtaken(&self, rest: &Self, desc: bool) -> Option<(Vec<u8>, Vec<u8>)> {
        // Each state in which a text can end or continue, with a word that leads to it.
        let mut parting = BTreeMap::from([(self.start, Vec::new())]);
        let mut queue = VecDeque::from([self.start]);
        while let Some(state) = queue.pop_front() {
            for byte in 0..=255 {
                let Some(to) = self.after(state, byte) else { continue };
                if !parting.contains_key(&to) {
                    parting.insert(to, [&parting[&state][..], &[byte]].concat());
                    queue.push_back(to);
                }
            }
        }
        let is_live = rest.live[rest.start];
        let parting = parting.into_iter().filter(|(state, _)| is_live && self.accepts[*state]);
        parting.into_iter().find_map(|(state, text)| {
            let (short, long) = self.overtaken_from(state, rest, desc)?;
            Some(([&text[..], &short].concat(), [&text[..], &long].concat()))
        })
    }

    /// Returns the bytes after a text that ends in `state`, and the bytes after it in a longer text.
    fn overtaken_from(&self, state: usize, rest: &Self, desc: bool) -> Option<(Vec<u8>, Vec<u8>)> {
        // The longer key is in the text until its end (`Ok`), and then in the rest (`Err`).
        let after_long = |long: Result<usize, usize>, byte: u8| {
            let in_rest = |state| rest.after(state, byte).map(Err);
            match long {
                Ok(state) => {
                    let ends = self.accepts[state].then(|| in_rest(rest.start)).flatten();
                    [self.after(state, byte).map(Ok), ends]
                }
                Err(state) => [in_rest(state), None],
            }
        };
        let end_of_long = |long: Result<usize, usize>| match long {
            Ok(state) => [self.shortest(state), rest.shortest(rest.start)].concat(),
            Err(state) => rest.shortest(state),
        };
        let start = (rest.start, Ok(state));
        let mut seen = BTreeSet::from([(start, true)]);
        let mut queue = VecDeque::from([(start, true, Vec::new())]);
        while let Some(((short, long), is_first, word)) = queue.pop_front() {
            let is_long_over = match long {
                Ok(state) => !is_first && self.accepts[state] && rest.accepts[rest.start],
                Err(state) => rest.accepts[state],
            };
            // The next bytes of the longer key. At first it is still in the longer text.
            let steps =
                (0..=255).flat_map(|byte| after_long(long, byte).into_iter().flatten().map(move |to| (byte, to)));
            let steps: Vec<(u8, Result<usize, usize>)> = steps.filter(|(_, to)| !is_first || to.is_ok()).collect();
            let with = |short: &[u8], long: &[u8]| Some(([&word[..], short].concat(), [&word[..], long].concat()));
            // The short key is a prefix of the long one and sorts first. With `desc`, it must sort last.
            if desc && rest.accepts[short] && !steps.is_empty() {
                let (byte, to) = steps[0];
                return with(&[], &[&[byte], &end_of_long(to)[..]].concat());
            }
            for byte in 0..=255 {
                let Some(to) = rest.after(short, byte) else { continue };
                // The long key is a prefix of the short one and sorts first. Without `desc`, it must sort last.
                if !desc && is_long_over {
                    return with(&[&[byte], &rest.shortest(to)[..]].concat(), &[]);
                }
                // The keys differ at this byte, in the wrong order.
                let is_wrong =
                    |(other, _): &&(u8, Result<usize, usize>)| if desc { byte < *other } else { byte > *other };
                if let Some((other, other_to)) = steps.iter().find(is_wrong) {
                    let short = [&[byte], &rest.shortest(to)[..]].concat();
                    return with(&short, &[&[*other], &end_of_long(*other_to)[..]].concat());
                }
                for (_, long) in steps.iter().filter(|(other, _)| *other == byte) {
                    let next = (to, *long);
                    if seen.insert((next, false)) {
                        queue.push_back((next, false, [&word[..], &[byte]].concat()));
                    }
                }
            }
        }
        None
    }

    /// Returns a shortest completion of a word from a live state.
    fn shortest(&self, state: usize) -> Vec<u8> {
        let mut seen = BTreeSet::from([state]);
        let mut queue = VecDeque::from([(state, Vec::new())]);
        while let Some((state, word)) = queue.pop_front() {
            if self.accepts[state] {
                return word;
            }
            for byte in 0..=255 {
                if let Some(to) = self.after(state, byte).filter(|to| seen.insert(*to)) {
                    queue.push_back((to, [&word[..], &[byte]].concat()));
                }
            }
        }
        unreachable!("no word can be read from a state that is not live")
    }

    /// Returns a random word. It can end after any word, with a chance of 1 in 4, and ends at the first word of at
    /// least `steps` bytes.
    pub fn random_word(&self, random: &mut fastrand::Rng, steps: usize) -> Option<Vec<u8>> {
        if !self.live[self.start] {
            return None;
        }
        let (mut state, mut word) = (self.start, Vec::new());
        loop {
            let done = self.accepts[state] && (word.len() >= steps || random.u8(..4) == 0);
            let bytes: Vec<u8> = (0..=255).filter(|byte| self.after(state, *byte).is_some()).collect();
            if done || bytes.is_empty() || word.len() > 200 {
                return self.accepts[state].then_some(word);
            }
            // Half of the time, takes the smallest or the largest possible byte. Errors in the sets are likely there.
            let byte = match random.u8(..4) {
                0 => bytes[0],
                1 => bytes[bytes.len() - 1],
                _ => bytes[random.usize(..bytes.len())],
            };
            word.push(byte);
            state = self.after(state, byte)?;
        }
    }

    /// Returns the bytes that occur in words.
    pub fn alphabet(&self) -> Vec<u8> {
        let (mut seen, mut held) = (BTreeSet::from([self.start]), BTreeSet::new());
        let mut queue = VecDeque::from([self.start]);
        while let Some(state) = queue.pop_front() {
            for byte in 0..=255 {
                let Some(to) = self.after(state, byte) else { continue };
                held.insert(byte);
                if seen.insert(to) {
                    queue.push_back(to);
                }
            }
        }
        held.into_iter().collect()
    }
}

/// Returns one byte of each run of bytes that all states of these automata treat alike.
fn telling(automata: &[&Automaton]) -> Vec<u8> {
    let begins_run = |byte: &u8| {
        let at = usize::from(*byte);
        at == 0 || automata.iter().any(|automaton| automaton.run[at] != automaton.run[at - 1])
    };
    (0..=255).filter(begins_run).collect()
}

/// Returns a key that can be split into its elements in two ways. The separators are elements here.
///
/// For two elements with any number of digits, this is `1`: the digit can belong to either element.
pub fn cut_twice(elements: &[Automaton]) -> Option<Vec<u8>> {
    // Two readers of one key, each at an element and a state, and `true` if they once read a byte in different
    // elements.
    let closed = |(mut at, mut state): (usize, usize)| {
        let mut all = vec![(at, state)];
        while elements[at].accepts[state] && at + 1 < elements.len() {
            (at, state) = (at + 1, elements[at + 1].start);
            all.push((at, state));
        }
        all
    };
    let last = elements.len().checked_sub(1)?;
    let bytes = telling(&elements.iter().collect::<Vec<_>>());
    let start = (0, elements[0].start);
    let mut seen = BTreeSet::from([(start, start, false)]);
    let mut queue = VecDeque::from([(start, start, false, Vec::new())]);
    while let Some((a, b, differ, word)) = queue.pop_front() {
        let (all_a, all_b) = (closed(a), closed(b));
        let ends = |all: &[(usize, usize)]| all.iter().any(|(at, state)| *at == last && elements[*at].accepts[*state]);
        if differ && ends(&all_a) && ends(&all_b) {
            return Some(word);
        }
        for &byte in &bytes {
            for &(at, state) in &all_a {
                let Some(to) = elements[at].after(state, byte) else { continue };
                for &(other_at, other) in &all_b {
                    let Some(other_to) = elements[other_at].after(other, byte) else { continue };
                    let node = ((at, to), (other_at, other_to), differ || at != other_at);
                    if seen.insert(node) {
                        queue.push_back((node.0, node.1, node.2, [&word[..], &[byte]].concat()));
                    }
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regex::{Regex, literal};

    fn digits() -> Regex {
        Regex::Class(vec![(b'0', b'9')])
    }

    #[test]
    fn regions() {
        let words = Regex::Concat(vec![literal(b"a"), Regex::Star(Box::new(digits()))]);
        let automaton = Automaton::of(&words).unwrap();
        let has = |start: &[u8], stop: &[u8]| automaton.has_between(start, Some(stop));
        assert!(has(b"", b"b") && has(b"a", b"a\0") && has(b"a00", b"a01") && has(b"a9", b"b"));
        assert!(!has(b"a\0", b"a0") && !has(b"a:", b"b") && !has(b"b", b"z") && !has(b"", b"a"));
        assert!(automaton.has_between(b"a9", None) && !automaton.has_between(b"b", None));
    }

    #[test]
    fn texts_that_are_overtaken() {
        let own = Regex::Star(Box::new(digits()));
        let overtaken = |rest: &[u8], desc: bool| {
            let turned = |words: Regex| if desc { words.complemented() } else { words };
            let [own, rest] = [own.clone(), literal(rest)].map(|words| Automaton::of(&turned(words)).unwrap());
            let found = own.overtaken(&rest, desc);
            if let Some((short, long)) = &found {
                assert!(if desc { short < long } else { short > long }, "{short:?} {long:?}");
            }
            found.is_some()
        };
        for desc in [false, true] {
            assert!([&b":"[..], b"5", b"0:", b"01"].iter().all(|rest| overtaken(rest, desc)));
            assert!(![&b"/"[..], b"0/"].iter().any(|rest| overtaken(rest, desc)));
            // The key of the shorter text is then a prefix of the longer key, and sorts first.
            assert!([&b""[..], b"0"].iter().all(|rest| overtaken(rest, desc) == desc));
        }
    }

    #[test]
    fn least_words() {
        let words = Regex::Concat(vec![literal(b"a"), Regex::Star(Box::new(digits()))]);
        let automaton = Automaton::of(&words).unwrap();
        let least = |start: &[u8]| automaton.least(start, 9);
        assert_eq!(least(b""), Some(b"a".to_vec()));
        assert_eq!(least(b"a\0"), Some(b"a0".to_vec()));
        assert_eq!(least(b"a05"), Some(b"a05".to_vec()));
        assert_eq!(least(b"a05:"), Some(b"a06".to_vec()));
        assert_eq!(least(b"a:"), None);
        assert_eq!(automaton.short_strings(2, 1_000).iter().filter(|word| automaton.accepts(word)).count(), 2);
    }

    #[test]
    fn cuts() {
        let many = || Automaton::of(&Regex::Star(Box::new(digits()))).unwrap();
        let bar = || Automaton::of(&literal(b"|")).unwrap();
        assert_eq!(cut_twice(&[many(), bar(), many()]), None);
        assert_eq!(cut_twice(&[many(), many()]).map(|word| word.len()), Some(1));
    }
}
