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
    const __PARTS: __rk::Parts = __rk::parts(
        "Event",
        b"",
        __rk::None,
        b"|",
        &[
            __rk::field(
                <__field::host as __rk::KeyField<'_>>::FACTS,
                "host",
                b"|",
                true,
            ),
            __rk::field(<__field::day as __rk::KeyField<'_>>::FACTS, "day", b"", false),
        ],
    );
    const __ATOMS: &[__rk::Atom] = &__PARTS.flatten::<{ __PARTS.atoms() }>();
    const __RULE: __rk::SplitRule = __rk::SplitRule::Regions(
        __rk::regions((16) as i128),
    );
    const __TABLE: &[__rk::Key<
        { __rk::split_width(&__PARTS, __ATOMS, __RULE) },
    >; { __rk::split_count(&__PARTS, __ATOMS, __RULE) }] = &__rk::split_table(
        &__PARTS,
        __ATOMS,
        __RULE,
    );
    const __LAYOUT: &__rk::Layout = &__rk::layout(
        __PARTS,
        __ATOMS,
        __rk::split(&__rk::split_refs(__TABLE), __RULE, true, false),
    );
    mod __field {
        pub(super) enum host {}
        pub(super) enum day {}
    }
    const __CHECKED: usize = {
        let _ = <__field::host as __rk::StoredField<'_>>::IS_STORED;
        let _ = <__field::day as __rk::StoredField<'_>>::IS_STORED;
        1
    };
    type __Checked = [(); __CHECKED];
    #[automatically_derived]
    impl __rk::Alphabet for __field::host {
        const CHARS: &'static str = "a-z";
    }
    #[automatically_derived]
    impl<'__v> __rk::FieldOf<'__v> for __field::host {
        type Value = String;
        type Written = __rk::item::chars<String, __field::host>;
        type Codec = <Self::Written as __rk::CheckedBy<__Checked>>::Type;
        const INDEX: usize = 0usize;
    }
    #[automatically_derived]
    impl __rk::Pattern for __field::day {
        const PATTERN: &'static str = "%Y%m%d";
        const OFFSET: __rk::Option<i32> = __rk::offset("+08:00");
        const FINER: char = 'e';
    }
    #[automatically_derived]
    impl<'__v> __rk::FieldOf<'__v> for __field::day {
        type Value = Timestamp;
        type Written = __rk::Strftime<__field::day>;
        type Codec = <Self::Written as __rk::CheckedBy<__Checked>>::Type;
        const INDEX: usize = 1usize;
    }
    #[automatically_derived]
    impl __rk::RowKey for Event {
        type Bytes = <__rk::KeyShape<
            { __rk::is_fixed(__LAYOUT) },
        > as __rk::BytesOf<{ __rk::width_or_0(__LAYOUT) }>>::Bytes;
        type EncodeError = __rk::EncodeError;
        type Decoded<'__k> = Event;
        type Scan<__T> = EventScan<0, __T>;
        /**1. `host`: `String`, `chars("a-z")`, unordered
2. `day`: `Timestamp`, `time("%Y%m%d" , offset = "+08:00" , exact)`, ascending
*/
        const LAYOUT: &'static __rk::Layout = __LAYOUT;
    }
    #[automatically_derived]
    impl __rk::KeyParts for Event {
        type Form = __rk::StructKey;
        #[inline(always)]
        fn each_field<__K: __rk::RowKey, __S, __E: __rk::Each<__K, Stop = __S>>(
            &self,
            __each: &mut __E,
        ) -> __rk::Result<(), __S> {
            if let __rk::Err(__error) = <__field::host as __rk::KeyField<
                '_,
            >>::each::<__K, __E>(&self.host, __each) {
                return __rk::Err(__error);
            }
            <__field::day as __rk::KeyField<'_>>::each::<__K, __E>(&self.day, __each)
        }
        fn visit_field<'__k, __O, __V: __rk::Visit<'__k, Out = __O>>(
            __field: usize,
            __visit: __V,
        ) -> __rk::Option<__O> {
            __rk::Some(
                match __field {
                    0usize => <__field::host as __rk::KeyField<'_>>::visit(__visit),
                    1usize => <__field::day as __rk::KeyField<'_>>::visit(__visit),
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
            let __value = Event {
                host: match <__field::host as __rk::KeyField<
                    '_,
                >>::read::<__K>(&mut __reader) {
                    __rk::Ok(__value) => __value,
                    __rk::Err(__error) => return __rk::Err(__error),
                },
                day: match <__field::day as __rk::KeyField<
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
    impl<'__v, __I, __As, __C> __rk::SharedField<'__v, __I, __As, __C> for Event
    where
        (__field::host, (__field::day, ())): __rk::SharedField<'__v, __I, __As, __C>,
    {
        fn bind(__query: __rk::Query, __condition: __C) -> __rk::Query {
            <(
                __field::host,
                (__field::day, ()),
            ) as __rk::SharedField<'__v, __I, __As, __C>>::bind(__query, __condition)
        }
        fn filter(__query: __rk::Query, __condition: __C) -> __rk::Query {
            <(
                __field::host,
                (__field::day, ()),
            ) as __rk::SharedField<'__v, __I, __As, __C>>::filter(__query, __condition)
        }
    }
    #[automatically_derived]
    impl<'__k> __rk::DerivedCodec<'__k> for Event {
        type Codec = __rk::NestedKey;
    }
    const _: () = __rk::check_lock(__LAYOUT, "..");
    const _: () = __rk::check_regions(__LAYOUT);
    const _: () = __rk::check_dead(__LAYOUT);
    const _: () = __rk::check_hot(__LAYOUT);
    const _: () = __rk::check_class("a-z");
    const _: () = __rk::check_offset("+08:00");
    const _: () = __rk::check_field(__LAYOUT, 0usize);
    const _: () = __rk::check_field(__LAYOUT, 1usize);
    const _: () = __rk::check_unordered(&[(__LAYOUT, 0usize)]);
    __rk::builder!(
        EventScan, EventFields[host "host" day "day"], 'v, limit bucket max_ranges
        resume; { [#[doc = "`host`: `String`, `chars(\"a-z\")`, unordered."]] host
        filter_host 0 1 2 __Binds_host
        "`host` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `host` once, before all others, or use `filter_host`"[__rk::Form +
        __rk::UnorderedForm] [__C : __rk::Condition < 'v, __field::host, __As >]
        [__rk::Query] } { [#[doc =
        "`day`: `Timestamp`, `time(\"%Y%m%d\" , offset = \"+08:00\" , exact)`, ascending."]]
        day filter_day 1 2 2 __Binds_day
        "`day` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `day` once, right after a value of `host`, or use `filter_day`"[__rk::Form]
        [__C : __rk::Condition < 'v, __field::day, __As >] [__rk::Query] }
    );
};
