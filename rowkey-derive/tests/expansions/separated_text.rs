#[rowkey(separator = "|", split(regions = 16, allow(dead)), layout = "..")]
struct Event {
    #[rowkey(chars("a-z"), allow(unordered))]
    host: String,
    #[rowkey(time("%Y%m%d", offset = "+08:00", exact))]
    day: Timestamp,
}
/**A query by the fields of [`Event`]. Bind the fields in key order, then call `plan()`.

Each field has two methods: one that narrows the range of keys, and one that filters the rows. Both take a value, a range, `one_of(..)`, `starts_with(..)`, `ends_with(..)`, or `contains(..)`. Wrap an optional condition in `If(..)`, which also keeps the type of the builder the same.

`AT` counts the fields that are bound: after the first one, the type is `EventScan<1>`.

1. `host`: `String`, `chars("a-z")`, unordered
2. `day`: `Timestamp`, `time("%Y%m%d" , offset = "+08:00" , exact)`, ascending
*/
#[must_use]
struct EventScan<const AT: usize = 0, K = Event>(
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
        "Event",
        b"",
        __rk::None,
        b"|",
        &[
            __rk::field(
                <__rk_field::host as __rk::KeyField<'_>>::FACTS,
                "host",
                b"|",
                true,
            ),
            __rk::field(
                <__rk_field::day as __rk::KeyField<'_>>::FACTS,
                "day",
                b"",
                false,
            ),
        ],
    );
    const __RK_ATOMS: &[__rk::Atom] = &__RK_PARTS.flatten::<{ __RK_PARTS.atoms() }>();
    const __RK_RULE: __rk::SplitRule = __rk::SplitRule::Regions(
        __rk::regions((16) as i128),
    );
    const __RK_TABLE: &[__rk::Key<
        { __rk::split_width(&__RK_PARTS, __RK_ATOMS, __RK_RULE) },
    >; { __rk::split_count(&__RK_PARTS, __RK_ATOMS, __RK_RULE) }] = &__rk::split_table(
        &__RK_PARTS,
        __RK_ATOMS,
        __RK_RULE,
    );
    const __RK_LAYOUT: &__rk::Layout = &__rk::layout(
        __RK_PARTS,
        __RK_ATOMS,
        __rk::split(&__rk::split_refs(__RK_TABLE), __RK_RULE, true, false),
    );
    mod __rk_field {
        pub(super) enum host {}
        pub(super) enum day {}
    }
    const __RK_CHECKED: usize = {
        let _ = <__rk_field::host as __rk::StoredField<'_>>::IS_STORED;
        let _ = <__rk_field::day as __rk::StoredField<'_>>::IS_STORED;
        1
    };
    type __RkChecked = [(); __RK_CHECKED];
    #[automatically_derived]
    impl __rk::Alphabet for __rk_field::host {
        const CHARS: &'static str = "a-z";
    }
    #[automatically_derived]
    impl<'__rk_v> __rk::FieldOf<'__rk_v> for __rk_field::host {
        type Value = String;
        type Written = __rk::item::chars<String, __rk_field::host>;
        type Codec = <Self::Written as __rk::CheckedBy<__RkChecked>>::Type;
        const INDEX: usize = 0usize;
    }
    #[automatically_derived]
    impl __rk::Pattern for __rk_field::day {
        const PATTERN: &'static str = "%Y%m%d";
        const OFFSET: __rk::Option<i32> = __rk::offset("+08:00");
        const FINER: char = 'e';
    }
    #[automatically_derived]
    impl<'__rk_v> __rk::FieldOf<'__rk_v> for __rk_field::day {
        type Value = Timestamp;
        type Written = __rk::Strftime<__rk_field::day>;
        type Codec = <Self::Written as __rk::CheckedBy<__RkChecked>>::Type;
        const INDEX: usize = 1usize;
        __rk::values!();
    }
    #[automatically_derived]
    impl __rk::RowKey for Event {
        type Bytes = <__rk::KeyShape<
            { __rk::is_fixed(__RK_LAYOUT) },
        > as __rk::BytesOf<{ __rk::width_or_0(__RK_LAYOUT) }>>::Bytes;
        type EncodeError = __rk::EncodeError;
        type Decoded<'__rk_k> = Event;
        type Scan<__RkT> = EventScan<0, __RkT>;
        /**1. `host`: `String`, `chars("a-z")`, unordered
2. `day`: `Timestamp`, `time("%Y%m%d" , offset = "+08:00" , exact)`, ascending
*/
        const LAYOUT: &'static __rk::Layout = __RK_LAYOUT;
    }
    #[automatically_derived]
    impl __rk::KeyParts for Event {
        type Form = __rk::StructKey;
        #[inline(always)]
        fn each_field<
            __RkK: __rk::RowKey,
            __RkS,
            __RkE: __rk::Each<__RkK, Stop = __RkS>,
        >(&self, __rk_each: &mut __RkE) -> __rk::Result<(), __RkS> {
            if let __rk::Err(__rk_error) = <__rk_field::host as __rk::KeyField<
                '_,
            >>::each::<__RkK, __RkE>(&self.host, __rk_each) {
                return __rk::Err(__rk_error);
            }
            <__rk_field::day as __rk::KeyField<
                '_,
            >>::each::<__RkK, __RkE>(&self.day, __rk_each)
        }
        fn visit_field<'__rk_k, __RkO, __RkV: __rk::Visit<'__rk_k, Out = __RkO>>(
            __rk_field: usize,
            __rk_visit: __RkV,
        ) -> __rk::Option<__RkO> {
            __rk::Some(
                match __rk_field {
                    0usize => <__rk_field::host as __rk::KeyField<'_>>::visit(__rk_visit),
                    1usize => <__rk_field::day as __rk::KeyField<'_>>::visit(__rk_visit),
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
            let __rk_value = Event {
                host: match <__rk_field::host as __rk::KeyField<
                    '_,
                >>::read::<__RkK>(&mut __rk_reader) {
                    __rk::Ok(__rk_value) => __rk_value,
                    __rk::Err(__rk_error) => return __rk::Err(__rk_error),
                },
                day: match <__rk_field::day as __rk::KeyField<
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
    for Event
    where
        (
            __rk_field::host,
            (__rk_field::day, ()),
        ): __rk::SharedField<'__rk_v, __RkI, __RkAs, __RkC>,
    {
        fn apply(
            __rk_query: __rk::Query,
            __rk_condition: __RkC,
            __rk_binds: bool,
        ) -> __rk::Query {
            <(
                __rk_field::host,
                (__rk_field::day, ()),
            ) as __rk::SharedField<
                '__rk_v,
                __RkI,
                __RkAs,
                __RkC,
            >>::apply(__rk_query, __rk_condition, __rk_binds)
        }
    }
    #[automatically_derived]
    impl<'__rk_k> __rk::DerivedCodec<'__rk_k> for Event {
        type Codec = __rk::NestedKey;
    }
    const _: () = __rk::check_lock(__RK_LAYOUT, "..");
    const _: () = __rk::check_regions(__RK_LAYOUT);
    const _: () = __rk::check_dead(__RK_LAYOUT);
    const _: () = __rk::check_hot(__RK_LAYOUT);
    const _: () = __rk::check_class("a-z");
    const _: () = __rk::check_offset("+08:00");
    const _: () = __rk::check_field(__RK_LAYOUT, 0usize);
    const _: () = __rk::check_field(__RK_LAYOUT, 1usize);
    const _: () = __rk::check_unordered(&[(__RK_LAYOUT, 0usize)]);
    __rk::builder!(
        EventScan, EventFields[host "host" day "day"], 'v, limit bucket max_ranges resume
        reversed at_most refuse_full_scan; { [#[doc =
        "`host`: `String`, `chars(\"a-z\")`, unordered."]] host filter_host 0 1 2
        __RkBinds_host
        "`host` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `host` once, before all others, or use `filter_host`"[__rk::Form +
        __rk::UnorderedForm + __rk::BackwardForm < { use __rk::MayNotBeText as _;
        __rk::StartOf:: < __rk_field::host > ::FORWARD } >] [__C : __rk::Condition < 'v,
        __rk_field::host, __As, < __rk_field::host as __rk::FieldOf < 'v >> ::Value >]
        [__rk::Query] } { [#[doc =
        "`day`: `Timestamp`, `time(\"%Y%m%d\" , offset = \"+08:00\" , exact)`, ascending."]]
        day filter_day 1 2 2 __RkBinds_day
        "`day` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `day` once, right after a value of `host`, or use `filter_day`"[__rk::Form]
        [__C : __rk::Condition < 'v, __rk_field::day, __As, < __rk_field::day as
        __rk::FieldOf < 'v >> ::Value >] [__rk::Query] }
    );
};
