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
    const __RK_PARTS: __rk::Parts = __rk::parts(
        "Reading",
        b"",
        __rk::None,
        b"",
        &[
            __rk::computed(
                <__rk_field::__rk_before_device as __rk::ComputedBy>::RULE,
                __rk::field(
                    <__rk_field::__rk_before_device as __rk::KeyField<'_>>::FACTS,
                    "at.year_month_day",
                    b"",
                    false,
                ),
            ),
            __rk::field(
                <__rk_field::device as __rk::KeyField<'_>>::FACTS,
                "device",
                b"",
                false,
            ),
            __rk::field(<__rk_field::at as __rk::KeyField<'_>>::FACTS, "at", b"", false),
        ],
    );
    const __RK_LAYOUT: &__rk::Layout = &__rk::layout(
        __RK_PARTS,
        &__RK_PARTS.flatten::<{ __RK_PARTS.atoms() }>(),
        __rk::split(&[], __rk::SplitRule::Default, false, false),
    );
    mod __rk_field {
        pub(super) enum __rk_before_device {}
        pub(super) enum device {}
        pub(super) enum at {}
    }
    const __RK_CHECKED: usize = {
        let _ = <__rk_field::device as __rk::StoredField<'_>>::IS_STORED;
        let _ = <__rk_field::at as __rk::StoredField<'_>>::IS_STORED;
        1
    };
    type __RkChecked = [(); __RK_CHECKED];
    #[automatically_derived]
    impl __rk::ComputedBy for __rk_field::__rk_before_device {
        const RULE: &'static __rk::Computed = &__rk::rule_of(
            __rk::algorithm::number,
            &[
                __rk::input(
                    <__rk_field::at as __rk::KeyField<'_>>::FACTS,
                    &[__rk::view::year_month_day],
                ),
            ],
            __rk::label::digits((8) as i128),
            false,
        );
    }
    #[automatically_derived]
    impl<'__rk_v> __rk::FieldOf<'__rk_v> for __rk_field::__rk_before_device {
        type Value = i64;
        type Written = __rk::ComputedCodec<
            <__rk_field::at as __rk::FieldOf<'__rk_v>>::Codec,
            __rk_field::__rk_before_device,
        >;
        type Codec = <Self::Written as __rk::CheckedBy<__RkChecked>>::Type;
        const INDEX: usize = 0usize;
        __rk::values!();
    }
    #[automatically_derived]
    impl<'__rk_v> __rk::FieldOf<'__rk_v> for __rk_field::device {
        type Value = u32;
        type Written = u32;
        type Codec = <Self::Written as __rk::CheckedBy<__RkChecked>>::Type;
        const INDEX: usize = 1usize;
        __rk::values!();
    }
    #[automatically_derived]
    impl<'__rk_v> __rk::FieldOf<'__rk_v> for __rk_field::at {
        type Value = i64;
        type Written = __rk::item::time<1000, '?'>;
        type Codec = <Self::Written as __rk::CheckedBy<__RkChecked>>::Type;
        const INDEX: usize = 2usize;
        __rk::values!();
    }
    #[automatically_derived]
    impl __rk::RowKey for Reading {
        type Bytes = [u8; __rk::fixed_width(__RK_LAYOUT)];
        type EncodeError = <__rk::Fails<
            { __rk::key_can_fail(__RK_LAYOUT) },
        > as __rk::ErrorOf>::Error;
        type Decoded<'__rk_k> = Reading;
        type Scan<__RkT> = ReadingScan<0, __RkT>;
        /**1. `at.year_month_day`: computed, as digits
2. `device`: `u32`, 4 bytes, ascending
3. `at`: `i64`, `time(millis)`, ascending
*/
        const LAYOUT: &'static __rk::Layout = __RK_LAYOUT;
    }
    #[automatically_derived]
    impl __rk::KeyParts for Reading {
        type Form = __rk::StructKey;
        #[inline(always)]
        fn each_field<
            __RkK: __rk::RowKey,
            __RkS,
            __RkE: __rk::Each<__RkK, Stop = __RkS>,
        >(&self, __rk_each: &mut __RkE) -> __rk::Result<(), __RkS> {
            if let __rk::Err(__rk_error) = <__rk_field::__rk_before_device as __rk::KeyField<
                '_,
            >>::each::<__RkK, __RkE>(&self.at, __rk_each) {
                return __rk::Err(__rk_error);
            }
            if let __rk::Err(__rk_error) = <__rk_field::device as __rk::KeyField<
                '_,
            >>::each::<__RkK, __RkE>(&self.device, __rk_each) {
                return __rk::Err(__rk_error);
            }
            <__rk_field::at as __rk::KeyField<
                '_,
            >>::each::<__RkK, __RkE>(&self.at, __rk_each)
        }
        fn visit_field<'__rk_k, __RkO, __RkV: __rk::Visit<'__rk_k, Out = __RkO>>(
            __rk_field: usize,
            __rk_visit: __RkV,
        ) -> __rk::Option<__RkO> {
            __rk::Some(
                match __rk_field {
                    0usize => {
                        <__rk_field::__rk_before_device as __rk::KeyField<
                            '_,
                        >>::visit(__rk_visit)
                    }
                    1usize => {
                        <__rk_field::device as __rk::KeyField<'_>>::visit(__rk_visit)
                    }
                    2usize => <__rk_field::at as __rk::KeyField<'_>>::visit(__rk_visit),
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
            let __rk_value = Reading {
                device: {
                    if let __rk::Err(__rk_error) = <__rk_field::__rk_before_device as __rk::KeyField<
                        '_,
                    >>::pass::<__RkK>(&mut __rk_reader) {
                        return __rk::Err(__rk_error);
                    }
                    match <__rk_field::device as __rk::KeyField<
                        '_,
                    >>::read::<__RkK>(&mut __rk_reader) {
                        __rk::Ok(__rk_value) => __rk_value,
                        __rk::Err(__rk_error) => return __rk::Err(__rk_error),
                    }
                },
                at: match <__rk_field::at as __rk::KeyField<
                    '_,
                >>::read::<__RkK>(&mut __rk_reader) {
                    __rk::Ok(__rk_value) => __rk_value,
                    __rk::Err(__rk_error) => return __rk::Err(__rk_error),
                },
            };
            if let __rk::Err(__rk_error) = <__rk_field::__rk_before_device as __rk::KeyField<
                '_,
            >>::compare::<__RkK>(&__rk_reader, &__rk_value.at) {
                return __rk::Err(__rk_error);
            }
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
    for Reading
    where
        (
            __rk_field::__rk_before_device,
            (__rk_field::device, (__rk_field::at, ())),
        ): __rk::SharedField<'__rk_v, __RkI, __RkAs, __RkC>,
    {
        fn apply(
            __rk_query: __rk::Query,
            __rk_condition: __RkC,
            __rk_binds: bool,
        ) -> __rk::Query {
            <(
                __rk_field::__rk_before_device,
                (__rk_field::device, (__rk_field::at, ())),
            ) as __rk::SharedField<
                '__rk_v,
                __RkI,
                __RkAs,
                __RkC,
            >>::apply(__rk_query, __rk_condition, __rk_binds)
        }
    }
    #[automatically_derived]
    impl<'__rk_k> __rk::DerivedCodec<'__rk_k> for Reading {
        type Codec = __rk::NestedKey;
    }
    const __RK_INDEX_PARTS_0: __rk::Parts = __rk::parts(
        "",
        b"",
        __rk::None,
        b"",
        &[
            __rk::field(
                <__rk_field::device as __rk::KeyField<'_>>::FACTS,
                "device",
                b"",
                false,
            ),
            __rk::field(<__rk_field::at as __rk::KeyField<'_>>::FACTS, "at", b"", false),
        ],
    );
    const __RK_INDEX_0: &__rk::Layout = &__rk::layout(
        __RK_INDEX_PARTS_0,
        &__RK_INDEX_PARTS_0.flatten::<{ __RK_INDEX_PARTS_0.atoms() }>(),
        __rk::split(&[], __rk::SplitRule::Default, true, true),
    );
    const __RK_ANSWERS: &[__rk::DeclaredQuery] = &[
        __rk::DeclaredQuery::new(
            &[__rk::BoundField::value(1usize), __rk::BoundField::value(2usize)],
            false,
            __RK_INDEX_0,
            "`index(ByDevice(device, at; answers(device, at)))` in place of `answers(device, at)`",
            (
                "`index(ByDevice(device, at; ",
                "answers(device, at; buckets)))` in place of `answers(device, at)`",
            ),
        ),
    ];
    const _: () = __rk::check_answers(
        __RK_LAYOUT,
        &__RK_ANSWERS[0usize],
        __rk::Some(1usize),
    );
    const _: () = __rk::check_answers(
        __RK_LAYOUT,
        &__RK_ANSWERS[0usize],
        __rk::Some(2usize),
    );
    const _: () = __rk::check_answers(__RK_LAYOUT, &__RK_ANSWERS[0usize], __rk::None);
    const _: () = __rk::check_computed(__RK_LAYOUT, 0usize);
    const _: () = __rk::check_field(__RK_LAYOUT, 0usize);
    const _: () = __rk::check_field(__RK_LAYOUT, 1usize);
    const _: () = __rk::check_field(__RK_LAYOUT, 2usize);
    __rk::builder!(
        ReadingScan, ReadingFields[device "device" at "at"], 'v, limit bucket max_ranges
        resume reversed at_most refuse_full_scan; { [#[doc =
        "`device`: `u32`, 4 bytes, ascending."]] device filter_device 0 2 3
        __RkBinds_device
        "`device` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `device` once, before all others, or use `filter_device`"[__rk::Form] [__C
        : __rk::Condition < 'v, __rk_field::device, __As, < __rk_field::device as
        __rk::FieldOf < 'v >> ::Value >] [__rk::Query] } { [#[doc =
        "`at`: `i64`, `time(millis)`, ascending."]] at filter_at 2 3 3 __RkBinds_at
        "`at` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `at` once, right after a value of `device`, or use `filter_at`"[__rk::Form]
        [__C : __rk::Condition < 'v, __rk_field::at, __As, < __rk_field::at as
        __rk::FieldOf < 'v >> ::Value >] [__rk::Query] }
    );
};
