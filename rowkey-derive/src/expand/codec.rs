//! Which codec writes a field; the codecs of nested keys and of enums of codes.

use super::{Place, scan, wide, with_lifetimes};
use crate::model::{Codes, Field, Key, Numerals, Shape, TimeText, Unit};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Expr;

/// The codec's type, at the place of the field's. Without an item the field's type is its own codec.
pub fn of(field: &Field) -> TokenStream {
    let place = Place::of(&field.ty);
    let mut codec = match &field.shape {
        // The codec of any open text.
        Shape::Plain if field.reverse_text.is_some() => place.put(quote! { __rk::String }),
        Shape::Plain => field.ty.to_token_stream(),
        Shape::Pad { width, with, left } => {
            let (width, left) = (number(width), left.is_some());
            let with = with.as_ref().map_or_else(|| quote! { 0 }, byte);
            place.generic(quote! { __rk::Pad }, quote! { #width, #with, #left })
        }
        Shape::Len(width) => place.generic(quote! { __rk::Len }, number(width)),
        Shape::Terminated => place.put(quote! { __rk::Terminated }),
        Shape::ReverseTs(unit) => {
            let per_second = per_second(*unit);
            place.generic(quote! { __rk::ReverseTs }, quote! { #per_second })
        }
        Shape::Count { unit, floor } => {
            let (per_second, floor) = (per_second(*unit), floor.is_some());
            place.generic(quote! { __rk::Counted }, quote! { #per_second, #floor })
        }
        // The field's marker is its pattern: see `pattern`.
        Shape::Time(_) => place.generic(quote! { __rk::Strftime }, scan::marker(field)),
        Shape::Raw => place.put(quote! { __rk::Raw }),
        Shape::With(codec) => codec.to_token_stream(),
    };
    if let Some(numerals) = &field.numerals {
        codec = as_text(codec, numerals, field.is_unordered(), place);
    }
    if let Some(chars) = &field.chars {
        let (lo, hi) = (chars.lo, chars.hi);
        codec = place.generic(quote! { __rk::Chars }, quote! { #codec, #lo, #hi });
    }
    if field.reverse_text.is_some() {
        codec = place.generic(quote! { __rk::ReverseText }, codec);
    }
    if field.desc.is_some() {
        codec = place.generic(quote! { __rk::Desc }, codec);
    }
    codec
}

/// The pattern of a field that has one, on the field's marker.
pub fn pattern(field: &Field) -> Option<TokenStream> {
    let Shape::Time(TimeText { pattern, offset, floor }) = &field.shape else { return None };
    let (marker, floor) = (&field.method, floor.is_some());
    let offset = match offset {
        Some(minutes) => quote! { ::core::option::Option::Some(#minutes) },
        None => quote! { ::core::option::Option::None },
    };
    Some(quote! {
        #[automatically_derived]
        impl __rk::Pattern for __field::#marker {
            const PATTERN: &'static str = #pattern;
            const OFFSET: ::core::option::Option<i32> = #offset;
            const FLOOR: bool = #floor;
        }
    })
}

fn per_second(unit: Unit) -> u64 {
    match unit {
        Unit::Secs => 1,
        Unit::Millis => 1_000,
        Unit::Micros => 1_000_000,
        Unit::Nanos => 1_000_000_000,
    }
}

/// The codec of the number that `codec` writes, as text. What does not fit is refused at encode, where that is admitted.
fn as_text(codec: TokenStream, numerals: &Numerals, admitted: bool, place: Place) -> TokenStream {
    let (width, form) = match numerals {
        Numerals::Digits(width) => (number(width), 'd'),
        Numerals::Hex(width) => (number(width), 'x'),
        Numerals::UpperHex(width) => (number(width), 'X'),
        Numerals::Decimal => return place.generic(quote! { __rk::Decimal }, codec),
    };
    let codec =
        if admitted { place.generic(quote! { __rk::Fitting }, quote! { #codec, #width, #form }) } else { codec };
    place.generic(quote! { __rk::Digits }, quote! { #codec, #width, #form })
}

/// A width or a count as a const argument; of any integer type where it is an expression.
pub fn number(expr: &Expr) -> TokenStream {
    if let Expr::Lit(lit) = expr {
        return lit.to_token_stream();
    }
    let expr = wide(expr);
    quote! { { __rk::number(#expr) } }
}

/// A byte as a const argument.
fn byte(expr: &Expr) -> TokenStream {
    match expr {
        Expr::Lit(lit) => lit.to_token_stream(),
        expr => quote! { { #expr } },
    }
}

/// A key is the codec of itself: as a field of another key.
pub fn nested(key: &Key) -> TokenStream {
    let own = with_lifetimes(key, Some("'__k"));
    let name = key.ident.to_string();
    quote! {
        #[automatically_derived]
        impl<'__k> __rk::Codec<'__k, #own> for #own {
            const LANGUAGE: __rk::Language = __LAYOUT.language();
            const NAME: &'static str = #name;
            const KEY: ::core::option::Option<&'static __rk::Layout> = ::core::option::Option::Some(__LAYOUT);
            const BORROWS: bool = __rk::borrows(__LAYOUT);
            type Error = <#own as __rk::RowKey>::EncodeError;

            #[inline]
            fn write<__S: __rk::Sink>(
                __value: &#own,
                __out: &mut __S,
            ) -> ::core::result::Result<(), Self::Error> {
                <#own as __rk::RowKey>::__write(__value, __out)
            }

            fn place<__S: __rk::Sink>(
                __value: &#own,
                __out: &mut __S,
            ) -> ::core::result::Result<__rk::Place, Self::Error> {
                <#own as __rk::RowKey>::__place(__value, __out)
            }

            #[inline]
            fn read(__element: __rk::Piece<'__k, '_>) -> ::core::result::Result<#own, __rk::ElementError> {
                <#own as __rk::RowKey>::__read(__element, true).map_err(__rk::nested)
            }

            fn show(__element: &[u8], __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                __rk::show_key::<#own>(__element, __f)
            }
        }
    }
}

pub fn key_code(codes: &Codes) -> TokenStream {
    let (ident, krate) = (&codes.ident, &codes.krate);
    let variants: Vec<_> = codes.variants.iter().map(|variant| &variant.ident).collect();
    let names = variants.iter().map(|ident| ident.to_string());
    let bytes: Vec<_> =
        codes.variants.iter().map(|variant| proc_macro2::Literal::byte_string(&variant.code.value)).collect();
    quote! {
        #[doc(hidden)]
        #[allow(clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction, deprecated)]
        const _: () = {
            use #krate::private as __rk;

            #[automatically_derived]
            impl __rk::Coded for #ident {
                const CODES: &'static [&'static [u8]] = &[#(#bytes),*];

                fn name(&self) -> &'static str {
                    match self {
                        #(Self::#variants => #names,)*
                    }
                }

                #[inline]
                fn code(&self) -> &'static [u8] {
                    match self {
                        #(Self::#variants => #bytes,)*
                    }
                }

                #[inline]
                fn from_code(__code: &[u8]) -> ::core::option::Option<Self> {
                    match __code {
                        #(#bytes => ::core::option::Option::Some(Self::#variants),)*
                        _ => ::core::option::Option::None,
                    }
                }
            }

            #[automatically_derived]
            impl<'__k> __rk::Codec<'__k> for #ident {
                const LANGUAGE: __rk::Language = __rk::Language::codes(<Self as __rk::Coded>::CODES);
                const NAME: &'static str = "code";
                type Error = ::core::convert::Infallible;

                #[inline]
                fn write<__S: __rk::Sink>(
                    __value: &Self,
                    __out: &mut __S,
                ) -> ::core::result::Result<(), Self::Error> {
                    __rk::write_code(__value, __out);
                    ::core::result::Result::Ok(())
                }

                #[inline]
                fn read(__element: __rk::Piece<'__k, '_>) -> ::core::result::Result<Self, __rk::ElementError> {
                    __rk::read_code(__element)
                }

                fn show(__element: &[u8], __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    __rk::show_code::<Self>(__element, __f)
                }
            }
        };
    }
}
