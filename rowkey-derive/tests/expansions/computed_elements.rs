#[rowkey(answers(device, at))]
struct Reading {
    #[rowkey(element(at.year_month_day))]
    device: u32,
    #[rowkey(time(millis))]
    at: i64,
}
/**A query by the fields of [`Reading`]. Bind the fields in key order, then call `plan()`.

Each field has two methods: one that narrows the range of keys, and one that filters the rows. Both take a value, a range, `one_of(..)`, `starts_with(..)`, `ends_with(..)`, or `contains(..)`. Wrap an optional condition in `If(..)`, which also keeps the type of the builder the same.

`AT` counts the fields that are bound: after the first one, the type is `ReadingScan<1>`.

1. `at.year_month_day`: computed, as digits
2. `device`: `u32`, 4 bytes, ascending
3. `at`: `i64`, `time(millis)`, ascending
*/
#[must_use]
struct ReadingScan<const AT: usize = 0, K = Reading>(
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
        "Reading",
        b"",
        __rk::None,
        b"",
        &[
            __rk::computed(
                <__field::__before_device as __rk::ComputedBy>::RULE,
                __rk::field(
                    <__field::__before_device as __rk::KeyField<'_>>::FACTS,
                    "at.year_month_day",
                    b"",
                    false,
                ),
            ),
            __rk::field(
                <__field::device as __rk::KeyField<'_>>::FACTS,
                "device",
                b"",
                false,
            ),
            __rk::field(<__field::at as __rk::KeyField<'_>>::FACTS, "at", b"", false),
        ],
    );
    const __LAYOUT: &__rk::Layout = &__rk::layout(
        __PARTS,
        &__PARTS.flatten::<{ __PARTS.atoms() }>(),
        __rk::split(&[], __rk::SplitRule::Default, false, false),
    );
    mod __field {
        pub(super) enum __before_device {}
        pub(super) enum device {}
        pub(super) enum at {}
    }
    const __CHECKED: usize = {
        let _ = <__field::device as __rk::StoredField<'_>>::IS_STORED;
        let _ = <__field::at as __rk::StoredField<'_>>::IS_STORED;
        1
    };
    type __Checked = [(); __CHECKED];
    #[automatically_derived]
    impl __rk::ComputedBy for __field::__before_device {
        const RULE: &'static __rk::Computed = &__rk::rule_of(
            __rk::algorithm::number,
            &[
                __rk::input(
                    <__field::at as __rk::KeyField<'_>>::FACTS,
                    &[__rk::view::year_month_day],
                ),
            ],
            __rk::label::digits((8) as i128),
            false,
        );
    }
    #[automatically_derived]
    impl<'__v> __rk::FieldOf<'__v> for __field::__before_device {
        type Value = i64;
        type Written = __rk::ComputedCodec<
            <__field::at as __rk::FieldOf<'__v>>::Codec,
            __field::__before_device,
        >;
        type Codec = <Self::Written as __rk::CheckedBy<__Checked>>::Type;
        const INDEX: usize = 0usize;
    }
    #[automatically_derived]
    impl<'__v> __rk::FieldOf<'__v> for __field::device {
        type Value = u32;
        type Written = u32;
        type Codec = <Self::Written as __rk::CheckedBy<__Checked>>::Type;
        const INDEX: usize = 1usize;
    }
    #[automatically_derived]
    impl<'__v> __rk::FieldOf<'__v> for __field::at {
        type Value = i64;
        type Written = __rk::item::time<1000, '?'>;
        type Codec = <Self::Written as __rk::CheckedBy<__Checked>>::Type;
        const INDEX: usize = 2usize;
    }
    #[automatically_derived]
    impl __rk::RowKey for Reading {
        type Bytes = [u8; __rk::fixed_width(__LAYOUT)];
        type EncodeError = <__rk::Fails<
            { __rk::key_can_fail(__LAYOUT) },
        > as __rk::ErrorOf>::Error;
        type Decoded<'__k> = Reading;
        type Scan<__T> = ReadingScan<0, __T>;
        /**1. `at.year_month_day`: computed, as digits
2. `device`: `u32`, 4 bytes, ascending
3. `at`: `i64`, `time(millis)`, ascending
*/
        const LAYOUT: &'static __rk::Layout = __LAYOUT;
    }
    #[automatically_derived]
    impl __rk::KeyParts for Reading {
        type Form = __rk::StructKey;
        #[inline(always)]
        fn each_field<__K: __rk::RowKey, __S, __E: __rk::Each<__K, Stop = __S>>(
            &self,
            __each: &mut __E,
        ) -> __rk::Result<(), __S> {
            if let __rk::Err(__error) = <__field::__before_device as __rk::KeyField<
                '_,
            >>::each::<__K, __E>(&self.at, __each) {
                return __rk::Err(__error);
            }
            if let __rk::Err(__error) = <__field::device as __rk::KeyField<
                '_,
            >>::each::<__K, __E>(&self.device, __each) {
                return __rk::Err(__error);
            }
            <__field::at as __rk::KeyField<'_>>::each::<__K, __E>(&self.at, __each)
        }
        fn visit_field<'__k, __O, __V: __rk::Visit<'__k, Out = __O>>(
            __field: usize,
            __visit: __V,
        ) -> __rk::Option<__O> {
            __rk::Some(
                match __field {
                    0usize => {
                        <__field::__before_device as __rk::KeyField<'_>>::visit(__visit)
                    }
                    1usize => <__field::device as __rk::KeyField<'_>>::visit(__visit),
                    2usize => <__field::at as __rk::KeyField<'_>>::visit(__visit),
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
            let __value = Reading {
                device: {
                    if let __rk::Err(__error) = <__field::__before_device as __rk::KeyField<
                        '_,
                    >>::pass::<__K>(&mut __reader) {
                        return __rk::Err(__error);
                    }
                    match <__field::device as __rk::KeyField<
                        '_,
                    >>::read::<__K>(&mut __reader) {
                        __rk::Ok(__value) => __value,
                        __rk::Err(__error) => return __rk::Err(__error),
                    }
                },
                at: match <__field::at as __rk::KeyField<
                    '_,
                >>::read::<__K>(&mut __reader) {
                    __rk::Ok(__value) => __value,
                    __rk::Err(__error) => return __rk::Err(__error),
                },
            };
            if let __rk::Err(__error) = <__field::__before_device as __rk::KeyField<
                '_,
            >>::compare::<__K>(&__reader, &__value.at) {
                return __rk::Err(__error);
            }
            if let __rk::Err(__error) = __reader.finish::<__K, _>(__strict, &__value) {
                return __rk::Err(__error);
            }
            __rk::Ok(__value)
        }
    }
    #[automatically_derived]
    impl<'__v, __I, __As, __C> __rk::SharedField<'__v, __I, __As, __C> for Reading
    where
        (
            __field::__before_device,
            (__field::device, (__field::at, ())),
        ): __rk::SharedField<'__v, __I, __As, __C>,
    {
        fn bind(__query: __rk::Query, __condition: __C) -> __rk::Query {
            <(
                __field::__before_device,
                (__field::device, (__field::at, ())),
            ) as __rk::SharedField<'__v, __I, __As, __C>>::bind(__query, __condition)
        }
        fn filter(__query: __rk::Query, __condition: __C) -> __rk::Query {
            <(
                __field::__before_device,
                (__field::device, (__field::at, ())),
            ) as __rk::SharedField<'__v, __I, __As, __C>>::filter(__query, __condition)
        }
    }
    #[automatically_derived]
    impl<'__k> __rk::DerivedCodec<'__k> for Reading {
        type Codec = __rk::NestedKey;
    }
    const __INDEX_PARTS_0: __rk::Parts = __rk::parts(
        "",
        b"",
        __rk::None,
        b"",
        &[
            __rk::field(
                <__field::device as __rk::KeyField<'_>>::FACTS,
                "device",
                b"",
                false,
            ),
            __rk::field(<__field::at as __rk::KeyField<'_>>::FACTS, "at", b"", false),
        ],
    );
    const __INDEX_0: &__rk::Layout = &__rk::layout(
        __INDEX_PARTS_0,
        &__INDEX_PARTS_0.flatten::<{ __INDEX_PARTS_0.atoms() }>(),
        __rk::split(&[], __rk::SplitRule::Default, true, true),
    );
    const __ANSWERS: &[__rk::DeclaredQuery] = &[
        __rk::DeclaredQuery::new(
            &[__rk::BoundField::value(1usize), __rk::BoundField::value(2usize)],
            false,
            __INDEX_0,
            "`index(ByDevice(device, at; answers(device, at)))` in place of `answers(device, at)`",
        ),
    ];
    const _: () = __rk::check_answers(__LAYOUT, &__ANSWERS[0usize], __rk::Some(1usize));
    const _: () = __rk::check_answers(__LAYOUT, &__ANSWERS[0usize], __rk::Some(2usize));
    const _: () = __rk::check_answers(__LAYOUT, &__ANSWERS[0usize], __rk::None);
    const _: () = __rk::check_computed(__LAYOUT, 0usize);
    const _: () = __rk::check_field(__LAYOUT, 0usize);
    const _: () = __rk::check_field(__LAYOUT, 1usize);
    const _: () = __rk::check_field(__LAYOUT, 2usize);
    __rk::builder!(
        ReadingScan, ReadingFields[device "device" at "at"], 'v, limit bucket max_ranges
        resume; { [#[doc = "`device`: `u32`, 4 bytes, ascending."]] device filter_device
        0 2 3 __Binds_device
        "`device` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `device` once, before all others, or use `filter_device`"[__rk::Form] [__C
        : __rk::Condition < 'v, __field::device, __As >] [__rk::Query] } { [#[doc =
        "`at`: `i64`, `time(millis)`, ascending."]] at filter_at 2 3 3 __Binds_at
        "`at` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `at` once, right after a value of `device`, or use `filter_at`"[__rk::Form]
        [__C : __rk::Condition < 'v, __field::at, __As >] [__rk::Query] }
    );
};
