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
    const __RK_PARTS: __rk::Parts = __rk::parts(
        "Outer",
        b"",
        __rk::None,
        b"",
        &[
            __rk::field(<__rk_field::_0 as __rk::KeyField<'_>>::FACTS, "0", b"", false),
            __rk::field(<__rk_field::_1 as __rk::KeyField<'_>>::FACTS, "1", b"", false),
        ],
    );
    const __RK_LAYOUT: &__rk::Layout = &__rk::layout(
        __RK_PARTS,
        &__RK_PARTS.flatten::<{ __RK_PARTS.atoms() }>(),
        __rk::split(&[], __rk::SplitRule::Default, false, false),
    );
    mod __rk_field {
        pub(super) enum _0 {}
        pub(super) enum _1 {}
    }
    const __RK_CHECKED: usize = {
        let _ = <__rk_field::_0 as __rk::StoredField<'_>>::IS_STORED;
        let _ = <__rk_field::_1 as __rk::StoredField<'_>>::IS_STORED;
        1
    };
    type __RkChecked = [(); __RK_CHECKED];
    #[automatically_derived]
    impl<'__rk_v> __rk::FieldOf<'__rk_v> for __rk_field::_0 {
        type Value = Inner;
        type Written = Inner;
        type Codec = <Self::Written as __rk::CheckedBy<__RkChecked>>::Type;
        const INDEX: usize = 0usize;
        __rk::values!();
    }
    #[automatically_derived]
    impl<'__rk_v> __rk::FieldOf<'__rk_v> for __rk_field::_1 {
        type Value = Side;
        type Written = Side;
        type Codec = <Self::Written as __rk::CheckedBy<__RkChecked>>::Type;
        const INDEX: usize = 1usize;
        __rk::values!();
    }
    #[automatically_derived]
    impl __rk::RowKey for Outer {
        type Bytes = <__rk::KeyShape<
            { __rk::is_fixed(__RK_LAYOUT) },
        > as __rk::BytesOf<{ __rk::width_or_0(__RK_LAYOUT) }>>::Bytes;
        type EncodeError = <__rk::Fails<
            { __rk::key_can_fail(__RK_LAYOUT) },
        > as __rk::ErrorOf>::Error;
        type Decoded<'__rk_k> = Outer;
        type Scan<__RkT> = OuterScan<0, __RkT>;
        /**1. `0`: `Inner`, ascending
2. `1`: `Side`, ascending
*/
        const LAYOUT: &'static __rk::Layout = __RK_LAYOUT;
    }
    #[automatically_derived]
    impl __rk::KeyParts for Outer {
        type Form = __rk::StructKey;
        #[inline(always)]
        fn each_field<
            __RkK: __rk::RowKey,
            __RkS,
            __RkE: __rk::Each<__RkK, Stop = __RkS>,
        >(&self, __rk_each: &mut __RkE) -> __rk::Result<(), __RkS> {
            if let __rk::Err(__rk_error) = <__rk_field::_0 as __rk::KeyField<
                '_,
            >>::each::<__RkK, __RkE>(&self.0, __rk_each) {
                return __rk::Err(__rk_error);
            }
            <__rk_field::_1 as __rk::KeyField<
                '_,
            >>::each::<__RkK, __RkE>(&self.1, __rk_each)
        }
        fn visit_field<'__rk_k, __RkO, __RkV: __rk::Visit<'__rk_k, Out = __RkO>>(
            __rk_field: usize,
            __rk_visit: __RkV,
        ) -> __rk::Option<__RkO> {
            __rk::Some(
                match __rk_field {
                    0usize => <__rk_field::_0 as __rk::KeyField<'_>>::visit(__rk_visit),
                    1usize => <__rk_field::_1 as __rk::KeyField<'_>>::visit(__rk_visit),
                    _ => return __rk::None,
                },
            )
        }
        #[inline(always)]
        fn read_fields<'__rk_k, __RkK: __rk::RowKey>(
            __rk_key: __rk::Piece<'__rk_k, '_>,
            __rk_strict: bool,
        ) -> __rk::Result<<Self as __rk::RowKey>::Decoded<'__rk_k>, __rk::DecodeError> {
            let mut __rk_reader = __rk::Reader::new::<__RkK>(__rk_key)?;
            let __rk_value = Outer {
                0: match <__rk_field::_0 as __rk::KeyField<
                    '_,
                >>::read::<__RkK>(&mut __rk_reader) {
                    __rk::Ok(__rk_value) => __rk_value,
                    __rk::Err(__rk_error) => return __rk::Err(__rk_error),
                },
                1: match <__rk_field::_1 as __rk::KeyField<
                    '_,
                >>::read::<__RkK>(&mut __rk_reader) {
                    __rk::Ok(__rk_value) => __rk_value,
                    __rk::Err(__rk_error) => return __rk::Err(__rk_error),
                },
            };
            if let __rk::Err(__rk_error) = __rk_reader
                .finish::<__RkK, _>(__rk_strict, &__rk_value)
            {
                return __rk::Err(__rk_error);
            }
            __rk::Ok(__rk_value)
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl<'__rk_v, __RkI, __RkAs, __RkC> __rk::SharedField<'__rk_v, __RkI, __RkAs, __RkC>
    for Outer
    where
        (
            __rk_field::_0,
            (__rk_field::_1, ()),
        ): __rk::SharedField<'__rk_v, __RkI, __RkAs, __RkC>,
    {
        fn apply(
            __rk_query: __rk::Query,
            __rk_condition: __RkC,
            __rk_binds: bool,
        ) -> __rk::Query {
            <(
                __rk_field::_0,
                (__rk_field::_1, ()),
            ) as __rk::SharedField<
                '__rk_v,
                __RkI,
                __RkAs,
                __RkC,
            >>::apply(__rk_query, __rk_condition, __rk_binds)
        }
    }
    #[automatically_derived]
    impl<'__rk_k> __rk::DerivedCodec<'__rk_k> for Outer {
        type Codec = __rk::NestedKey;
    }
    const _: () = __rk::check_field(__RK_LAYOUT, 0usize);
    const _: () = __rk::check_field(__RK_LAYOUT, 1usize);
    __rk::builder!(
        OuterScan, OuterFields[_0 "0" _1 "1"], 'v, limit bucket max_ranges resume
        reversed at_most refuse_full_scan; { [#[doc = "`0`: `Inner`, ascending."]] _0
        filter_0 0 1 2 __RkBinds__0
        "`_0` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `_0` once, before all others, or use `filter_0`"[__rk::Form] [__C :
        __rk::Condition < 'v, __rk_field::_0, __As, < __rk_field::_0 as __rk::FieldOf <
        'v >> ::Value >] [__rk::Query] } { [#[doc = "`1`: `Side`, ascending."]] _1
        filter_1 1 2 2 __RkBinds__1
        "`_1` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `_1` once, right after a value of `_0`, or use `filter_1`"[__rk::Form] [__C
        : __rk::Condition < 'v, __rk_field::_1, __As, < __rk_field::_1 as __rk::FieldOf <
        'v >> ::Value >] [__rk::Query] }
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
    const __RK_PARTS: __rk::Parts = __rk::parts(
        "Inner",
        b"",
        __rk::None,
        b"",
        &[
            __rk::field(
                __rk::own_codec(
                    <__rk_field::_0 as __rk::KeyField<'_>>::FACTS,
                    "my::Codec",
                ),
                "0",
                b"",
                false,
            ),
        ],
    );
    const __RK_LAYOUT: &__rk::Layout = &__rk::layout(
        __RK_PARTS,
        &__RK_PARTS.flatten::<{ __RK_PARTS.atoms() }>(),
        __rk::split(&[], __rk::SplitRule::Default, false, false),
    );
    mod __rk_field {
        pub(super) enum _0 {}
    }
    const __RK_CHECKED: usize = {
        let _ = <my::Codec as __rk::OwnCodec<'_, u8>>::IS_CODEC;
        1
    };
    type __RkChecked = [(); __RK_CHECKED];
    #[automatically_derived]
    impl<'__rk_v> __rk::FieldOf<'__rk_v> for __rk_field::_0 {
        type Value = u8;
        type Written = my::Codec;
        type Codec = <Self::Written as __rk::CheckedBy<__RkChecked>>::Type;
        const INDEX: usize = 0usize;
        __rk::values!();
    }
    #[automatically_derived]
    impl __rk::RowKey for Inner {
        type Bytes = <__rk::KeyShape<
            { __rk::is_fixed(__RK_LAYOUT) },
        > as __rk::BytesOf<{ __rk::width_or_0(__RK_LAYOUT) }>>::Bytes;
        type EncodeError = <__rk::Fails<
            { __rk::key_can_fail(__RK_LAYOUT) },
        > as __rk::ErrorOf>::Error;
        type Decoded<'__rk_k> = Inner;
        type Scan<__RkT> = InnerScan<0, __RkT>;
        /**1. `0`: `u8`, `with= my :: Codec`, ascending
*/
        const LAYOUT: &'static __rk::Layout = __RK_LAYOUT;
    }
    #[automatically_derived]
    impl __rk::KeyParts for Inner {
        type Form = __rk::StructKey;
        #[inline(always)]
        fn each_field<
            __RkK: __rk::RowKey,
            __RkS,
            __RkE: __rk::Each<__RkK, Stop = __RkS>,
        >(&self, __rk_each: &mut __RkE) -> __rk::Result<(), __RkS> {
            <__rk_field::_0 as __rk::KeyField<
                '_,
            >>::each::<__RkK, __RkE>(&self.0, __rk_each)
        }
        fn visit_field<'__rk_k, __RkO, __RkV: __rk::Visit<'__rk_k, Out = __RkO>>(
            __rk_field: usize,
            __rk_visit: __RkV,
        ) -> __rk::Option<__RkO> {
            __rk::Some(
                match __rk_field {
                    0usize => <__rk_field::_0 as __rk::KeyField<'_>>::visit(__rk_visit),
                    _ => return __rk::None,
                },
            )
        }
        #[inline(always)]
        fn read_fields<'__rk_k, __RkK: __rk::RowKey>(
            __rk_key: __rk::Piece<'__rk_k, '_>,
            __rk_strict: bool,
        ) -> __rk::Result<<Self as __rk::RowKey>::Decoded<'__rk_k>, __rk::DecodeError> {
            let mut __rk_reader = __rk::Reader::new::<__RkK>(__rk_key)?;
            let __rk_value = Inner {
                0: match <__rk_field::_0 as __rk::KeyField<
                    '_,
                >>::read::<__RkK>(&mut __rk_reader) {
                    __rk::Ok(__rk_value) => __rk_value,
                    __rk::Err(__rk_error) => return __rk::Err(__rk_error),
                },
            };
            if let __rk::Err(__rk_error) = __rk_reader
                .finish::<__RkK, _>(__rk_strict, &__rk_value)
            {
                return __rk::Err(__rk_error);
            }
            __rk::Ok(__rk_value)
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl<'__rk_v, __RkI, __RkAs, __RkC> __rk::SharedField<'__rk_v, __RkI, __RkAs, __RkC>
    for Inner
    where
        (__rk_field::_0, ()): __rk::SharedField<'__rk_v, __RkI, __RkAs, __RkC>,
    {
        fn apply(
            __rk_query: __rk::Query,
            __rk_condition: __RkC,
            __rk_binds: bool,
        ) -> __rk::Query {
            <(
                __rk_field::_0,
                (),
            ) as __rk::SharedField<
                '__rk_v,
                __RkI,
                __RkAs,
                __RkC,
            >>::apply(__rk_query, __rk_condition, __rk_binds)
        }
    }
    #[automatically_derived]
    impl<'__rk_k> __rk::DerivedCodec<'__rk_k> for Inner {
        type Codec = __rk::NestedKey;
    }
    const _: () = __rk::check_field(__RK_LAYOUT, 0usize);
    __rk::builder!(
        InnerScan, InnerFields[_0 "0"], 'v, limit bucket max_ranges resume reversed
        at_most refuse_full_scan; { [#[doc =
        "`0`: `u8`, `with= my :: Codec`, ascending."]] _0 filter_0 0 1 1 __RkBinds__0
        "`_0` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `_0` once, before all others, or use `filter_0`"[__rk::Form +
        __rk::BackwardForm < { use __rk::MayNotBeText as _; __rk::StartOf:: <
        __rk_field::_0 > ::FORWARD } >] [__C : __rk::Condition < 'v, __rk_field::_0,
        __As, < __rk_field::_0 as __rk::FieldOf < 'v >> ::Value >] [__rk::Query] }
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
        fn from_code(__rk_code: &[u8]) -> __rk::Option<Self> {
            match __rk_code {
                b"0" => __rk::Some(Self::Callee),
                b"1" => __rk::Some(Self::Caller),
                _ => __rk::None,
            }
        }
    }
    #[automatically_derived]
    impl<'__rk_k> __rk::DerivedCodec<'__rk_k> for Side {
        type Codec = __rk::Code;
    }
    const _: () = __rk::check_code::<Side>(1usize);
};
