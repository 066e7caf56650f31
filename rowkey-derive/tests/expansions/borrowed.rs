struct Line<'a> {
    #[rowkey(len(WIDTH))]
    id: &'a str,
    text: &'a str,
}
/**A query by the fields of [`Line`]. Bind the fields in key order, then call `plan()`.

Each field has two methods: one that narrows the range of keys, and one that filters the rows. Both take a value, a range, `one_of(..)`, `starts_with(..)`, `ends_with(..)`, or `contains(..)`. Wrap an optional condition in `If(..)`, which also keeps the type of the builder the same.

`AT` counts the fields that are bound: after the first one, the type is `LineScan<1>`.

1. `id`: `&'a str`, `len(WIDTH)`, ascending
2. `text`: `&'a str`, ascending
*/
#[must_use]
struct LineScan<const AT: usize = 0, K = Line<'static>>(
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
        "Line",
        b"",
        __rk::None,
        b"",
        &[
            __rk::field(<__field::id as __rk::KeyField<'_>>::FACTS, "id", b"", false),
            __rk::field(<__field::text as __rk::KeyField<'_>>::FACTS, "text", b"", false),
        ],
    );
    const __LAYOUT: &__rk::Layout = &__rk::layout(
        __PARTS,
        &__PARTS.flatten::<{ __PARTS.atoms() }>(),
        __rk::split(&[], __rk::SplitRule::Default, false, false),
    );
    mod __field {
        pub(super) enum id {}
        pub(super) enum text {}
    }
    const __CHECKED: usize = {
        let _ = <__field::id as __rk::StoredField<'_>>::IS_STORED;
        let _ = <__field::text as __rk::StoredField<'_>>::IS_STORED;
        1
    };
    type __Checked = [(); __CHECKED];
    #[automatically_derived]
    impl<'__v> __rk::FieldOf<'__v> for __field::id {
        type Value = &'__v str;
        type Written = __rk::item::len<{ __rk::number((WIDTH) as i128) }>;
        type Codec = <Self::Written as __rk::CheckedBy<__Checked>>::Type;
        const INDEX: usize = 0usize;
    }
    #[automatically_derived]
    impl<'__v> __rk::FieldOf<'__v> for __field::text {
        type Value = &'__v str;
        type Written = &'__v str;
        type Codec = <Self::Written as __rk::CheckedBy<__Checked>>::Type;
        const INDEX: usize = 1usize;
    }
    #[automatically_derived]
    impl<'a> __rk::RowKey for Line<'a> {
        type Bytes = <__rk::KeyShape<
            { __rk::is_fixed(__LAYOUT) },
        > as __rk::BytesOf<{ __rk::width_or_0(__LAYOUT) }>>::Bytes;
        type EncodeError = __rk::EncodeError;
        type Decoded<'__k> = Line<'__k>;
        type Scan<__T> = LineScan<0, __T>;
        /**1. `id`: `&'a str`, `len(WIDTH)`, ascending
2. `text`: `&'a str`, ascending
*/
        const LAYOUT: &'static __rk::Layout = __LAYOUT;
    }
    #[automatically_derived]
    impl<'a> __rk::KeyParts for Line<'a> {
        type Form = __rk::StructKey;
        #[inline(always)]
        fn each_field<__K: __rk::RowKey, __S, __E: __rk::Each<__K, Stop = __S>>(
            &self,
            __each: &mut __E,
        ) -> __rk::Result<(), __S> {
            if let __rk::Err(__error) = <__field::id as __rk::KeyField<
                '_,
            >>::each::<__K, __E>(&self.id, __each) {
                return __rk::Err(__error);
            }
            <__field::text as __rk::KeyField<'_>>::each::<__K, __E>(&self.text, __each)
        }
        fn visit_field<'__k, __O, __V: __rk::Visit<'__k, Out = __O>>(
            __field: usize,
            __visit: __V,
        ) -> __rk::Option<__O> {
            __rk::Some(
                match __field {
                    0usize => <__field::id as __rk::KeyField<'_>>::visit(__visit),
                    1usize => <__field::text as __rk::KeyField<'_>>::visit(__visit),
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
            let __value = Line {
                id: match <__field::id as __rk::KeyField<
                    '_,
                >>::read::<__K>(&mut __reader) {
                    __rk::Ok(__value) => __value,
                    __rk::Err(__error) => return __rk::Err(__error),
                },
                text: match <__field::text as __rk::KeyField<
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
    impl<'__v, 'a, __I, __As, __C> __rk::SharedField<'__v, __I, __As, __C> for Line<'a>
    where
        (__field::id, (__field::text, ())): __rk::SharedField<'__v, __I, __As, __C>,
    {
        fn bind(__query: __rk::Query, __condition: __C) -> __rk::Query {
            <(
                __field::id,
                (__field::text, ()),
            ) as __rk::SharedField<'__v, __I, __As, __C>>::bind(__query, __condition)
        }
        fn filter(__query: __rk::Query, __condition: __C) -> __rk::Query {
            <(
                __field::id,
                (__field::text, ()),
            ) as __rk::SharedField<'__v, __I, __As, __C>>::filter(__query, __condition)
        }
    }
    #[automatically_derived]
    impl<'__k> __rk::DerivedCodec<'__k> for Line<'__k> {
        type Codec = __rk::NestedKey;
    }
    const _: () = __rk::check_field(__LAYOUT, 0usize);
    const _: () = __rk::check_field(__LAYOUT, 1usize);
    __rk::builder!(
        LineScan, LineFields[id "id" text "text"], 'v, limit bucket max_ranges resume; {
        [#[doc = "`id`: `&'a str`, `len(WIDTH)`, ascending."]] id filter_id 0 1 2
        __Binds_id
        "`id` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `id` once, before all others, or use `filter_id`"[__rk::Form] [__C :
        __rk::Condition < 'v, __field::id, __As >] [__rk::Query] } { [#[doc =
        "`text`: `&'a str`, ascending."]] text filter_text 1 2 2 __Binds_text
        "`text` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `text` once, right after a value of `id`, or use `filter_text`"[__rk::Form]
        [__C : __rk::Condition < 'v, __field::text, __As >] [__rk::Query] }
    );
};
