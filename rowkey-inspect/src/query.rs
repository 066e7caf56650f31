//! The text form of a query: `phone = "133" and at in 2017-12-01..2017-12-02 limit 3`.

use rowkey_core::codec::TextPart;
use std::fmt::Display;
use std::ops::Bound;
use thiserror::Error;

/// A parsed query, for any key type.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ParsedQuery {
    pub(crate) conditions: Vec<FieldCondition>,
    pub(crate) limit: Option<usize>,
    pub(crate) bucket: Option<u32>,
    pub(crate) reversed: bool,
}

/// A condition on one field, or on the record type of an enum's rows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FieldCondition {
    pub(crate) field: Word,
    pub(crate) predicate: Predicate,
}

/// A predicate on the value of a field.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Predicate {
    Equal(Word),
    OneOf(Vec<Word>),
    Range(Bound<Word>, Bound<Word>),
    /// The text contains a part.
    Text(TextPart, Word),
    /// A nested key has these parts: `route.from = SFO and route.to = JFK`.
    Parts(Vec<(String, Word)>),
}

/// A name or a value, and its position in the query.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Word {
    pub(crate) text: String,
    /// In characters, from 0.
    pub(crate) at: usize,
}

/// An invalid query.
#[derive(Debug, Error)]
#[error("{}", Self::pointed(query, *at, format_args!("expected {expected}, found {found}")))]
pub(crate) struct QueryError {
    pub(crate) query: String,
    /// In characters, from 0.
    pub(crate) at: usize,
    pub(crate) expected: String,
    pub(crate) found: String,
}

/// A token of the query.
#[derive(Clone, Debug, PartialEq)]
enum Token {
    /// A name, a number, a date: any word without quotes.
    Bare(String),
    Quoted(String),
    Sign(&'static str),
}

/// The signs. A sign comes before every other one that is a prefix of it.
const SIGNS: [&str; 11] = ["..=", "..", ">=", "<=", "=", ">", "<", "(", ")", ",", "*"];

impl QueryError {
    /// Formats an error, with a mark below its position in the query.
    pub(crate) fn pointed(query: &str, at: usize, error: impl Display) -> String {
        // Blanks replace control characters, which would move the mark or change the terminal.
        let shown: String = query.chars().map(|it| if it.is_control() { ' ' } else { it }).collect();
        format!("{error}\n  {shown}\n  {:>width$}", '^', width = at + 1)
    }
}

impl ParsedQuery {
    /// Parses a query.
    pub(crate) fn parse(text: &str) -> Result<Self, QueryError> {
        let tokens = tokens(text)?;
        Parser { text, tokens: &tokens, next: 0 }.query()
    }
}

fn error(query: &str, at: usize, expected: impl Into<String>, found: impl Into<String>) -> QueryError {
    QueryError { query: query.to_owned(), at, expected: expected.into(), found: found.into() }
}

/// Splits a query into tokens with their positions.
fn tokens(text: &str) -> Result<Vec<(usize, Token)>, QueryError> {
    let characters: Vec<char> = text.chars().collect();
    let sign_at = |at: usize| {
        let rest = characters.get(at..).unwrap_or_default();
        SIGNS.into_iter().find(|sign| sign.chars().eq(rest.iter().copied().take(sign.len())))
    };
    let (mut tokens, mut at) = (Vec::new(), 0);
    while let Some(&character) = characters.get(at) {
        let from = at;
        if character.is_whitespace() {
            at += 1;
        } else if let '"' | '\'' = character {
            let (inner, end) = quoted(text, &characters, at)?;
            tokens.push((from, Token::Quoted(inner)));
            at = end;
        } else if let Some(sign) = sign_at(at) {
            tokens.push((from, Token::Sign(sign)));
            at += sign.len();
        } else {
            // A word ends at a blank or a sign: `at<=5` is `at`, `<=` and `5`.
            while at < characters.len() && !characters[at].is_whitespace() && sign_at(at).is_none() {
                at += 1;
            }
            tokens.push((from, Token::Bare(characters[from..at].iter().collect())));
        }
    }
    Ok(tokens)
}

/// Returns the text between quotes and the position after it. `\` escapes the next character.
fn quoted(text: &str, characters: &[char], from: usize) -> Result<(String, usize), QueryError> {
    let quote = characters[from];
    let (mut inner, mut at) = (String::new(), from + 1);
    while let Some(&character) = characters.get(at) {
        at += 1;
        match character {
            '\\' => {
                inner.extend(characters.get(at));
                at += 1;
            }
            end if end == quote => return Ok((inner, at)),
            character => inner.push(character),
        }
    }
    Err(error(text, from, format!("{quote} at the end of the text"), "the end of the query"))
}

/// Parses the tokens one after another.
struct Parser<'q> {
    text: &'q str,
    tokens: &'q [(usize, Token)],
    next: usize,
}

impl Parser<'_> {
    fn query(mut self) -> Result<ParsedQuery, QueryError> {
        let mut query = ParsedQuery::default();
        if !self.takes_sign("*") && matches!(self.peek(), Some(Token::Bare(_))) && !self.begins_setting() {
            self.condition(&mut query)?;
            while self.takes_word("and") {
                self.condition(&mut query)?;
            }
        }
        while self.peek().is_some() {
            self.setting(&mut query)?;
        }
        Ok(query)
    }

    fn setting(&mut self, query: &mut ParsedQuery) -> Result<(), QueryError> {
        if self.takes_word("limit") {
            query.limit = Some(self.number("a number of rows")?);
        } else if self.takes_word("bucket") {
            query.bucket = Some(self.number("the number of a bucket")?);
        } else if self.takes_word("reversed") {
            query.reversed = true;
        } else {
            return Err(self.unexpected("`and`, `limit N`, `bucket N`, `reversed` or the end"));
        }
        Ok(())
    }

    /// Returns `true` if the next token starts a setting of the query, and not a condition on a field of that name:
    /// `limit 3`, but not `limit = 3`.
    fn begins_setting(&self) -> bool {
        let is_predicate = match self.tokens.get(self.next + 1).map(|(_, token)| token) {
            Some(Token::Sign(sign)) => matches!(*sign, "=" | "<" | "<=" | ">" | ">="),
            Some(Token::Bare(word)) => matches!(&**word, "in" | "contains" | "starts" | "ends"),
            _ => false,
        };
        matches!(self.peek(), Some(Token::Bare(word)) if is_setting(word)) && !is_predicate
    }

    fn condition(&mut self, query: &mut ParsedQuery) -> Result<(), QueryError> {
        let field = match self.peek() {
            Some(Token::Bare(name)) => Word { text: name.clone(), at: self.at() },
            _ => return Err(self.unexpected("the name of a field")),
        };
        self.next += 1;
        let predicate = self.predicate()?;
        query.conditions.push(FieldCondition { field, predicate });
        Ok(())
    }

    fn predicate(&mut self) -> Result<Predicate, QueryError> {
        if self.takes_sign("=") {
            return self.value().map(Predicate::Equal);
        }
        if self.takes_sign(">=") {
            return Ok(Predicate::Range(Bound::Included(self.value()?), Bound::Unbounded));
        }
        if self.takes_sign(">") {
            return Ok(Predicate::Range(Bound::Excluded(self.value()?), Bound::Unbounded));
        }
        if self.takes_sign("<=") {
            return Ok(Predicate::Range(Bound::Unbounded, Bound::Included(self.value()?)));
        }
        if self.takes_sign("<") {
            return Ok(Predicate::Range(Bound::Unbounded, Bound::Excluded(self.value()?)));
        }
        if self.takes_word("in") {
            return if self.takes_sign("(") { self.list().map(Predicate::OneOf) } else { self.range() };
        }
        if self.takes_word("contains") {
            return Ok(Predicate::Text(TextPart::Anywhere, self.value()?));
        }
        for (word, part) in [("starts", TextPart::Start), ("ends", TextPart::End)] {
            if self.takes_word(word) {
                return match self.takes_word("with") {
                    true => Ok(Predicate::Text(part, self.value()?)),
                    false => Err(self.unexpected("`with`")),
                };
            }
        }
        Err(self.unexpected("`=`, `in`, `<`, `<=`, `>`, `>=`, `starts with`, `ends with` or `contains`"))
    }

    /// Parses the values of a list after its `(`.
    fn list(&mut self) -> Result<Vec<Word>, QueryError> {
        let mut values = vec![self.value()?];
        while self.takes_sign(",") {
            values.push(self.value()?);
        }
        if self.takes_sign(")") { Ok(values) } else { Err(self.unexpected("`,` or `)`")) }
    }

    fn range(&mut self) -> Result<Predicate, QueryError> {
        let start = match self.peek() {
            Some(Token::Sign(_)) => Bound::Unbounded,
            _ => Bound::Included(self.value()?),
        };
        if self.takes_sign("..=") {
            return Ok(Predicate::Range(start, Bound::Included(self.value()?)));
        }
        if !self.takes_sign("..") {
            return Err(self.unexpected("`(`, `..` or `..=`"));
        }
        let is_end = match self.peek() {
            None | Some(Token::Sign(_)) => true,
            Some(Token::Bare(word)) => word == "and" || is_setting(word),
            Some(Token::Quoted(_)) => false,
        };
        Ok(Predicate::Range(start, if is_end { Bound::Unbounded } else { Bound::Excluded(self.value()?) }))
    }

    fn value(&mut self) -> Result<Word, QueryError> {
        let at = self.at();
        match self.peek() {
            // With quotes, such a word is a value.
            Some(Token::Bare(word)) if word == "and" || is_setting(word) => Err(self.unexpected("a value")),
            Some(Token::Bare(text) | Token::Quoted(text)) => {
                let text = text.clone();
                self.next += 1;
                Ok(Word { text, at })
            }
            _ => Err(self.unexpected("a value")),
        }
    }

    fn number<N: std::str::FromStr>(&mut self, expected: &str) -> Result<N, QueryError> {
        let number = match self.peek() {
            Some(Token::Bare(text)) => text.parse().ok(),
            _ => None,
        };
        let number = number.ok_or_else(|| self.unexpected(expected))?;
        self.next += 1;
        Ok(number)
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|(_, token)| token)
    }

    /// Returns the position of the next token.
    fn at(&self) -> usize {
        self.tokens.get(self.next).map_or_else(|| self.text.chars().count(), |(at, _)| *at)
    }

    fn takes_sign(&mut self, sign: &str) -> bool {
        let is_there = matches!(self.peek(), Some(Token::Sign(found)) if *found == sign);
        self.next += usize::from(is_there);
        is_there
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let is_there = matches!(self.peek(), Some(Token::Bare(found)) if found == word);
        self.next += usize::from(is_there);
        is_there
    }

    fn unexpected(&self, expected: &str) -> QueryError {
        let found = match self.peek() {
            None => "the end".to_owned(),
            Some(Token::Sign(sign)) => format!("`{sign}`"),
            Some(Token::Bare(word)) => format!("`{word}`"),
            Some(Token::Quoted(text)) => format!("{text:?}"),
        };
        error(self.text, self.at(), expected, found)
    }
}

/// Returns `true` if the word starts a setting of the query.
fn is_setting(word: &str) -> bool {
    matches!(word, "limit" | "bucket" | "reversed")
}
