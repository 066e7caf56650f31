struct Outer(Inner, Side);
struct Inner(#[rowkey(with = my::Codec)] u8);
enum Side {
    #[code("0")]
    Callee,
    #[code("1")]
    Caller,
}
/**A query by the fields of [`Outer`]. Bind the fields in key order, then call `plan()`.

Each field has two methods: one that narrows the range of keys, and one that filters the rows. Both take a value, a range, `one_of(..)`, `starts_with(..)`, `ends_with(..)`, or `contains(..)`. Wrap an optional condition in `If(..)`, which also keeps the type of the builder the same.

`AT` counts the fields that are bound: after the first one, the type is `OuterScan<1>`.

1. `0`: `Inner`, ascending
2. `1`: `Side`, ascending
*/
#[must_use]
struct OuterScan<const AT: usize = 0, K = Outer>(
    ::rowkey::__private0::Query,
    ::rowkey::__private0::Of<K>,
);
#[doc(hidden)]
#[allow(
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction,
    missing_docs,
    deprecated,
    private_bounds,
    private_interfaces,
    non_camel_case_types,
    non_snake_case,
    unreachable_patterns,
    unused_braces,
    unused_parens,
    unused_qualifications,
    trivial_numeric_casts,
    unreachable_pub,
    single_use_lifetimes,
    elided_lifetimes_in_paths
)]
const _: () = {
    use ::rowkey::__private0 as __rk;
    const __PARTS: __rk::Parts = __rk::parts(
        "Outer",
        b"",
        __rk::None,
        b"",
        &[
            __rk::field(<__field::_0 as __rk::KeyField<'_>>::FACTS, "0", b"", false),
            __rk::field(<__field::_1 as __rk::KeyField<'_>>::FACTS, "1", b"", false),
        ],
    );
    const __LAYOUT: &__rk::Layout = &__rk::layout(
        __PARTS,
        &__PARTS.flatten::<{ __PARTS.atoms() }>(),
        __rk::split(&[], __rk::SplitRule::Default, false, false),
    );
    mod __field {
        pub(super) enum _0 {}
        pub(super) enum _1 {}
    }
    const __CHECKED: usize = {
        let _ = <__field::_0 as __rk::StoredField<'_>>::IS_STORED;
        let _ = <__field::_1 as __rk::StoredField<'_>>::IS_STORED;
        1
    };
    type __Checked = [(); __CHECKED];
    #[automatically_derived]
    impl<'__v> __rk::FieldOf<'__v> for __field::_0 {
        type Value = Inner;
        type Written = Inner;
        type Codec = <Self::Written as __rk::CheckedBy<__Checked>>::Type;
        const INDEX: usize = 0usize;
    }
    #[automatically_derived]
    impl<'__v> __rk::FieldOf<'__v> for __field::_1 {
        type Value = Side;
        type Written = Side;
        type Codec = <Self::Written as __rk::CheckedBy<__Checked>>::Type;
        const INDEX: usize = 1usize;
    }
    #[automatically_derived]
    impl __rk::RowKey for Outer {
        type Bytes = <__rk::KeyShape<
            { __rk::is_fixed(__LAYOUT) },
        > as __rk::BytesOf<{ __rk::width_or_0(__LAYOUT) }>>::Bytes;
        type EncodeError = <__rk::Fails<
            { __rk::key_can_fail(__LAYOUT) },
        > as __rk::ErrorOf>::Error;
        type Decoded<'__k> = Outer;
        type Scan<__T> = OuterScan<0, __T>;
        /**1. `0`: `Inner`, ascending
2. `1`: `Side`, ascending
*/
        const LAYOUT: &'static __rk::Layout = __LAYOUT;
    }
    #[automatically_derived]
    impl __rk::KeyParts for Outer {
        type Form = __rk::StructKey;
        #[inline(always)]
        fn each_field<__K: __rk::RowKey, __S, __E: __rk::Each<__K, Stop = __S>>(
            &self,
            __each: &mut __E,
        ) -> __rk::Result<(), __S> {
            if let __rk::Err(__error) = <__field::_0 as __rk::KeyField<
                '_,
            >>::each::<__K, __E>(&self.0, __each) {
                return __rk::Err(__error);
            }
            <__field::_1 as __rk::KeyField<'_>>::each::<__K, __E>(&self.1, __each)
        }
        fn visit_field<'__k, __O, __V: __rk::Visit<'__k, Out = __O>>(
            __field: usize,
            __visit: __V,
        ) -> __rk::Option<__O> {
            __rk::Some(
                match __field {
                    0usize => <__field::_0 as __rk::KeyField<'_>>::visit(__visit),
                    1usize => <__field::_1 as __rk::KeyField<'_>>::visit(__visit),
                    _ => return __rk::None,
                },
            )
        }
        #[inline(always)]
        fn read_fields<'__k, __K: __rk::RowKey>(
            __key: __rk::Piece<'__k, '_>,
            __strict: bool,
        ) -> __rk::Result<<Self as __rk::RowKey>::Decoded<'__k>, __rk::DecodeError> {
            let mut __reader = __rk::Reader::new::<__K>(__key)?;
            let __value = Outer {
                0: match <__field::_0 as __rk::KeyField<
                    '_,
                >>::read::<__K>(&mut __reader) {
                    __rk::Ok(__value) => __value,
                    __rk::Err(__error) => return __rk::Err(__error),
                },
                1: match <__field::_1 as __rk::KeyField<
                    '_,
                >>::read::<__K>(&mut __reader) {
                    __rk::Ok(__value) => __value,
                    __rk::Err(__error) => return __rk::Err(__error),
                },
            };
            if let __rk::Err(__error) = __reader.finish::<__K, _>(__strict, &__value) {
                return __rk::Err(__error);
            }
            __rk::Ok(__value)
        }
    }
    #[automatically_derived]
    impl<'__v, __I, __As, __C> __rk::SharedField<'__v, __I, __As, __C> for Outer
    where
        (__field::_0, (__field::_1, ())): __rk::SharedField<'__v, __I, __As, __C>,
    {
        fn bind(__query: __rk::Query, __condition: __C) -> __rk::Query {
            <(
                __field::_0,
                (__field::_1, ()),
            ) as __rk::SharedField<'__v, __I, __As, __C>>::bind(__query, __condition)
        }
        fn filter(__query: __rk::Query, __condition: __C) -> __rk::Query {
            <(
                __field::_0,
                (__field::_1, ()),
            ) as __rk::SharedField<'__v, __I, __As, __C>>::filter(__query, __condition)
        }
    }
    #[automatically_derived]
    impl<'__k> __rk::DerivedCodec<'__k> for Outer {
        type Codec = __rk::NestedKey;
    }
    const _: () = __rk::check_field(__LAYOUT, 0usize);
    const _: () = __rk::check_field(__LAYOUT, 1usize);
    __rk::builder!(
        OuterScan, OuterFields[_0 "0" _1 "1"], 'v, limit bucket max_ranges resume; {
        [#[doc = "`0`: `Inner`, ascending."]] _0 filter_0 0 1 2 __Binds__0
        "`_0` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `_0` once, before all others, or use `filter_0`"[__rk::Form] [__C :
        __rk::Condition < 'v, __field::_0, __As >] [__rk::Query] } { [#[doc =
        "`1`: `Side`, ascending."]] _1 filter_1 1 2 2 __Binds__1
        "`_1` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `_1` once, right after a value of `_0`, or use `filter_1`"[__rk::Form] [__C
        : __rk::Condition < 'v, __field::_1, __As >] [__rk::Query] }
    );
};
/**A query by the fields of [`Inner`]. Bind the fields in key order, then call `plan()`.

Each field has two methods: one that narrows the range of keys, and one that filters the rows. Both take a value, a range, `one_of(..)`, `starts_with(..)`, `ends_with(..)`, or `contains(..)`. Wrap an optional condition in `If(..)`, which also keeps the type of the builder the same.

`AT` counts the fields that are bound: after the first one, the type is `InnerScan<1>`.

1. `0`: `u8`, `with= my :: Codec`, ascending
*/
#[must_use]
struct InnerScan<const AT: usize = 0, K = Inner>(
    ::rowkey::__private0::Query,
    ::rowkey::__private0::Of<K>,
);
#[doc(hidden)]
#[allow(
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction,
    missing_docs,
    deprecated,
    private_bounds,
    private_interfaces,
    non_camel_case_types,
    non_snake_case,
    unreachable_patterns,
    unused_braces,
    unused_parens,
    unused_qualifications,
    trivial_numeric_casts,
    unreachable_pub,
    single_use_lifetimes,
    elided_lifetimes_in_paths
)]
const _: () = {
    use ::rowkey::__private0 as __rk;
    const __PARTS: __rk::Parts = __rk::parts(
        "Inner",
        b"",
        __rk::None,
        b"",
        &[
            __rk::field(
                __rk::own_codec(<__field::_0 as __rk::KeyField<'_>>::FACTS, "my::Codec"),
                "0",
                b"",
                false,
            ),
        ],
    );
    const __LAYOUT: &__rk::Layout = &__rk::layout(
        __PARTS,
        &__PARTS.flatten::<{ __PARTS.atoms() }>(),
        __rk::split(&[], __rk::SplitRule::Default, false, false),
    );
    mod __field {
        pub(super) enum _0 {}
    }
    const __CHECKED: usize = {
        let _ = <my::Codec as __rk::OwnCodec<'_, u8>>::IS_CODEC;
        1
    };
    type __Checked = [(); __CHECKED];
    #[automatically_derived]
    impl<'__v> __rk::FieldOf<'__v> for __field::_0 {
        type Value = u8;
        type Written = my::Codec;
        type Codec = <Self::Written as __rk::CheckedBy<__Checked>>::Type;
        const INDEX: usize = 0usize;
    }
    #[automatically_derived]
    impl __rk::RowKey for Inner {
        type Bytes = <__rk::KeyShape<
            { __rk::is_fixed(__LAYOUT) },
        > as __rk::BytesOf<{ __rk::width_or_0(__LAYOUT) }>>::Bytes;
        type EncodeError = <__rk::Fails<
            { __rk::key_can_fail(__LAYOUT) },
        > as __rk::ErrorOf>::Error;
        type Decoded<'__k> = Inner;
        type Scan<__T> = InnerScan<0, __T>;
        /**1. `0`: `u8`, `with= my :: Codec`, ascending
*/
        const LAYOUT: &'static __rk::Layout = __LAYOUT;
    }
    #[automatically_derived]
    impl __rk::KeyParts for Inner {
        type Form = __rk::StructKey;
        #[inline(always)]
        fn each_field<__K: __rk::RowKey, __S, __E: __rk::Each<__K, Stop = __S>>(
            &self,
            __each: &mut __E,
        ) -> __rk::Result<(), __S> {
            <__field::_0 as __rk::KeyField<'_>>::each::<__K, __E>(&self.0, __each)
        }
        fn visit_field<'__k, __O, __V: __rk::Visit<'__k, Out = __O>>(
            __field: usize,
            __visit: __V,
        ) -> __rk::Option<__O> {
            __rk::Some(
                match __field {
                    0usize => <__field::_0 as __rk::KeyField<'_>>::visit(__visit),
                    _ => return __rk::None,
                },
            )
        }
        #[inline(always)]
        fn read_fields<'__k, __K: __rk::RowKey>(
            __key: __rk::Piece<'__k, '_>,
            __strict: bool,
        ) -> __rk::Result<<Self as __rk::RowKey>::Decoded<'__k>, __rk::DecodeError> {
            let mut __reader = __rk::Reader::new::<__K>(__key)?;
            let __value = Inner {
                0: match <__field::_0 as __rk::KeyField<
                    '_,
                >>::read::<__K>(&mut __reader) {
                    __rk::Ok(__value) => __value,
                    __rk::Err(__error) => return __rk::Err(__error),
                },
            };
            if let __rk::Err(__error) = __reader.finish::<__K, _>(__strict, &__value) {
                return __rk::Err(__error);
            }
            __rk::Ok(__value)
        }
    }
    #[automatically_derived]
    impl<'__v, __I, __As, __C> __rk::SharedField<'__v, __I, __As, __C> for Inner
    where
        (__field::_0, ()): __rk::SharedField<'__v, __I, __As, __C>,
    {
        fn bind(__query: __rk::Query, __condition: __C) -> __rk::Query {
            <(
                __field::_0,
                (),
            ) as __rk::SharedField<'__v, __I, __As, __C>>::bind(__query, __condition)
        }
        fn filter(__query: __rk::Query, __condition: __C) -> __rk::Query {
            <(
                __field::_0,
                (),
            ) as __rk::SharedField<'__v, __I, __As, __C>>::filter(__query, __condition)
        }
    }
    #[automatically_derived]
    impl<'__k> __rk::DerivedCodec<'__k> for Inner {
        type Codec = __rk::NestedKey;
    }
    const _: () = __rk::check_field(__LAYOUT, 0usize);
    __rk::builder!(
        InnerScan, InnerFields[_0 "0"], 'v, limit bucket max_ranges resume; { [#[doc =
        "`0`: `u8`, `with= my :: Codec`, ascending."]] _0 filter_0 0 1 1 __Binds__0
        "`_0` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `_0` once, before all others, or use `filter_0`"[__rk::Form] [__C :
        __rk::Condition < 'v, __field::_0, __As >] [__rk::Query] }
    );
};
#[doc(hidden)]
#[allow(
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction,
    missing_docs,
    deprecated,
    private_bounds,
    private_interfaces,
    non_camel_case_types,
    non_snake_case,
    unreachable_patterns,
    unused_braces,
    unused_parens,
    unused_qualifications,
    trivial_numeric_casts,
    unreachable_pub,
    single_use_lifetimes,
    elided_lifetimes_in_paths
)]
const _: () = {
    use ::rowkey::__private0 as __rk;
    #[automatically_derived]
    impl __rk::KeyCode for Side {
        const CODES: &'static [&'static [u8]] = &[b"0", b"1"];
        const NAMES: &'static [&'static str] = &["Callee", "Caller"];
        #[inline]
        fn code(&self) -> &'static [u8] {
            match self {
                Self::Callee => b"0",
                Self::Caller => b"1",
            }
        }
        #[inline]
        fn from_code(__code: &[u8]) -> __rk::Option<Self> {
            match __code {
                b"0" => __rk::Some(Self::Callee),
                b"1" => __rk::Some(Self::Caller),
                _ => __rk::None,
            }
        }
    }
    #[automatically_derived]
    impl<'__k> __rk::DerivedCodec<'__k> for Side {
        type Codec = __rk::Code;
    }
    const _: () = __rk::check_code::<Side>(1usize);
};
