//! `split([RULE] [, allow(REASON, ..)])`, in any order. The rule is `regions = R`, `regions = R, span("..".."..")`,
//! `after = ".." [, regions = R]`, `keys("..", ..)`, `keys = KEYS` or `keys = hex_string(R)`.

use crate::attr::allow::{self, Place};
use crate::attr::item::{items, list, parens, value};
use crate::attr::literal::{self, bytes, expr, number};
use crate::diag::{help_syntax, message, refuse, unknown};
use crate::model::{Split, SplitRule};
use proc_macro2::{Group, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::ParseStream;
use syn::{Error, Expr, Ident, Lit, LitInt, Result, Token, token};

pub const ITEMS: [&str; 5] = ["regions", "span", "after", "keys", "allow"];

const SPAN: &str = "span(\"2020\"..\"2040\")";

pub fn read(word: &Ident, input: ParseStream) -> Result<Split> {
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
        items(input, |word, input| item(&mut split, word, input))
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

fn item(split: &mut Split, word: &Ident, input: ParseStream) -> Result<()> {
    match word.to_string().as_str() {
        "regions" => {
            split.regions = Some((word.clone(), value(word, "regions = 16", input, |input| number(word, 1, input))?));
        }
        "allow" => split.allow = allow::read(word, Place::Split, input)?,
        "span" => {
            let span = parens(word, SPAN, input, |input| {
                let from = literal::text(word, input)?;
                input.parse::<Token![..]>().map_err(|error| help_syntax(error, format!("write `{SPAN}`")))?;
                Ok(SplitRule::Span(from, literal::text(word, input)?))
            })?;
            rule(split, word, span)?;
        }
        "after" => {
            let after = SplitRule::After(value(word, "after = \"|\"", input, bytes)?);
            rule(split, word, after)?;
        }
        "keys" => {
            let keys = keys(word, input)?;
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

fn rule(split: &mut Split, word: &Ident, rule: SplitRule) -> Result<()> {
    if let Some((other, _)) = &split.rule {
        refuse!(word, RK005, "`{other}` and `{word}` exclude each other"; note "a table is split by one rule");
    }
    split.rule = Some((word.clone(), rule));
    Ok(())
}

/// Reads `("a", b"\x01", ..)`, `= KEYS`, or `= hex_string(16)`. Tokens do not have the type of an expression, so a call
/// is an algorithm, and any other expression is a list.
fn keys(word: &Ident, input: ParseStream) -> Result<SplitRule> {
    if input.peek(Token![=]) {
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
    parens(word, "", input, |input| list(input, |input| bytes(input).map(|literal| all.push(literal))))?;
    if all.is_empty() {
        refuse!(word, RK007, "expected at least one split key in `keys`"; help "write `keys(\"g\", \"p\")`");
    }
    Ok(SplitRule::Listed(all))
}
