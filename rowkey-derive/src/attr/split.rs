//! `split([RULE] [, allow(REASON, ..)])`, in any order. The rule is `regions = R`, `regions = R, span("..".."..")`,
//! `after = ".." [, regions = R]`, `keys("..", ..)`, `keys = KEYS` or `keys = hex_string(R)`.

use crate::attr::allow::{self, Place};
use crate::attr::item::{between, expected, items, list, parens, value};
use crate::attr::literal::{self, bytes, expr, number};
use crate::check::integer;
use crate::diag::{help_syntax, message, refuse, unknown};
use crate::model::{Split, SplitRule};
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Error, Expr, Ident, Lit, LitFloat, LitInt, Result, Token, Type, token};

pub const ITEMS: [&str; 5] = ["regions", "span", "after", "keys", "allow"];

const SPAN: &str = "span(\"2020\"..\"2040\")";

/// Reads the split of a key whose first field has the type `first`.
pub fn read(word: &Ident, first: Option<&Type>, input: ParseStream) -> Result<Split> {
    let mut split = Split::new(word.clone());
    if input.peek(Token![=]) {
        return Err(assigned(word, input)?);
    }
    parens(word, "split(regions = 16)", input, |input| {
        if input.is_empty() {
            refuse!(word, RK007, "expected a rule or a number of regions in `split`"; help "write `split(regions = 16)`");
        }
        if input.peek(Lit) {
            let literals: TokenStream = input.parse()?;
            let rule = rule_of(&literals);
            refuse!(&literals, RK001, "expected a rule in `split`, found literals"; help "write `{rule}`");
        }
        items(input, |word, input| item(&mut split, word, first, input))
    })?;
    if let (Some((span, SplitRule::Span(from, to))), None) = (&split.rule, &split.regions) {
        let (from, to) = (from.to_token_stream(), to.to_token_stream());
        refuse!(span, RK007, "`span` needs a number of regions";
            help "write `split(regions = 16, span({from}..{to}))`");
    }
    Ok(split)
}

/// Returns the error for `split = ..`, which shows how to write its value in parentheses.
fn assigned(word: &Ident, input: ParseStream) -> Result<Error> {
    let equals: Token![=] = input.parse()?;
    let (value, rule) = if input.peek(token::Bracket) {
        let list: Group = input.parse()?;
        (list.to_token_stream(), rule_of(&list.stream()))
    } else {
        let value = expr(input)?.to_token_stream();
        let is_literal = syn::parse2::<Lit>(value.clone()).is_ok();
        let rule = if is_literal { rule_of(&value) } else { format!("keys = {value}") };
        (value, rule)
    };
    Ok(
        message!(quote! { #word #equals #value }, RK001, "expected parentheses after `{word}`"; help "write `{word}({rule})`"),
    )
}

/// Returns the rule for these literals: a number of regions, or split keys.
fn rule_of(literals: &TokenStream) -> String {
    match syn::parse2::<LitInt>(literals.clone()) {
        Ok(regions) => format!("regions = {regions}"),
        Err(_) => format!("keys({literals})"),
    }
}

fn item(split: &mut Split, word: &Ident, first: Option<&Type>, input: ParseStream) -> Result<()> {
    match word.to_string().as_str() {
        "regions" => {
            split.regions = Some((word.clone(), value(word, "regions = 16", input, |input| number(word, 1, input))?));
        }
        "allow" => split.allow = allow::read(word, Place::Split, input)?,
        "span" => {
            let span = parens(word, SPAN, input, |input| span(word, input))?;
            rule(split, word, span)?;
        }
        "after" => {
            let after = SplitRule::After(value(word, "after = \"|\"", input, bytes)?);
            rule(split, word, after)?;
        }
        "keys" => {
            let keys = keys(word, first, input)?;
            rule(split, word, keys)?;
        }
        name => return Err(unknown(word, "split option", name, &ITEMS)),
    }
    match (&split.regions, &split.rule) {
        (Some((regions, _)), Some((keys, SplitRule::Listed(_) | SplitRule::Named(_) | SplitRule::Computed(_)))) => {
            refuse!(quote! { #regions #keys }, RK005, "`regions` and `keys` exclude each other";
                note "the keys fix the number of regions")
        }
        _ => Ok(()),
    }
}

/// Reads `".."..".."`.
fn span(word: &Ident, input: ParseStream) -> Result<SplitRule> {
    let start = input.fork();
    let from = bound(word, input)?;
    let sign = if input.parse::<Option<Token![..=]>>()?.is_some() {
        "..="
    } else if input.parse::<Option<Token![..]>>()?.is_some() {
        ".."
    } else if input.parse::<Option<Token![,]>>()?.is_some() {
        ","
    } else {
        return Err(help_syntax(expected("`..`", input), format!("write `{SPAN}`")));
    };
    let to = bound(word, input)?;
    if let (Some(Lit::Str(from)), "..", Some(Lit::Str(to))) = (&from, sign, &to) {
        return Ok(SplitRule::Span(from.clone(), to.clone()));
    }
    let written = between(&start, input);
    let text = |bound: &Option<Lit>, none: &str| match bound {
        Some(Lit::Str(text)) => text.to_token_stream().to_string(),
        Some(number) => format!("\"{}\"", number.to_token_stream()),
        None => none.to_owned(),
    };
    let right = format!("{word}({}..{})", text(&from, "\"2020\""), text(&to, "\"2040\""));
    if from.is_none() || to.is_none() {
        refuse!(&written, RK001, "`{word}` needs both its ends";
            note "the first and the last region also hold all earlier and all later times";
            help "write `{right}`");
    }
    match sign {
        ".." => refuse!(&written, RK007, "expected the times of `{word}` as text"; help "write `{right}`"),
        "..=" => refuse!(&written, RK001, "expected `..` in `{word}`, found `..=`";
            note "the last region also holds the second time, and all later ones";
            help "write `{right}`"),
        sign => refuse!(&written, RK001, "expected `..` in `{word}`, found `{sign}`"; help "write `{right}`"),
    }
}

/// Reads an end of a span, if there is one. It should be text, and can be a number.
fn bound(word: &Ident, input: ParseStream) -> Result<Option<Lit>> {
    if input.peek(LitInt) || input.peek(LitFloat) {
        return input.parse().map(Some);
    }
    let is_there = !input.is_empty() && !input.peek(Token![..]);
    is_there.then(|| literal::text(word, input).map(Lit::Str)).transpose()
}

fn rule(split: &mut Split, word: &Ident, rule: SplitRule) -> Result<()> {
    if let Some((other, _)) = &split.rule {
        refuse!(word, RK005, "`{other}` and `{word}` exclude each other"; note "a table is split by one rule");
    }
    split.rule = Some((word.clone(), rule));
    Ok(())
}

/// Reads `("a", b"\x01", ..)`, `= KEYS`, or `= hex_string(16)`. Tokens do not have the type of an expression, so a call
/// is an algorithm, and any other expression is a list.
fn keys(word: &Ident, first: Option<&Type>, input: ParseStream) -> Result<SplitRule> {
    if input.peek(Token![=]) {
        if input.peek2(token::Bracket) || input.peek2(Lit) {
            return Err(keys_without_parentheses(word, first, input)?);
        }
        return Ok(match value(word, "", input, expr)? {
            call @ (Expr::Call(_) | Expr::MethodCall(_)) => SplitRule::Computed(call),
            named => SplitRule::Named(named),
        });
    }
    if !input.peek(token::Paren) {
        refuse!(word, RK007, "`keys` needs a list of split keys"; help "write `keys(\"g\", \"p\")`";
            help "or name a constant: `keys = KEYS`";
            help "or compute them: `keys = rowkey::split::hex_string(16)`");
    }
    let mut all = Vec::new();
    parens(word, "", input, |input| {
        are_no_numbers(first, input)?;
        list(input, |input| bytes(input).map(|literal| all.push(literal)))
    })?;
    if all.is_empty() {
        refuse!(word, RK007, "expected at least one split key in `keys`"; help "write `keys(\"g\", \"p\")`");
    }
    Ok(SplitRule::Listed(all))
}

/// Returns the error for `keys = ["g", "p"]` or `keys = "g"`.
fn keys_without_parentheses(word: &Ident, first: Option<&Type>, input: ParseStream) -> Result<Error> {
    let equals: Token![=] = input.parse()?;
    if input.peek(LitInt) {
        let regions: LitInt = input.parse()?;
        return Ok(message!(quote! { #word #equals #regions }, RK007, "`keys` takes split keys, found a number";
            help "for a number of regions: `regions = {regions}`"));
    }
    let value: TokenTree = input.parse()?;
    let keys = match &value {
        TokenTree::Group(list) => list.stream(),
        literal => literal.to_token_stream(),
    };
    (|input: ParseStream| are_no_numbers(first, input).and_then(|()| skip_all(input))).parse2(keys.clone())?;
    Ok(
        message!(quote! { #word #equals #value }, RK001, "expected parentheses after `{word}`"; help "write `{word}({keys})`"),
    )
}

fn skip_all(input: ParseStream) -> Result<()> {
    input.parse::<TokenStream>().map(drop)
}

/// Rejects a list of numbers, in one error. A split key is a part of a key, so its bytes depend on the first field.
fn are_no_numbers(first: Option<&Type>, input: ParseStream) -> Result<()> {
    let Ok(numbers) = input.fork().call(Punctuated::<LitInt, Token![,]>::parse_terminated) else { return Ok(()) };
    if numbers.is_empty() {
        return Ok(());
    }
    let written: TokenStream = input.parse()?;
    let all = |text: &dyn Fn(&LitInt) -> Option<String>| {
        Some(numbers.iter().map(text).collect::<Option<Vec<_>>>()?.join(", "))
    };
    // `1` of a `u32` is `b"\x00\x00\x00\x01"`. In a signed type, the first bit is 1 for 0 and more.
    let bytes = first.and_then(integer).and_then(|(ty, _)| {
        let bits: u32 = ty[1..].parse().ok()?;
        let of_number = |number: &LitInt| {
            let number: u128 = number.base10_parse().ok().filter(|number| bits == 128 || number >> bits == 0)?;
            let flipped = if ty.starts_with('i') { number ^ (1 << (bits - 1)) } else { number };
            let bytes = &flipped.to_be_bytes()[16 - bits as usize / 8..];
            Some(format!("b\"{}\"", bytes.iter().map(|byte| format!("\\x{byte:02X}")).collect::<String>()))
        };
        Some((ty, all(&of_number)?))
    });
    let texts = all(&|number| Some(format!("\"{number}\""))).unwrap_or_default();
    match bytes {
        Some((ty, keys)) => refuse!(&written, RK007, "expected split keys as bytes, found numbers";
            help "write `keys({keys})`, the bytes of each `{ty}`"),
        None => {
            refuse!(&written, RK007, "expected split keys as text or bytes, found numbers"; help "write text: `keys({texts})`")
        }
    }
}
