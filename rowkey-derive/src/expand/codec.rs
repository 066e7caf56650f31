//! The codecs of fields, of nested keys, and of enums of codes.

use super::{literal, named, private, proof, quiet};
use crate::items::{Group, ITEMS};
use crate::lifetimes::map_lifetimes;
use crate::model::{Argument, Call, Codes, Field, Pattern};
use crate::tokens::{Place, wide};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Expr, Ident, Lifetime, Path, Type};

/// Returns the type of the field's codec, with the span of the field's type. Without items, the field's type is its own
/// codec. The items of an `Option` state how its value is written, except for `desc`. It complements the whole
/// `Option`, so that `None` comes last.
///
/// - `digits(10), desc` on a `u32`: `item::digits<item::desc<u32>, 10>`
/// - `pad(20), desc` on a `String`: `item::desc<item::pad<20, 0>>`
pub fn of(field: &Field) -> TokenStream {
    let place = Place::of(&field.ty);
    let desc = field.codec_in(Group::Desc);
    let optional = field.optional();
    // `desc` reverses the number, not its digits. An `Option` is not a number.
    let is_text = field.codec_in(Group::NumberText).is_some();
    let reverses_number = desc.is_some() && is_text && optional.is_none();
    let ty = field.via().or(optional).unwrap_or(&field.ty);
    let wraps = |codec: &Call| codec.item().is_some_and(|item| item.wraps);
    let is_around = |codec: &Call| wraps(codec) || matches!(codec.group(), Some(Group::Desc | Group::Via));
    let inner = match field.codecs.iter().find(|codec| !is_around(codec)) {
        Some(codec) => generic(field, codec, None),
        // The codec of text of any width, which the reversed text takes.
        None if field.codec_in(Group::TextDirection).is_some() => place.put(quote! { __rk::String }),
        None => ty.to_token_stream(),
    };
    let inner = if reverses_number { place.generic(quote! { __rk::item::desc }, inner) } else { inner };
    let around = ITEMS.iter().filter(|item| item.wraps);
    let around = around.filter_map(|item| field.codecs.iter().find(|codec| codec.word == item.word));
    let inner = around.fold(inner, |inner, codec| generic(field, codec, Some(inner)));
    // A tuple has its own form of null.
    let is_tuple = field.is_in("fdb_tuple");
    let inner = match field.via() {
        Some(via) if is_tuple && optional.is_some() => {
            self::via(field, via, optional.unwrap_or(&field.ty), inner, quote! { __rk::OptionVia })
        }
        Some(via) => self::via(field, via, optional.unwrap_or(&field.ty), inner, quote! { __rk::item::via }),
        None => inner,
    };
    let inner = if optional.is_some() && !is_tuple { place.generic(quote! { __rk::Optional }, inner) } else { inner };
    match desc {
        Some(desc) if !reverses_number => generic(field, desc, Some(inner)),
        _ => inner,
    }
}

/// Returns the codec `name` for a value of type `ty`, which is converted to the type `via` and written by `inner`. With
/// `allow(unordered)`, the value does not sort like what it converts into.
fn via(field: &Field, via: &Type, ty: &Type, inner: TokenStream, name: TokenStream) -> TokenStream {
    // A constant cannot name the lifetimes of the key.
    let is_static = |ty: &Type| map_lifetimes(ty.to_token_stream(), &mut |it| Lifetime::new("'static", it.span()));
    let (place, from, into) = (Place::of(via), is_static(ty), is_static(via));
    let can_fail = quote! {{
        use __rk::MayNotConvert as _;
        __rk::Conversion::<#from, #into>::CAN_FAIL
    }};
    let sorts = field.allow.get("unordered").map(|_| quote! { , false });
    place.generic(name, quote! { #via, #inner, #can_fail #sorts })
}

/// Returns the type of one of core's codecs, around `inner` if it wraps another codec.
fn generic(field: &Field, codec: &Call, inner: Option<TokenStream>) -> TokenStream {
    // The marker implements the pattern or the alphabet (`of_marker`).
    let (place, marker) = (Place::of(&field.ty), &field.method);
    let mut arguments: Vec<TokenStream> = inner.into_iter().collect();
    for argument in &codec.arguments {
        arguments.push(match argument {
            Argument::Path(path) => return path.to_token_stream(),
            Argument::Pattern(_) => return place.generic(quote! { __rk::Strftime }, quote! { __rk_field::#marker }),
            Argument::Number(Expr::Lit(lit)) | Argument::Byte(Expr::Lit(lit)) => lit.to_token_stream(),
            Argument::Number(expr) => {
                let expr = wide(expr);
                quote! { { __rk::number(#expr) } }
            }
            Argument::Byte(expr) => quote! { { #expr } },
            Argument::Const(tokens) => tokens.clone(),
            Argument::Text(_) => quote! { __rk_field::#marker },
            Argument::Type(ty) => ty.to_token_stream(),
        });
    }
    let name = codec.way.map_or_else(|| codec.word.clone(), |way| Ident::new(way.codec, codec.word.span()));
    let name = named("item", &name);
    if arguments.is_empty() { place.put(name) } else { place.generic(name, quote! { #(#arguments),* }) }
}

/// Returns the field as a type, with the span of the source that determines how the field is written.
pub fn marker(field: &Field) -> TokenStream {
    let name = &field.method;
    let place = match &field.computed {
        Some(computed) => Place::of(&computed.tokens),
        None => own_codec(field).map_or_else(|| Place::of(&field.ty), Place::of),
    };
    place.put(quote! { __rk_field::#name })
}

/// Returns the path in `with = path`, if the field has it.
pub fn own_codec(field: &Field) -> Option<&Path> {
    match &field.codec_in(Group::With)?.arguments[..] {
        [Argument::Path(path)] => Some(path),
        _ => None,
    }
}

/// Writes the pattern and the alphabet of a field as impls for its marker.
pub fn of_marker(field: &Field) -> TokenStream {
    let marker = &field.method;
    let of_argument = |argument: &Argument| match argument {
        Argument::Pattern(Pattern { text, offset, finer }) => {
            let offset = offset.iter();
            Some(quote! {
                #[automatically_derived]
                impl __rk::Pattern for __rk_field::#marker {
                    const PATTERN: &'static str = #text;
                    #(const OFFSET: __rk::Option<i32> = __rk::offset(#offset);)*
                    const FINER: char = #finer;
                }
            })
        }
        Argument::Text(chars) => Some(quote! {
            #[automatically_derived]
            impl __rk::Alphabet for __rk_field::#marker {
                const CHARS: &'static str = #chars;
            }
        }),
        _ => None,
    };
    field.codecs.iter().flat_map(|codec| &codec.arguments).filter_map(of_argument).collect()
}

/// Writes the impl that gives a type its codec as a field of a key.
pub fn stored(own: &TokenStream, codec: &str) -> TokenStream {
    let codec = private(codec);
    quote! {
        #[automatically_derived]
        impl<'__rk_k> __rk::DerivedCodec<'__rk_k> for #own {
            type Codec = __rk::#codec;
        }
    }
}

pub fn key_code(codes: &Codes) -> TokenStream {
    let Codes { ident, krate, variants } = codes;
    let idents: Vec<_> = variants.iter().map(|variant| &variant.ident).collect();
    let names = idents.iter().map(|ident| ident.to_string());
    let bytes: Vec<_> = variants.iter().map(|variant| literal(Some(&variant.code))).collect();
    let later = variants.iter().enumerate().skip(1);
    let proofs = later.map(|(index, it)| proof(&it.code.lit, quote! { __rk::check_code::<#ident>(#index) }));
    let codec = stored(&ident.to_token_stream(), "Code");
    let impls = quote! {
        #[automatically_derived]
        impl __rk::KeyCode for #ident {
            const CODES: &'static [&'static [u8]] = &[#(#bytes),*];
            const NAMES: &'static [&'static str] = &[#(#names),*];

            #[inline]
            fn code(&self) -> &'static [u8] {
                match self {
                    #(Self::#idents => #bytes,)*
                }
            }

            #[inline]
            fn from_code(__rk_code: &[u8]) -> __rk::Option<Self> {
                match __rk_code {
                    #(#bytes => __rk::Some(Self::#idents),)*
                    _ => __rk::None,
                }
            }
        }

        #codec
        #(#proofs)*
    };
    quiet(krate, impls)
}
