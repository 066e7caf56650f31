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
    const __RK_PARTS: __rk::Parts = __rk::parts(
        "Line",
        b"",
        __rk::None,
        b"",
        &[
            __rk::field(<__rk_field::id as __rk::KeyField<'_>>::FACTS, "id", b"", false),
            __rk::field(
                <__rk_field::text as __rk::KeyField<'_>>::FACTS,
                "text",
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
        pub(super) enum id {}
        pub(super) enum text {}
    }
    const __RK_CHECKED: usize = {
        let _ = <__rk_field::id as __rk::StoredField<'_>>::IS_STORED;
        let _ = <__rk_field::text as __rk::StoredField<'_>>::IS_STORED;
        1
    };
    type __RkChecked = [(); __RK_CHECKED];
    #[automatically_derived]
    impl<'__rk_v> __rk::FieldOf<'__rk_v> for __rk_field::id {
        type Value = &'__rk_v str;
        type Written = __rk::item::len<{ __rk::number((WIDTH) as i128) }>;
        type Codec = <Self::Written as __rk::CheckedBy<__RkChecked>>::Type;
        const INDEX: usize = 0usize;
        __rk::values!();
    }
    #[automatically_derived]
    impl<'__rk_v> __rk::FieldOf<'__rk_v> for __rk_field::text {
        type Value = &'__rk_v str;
        type Written = &'__rk_v str;
        type Codec = <Self::Written as __rk::CheckedBy<__RkChecked>>::Type;
        const INDEX: usize = 1usize;
        __rk::values!();
    }
    #[automatically_derived]
    impl<'a> __rk::RowKey for Line<'a> {
        type Bytes = <__rk::KeyShape<
            { __rk::is_fixed(__RK_LAYOUT) },
        > as __rk::BytesOf<{ __rk::width_or_0(__RK_LAYOUT) }>>::Bytes;
        type EncodeError = __rk::EncodeError;
        type Decoded<'__rk_k> = Line<'__rk_k>;
        type Scan<__RkT> = LineScan<0, __RkT>;
        /**1. `id`: `&'a str`, `len(WIDTH)`, ascending
2. `text`: `&'a str`, ascending
*/
        const LAYOUT: &'static __rk::Layout = __RK_LAYOUT;
    }
    #[automatically_derived]
    impl<'a> __rk::KeyParts for Line<'a> {
        type Form = __rk::StructKey;
        #[inline(always)]
        fn each_field<
            __RkK: __rk::RowKey,
            __RkS,
            __RkE: __rk::Each<__RkK, Stop = __RkS>,
        >(&self, __rk_each: &mut __RkE) -> __rk::Result<(), __RkS> {
            if let __rk::Err(__rk_error) = <__rk_field::id as __rk::KeyField<
                '_,
            >>::each::<__RkK, __RkE>(&self.id, __rk_each) {
                return __rk::Err(__rk_error);
            }
            <__rk_field::text as __rk::KeyField<
                '_,
            >>::each::<__RkK, __RkE>(&self.text, __rk_each)
        }
        fn visit_field<'__rk_k, __RkO, __RkV: __rk::Visit<'__rk_k, Out = __RkO>>(
            __rk_field: usize,
            __rk_visit: __RkV,
        ) -> __rk::Option<__RkO> {
            __rk::Some(
                match __rk_field {
                    0usize => <__rk_field::id as __rk::KeyField<'_>>::visit(__rk_visit),
                    1usize => <__rk_field::text as __rk::KeyField<'_>>::visit(__rk_visit),
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
            let __rk_value = Line {
                id: match <__rk_field::id as __rk::KeyField<
                    '_,
                >>::read::<__RkK>(&mut __rk_reader) {
                    __rk::Ok(__rk_value) => __rk_value,
                    __rk::Err(__rk_error) => return __rk::Err(__rk_error),
                },
                text: match <__rk_field::text as __rk::KeyField<
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
    impl<
        '__rk_v,
        'a,
        __RkI,
        __RkAs,
        __RkC,
    > __rk::SharedField<'__rk_v, __RkI, __RkAs, __RkC> for Line<'a>
    where
        (
            __rk_field::id,
            (__rk_field::text, ()),
        ): __rk::SharedField<'__rk_v, __RkI, __RkAs, __RkC>,
    {
        fn apply(
            __rk_query: __rk::Query,
            __rk_condition: __RkC,
            __rk_binds: bool,
        ) -> __rk::Query {
            <(
                __rk_field::id,
                (__rk_field::text, ()),
            ) as __rk::SharedField<
                '__rk_v,
                __RkI,
                __RkAs,
                __RkC,
            >>::apply(__rk_query, __rk_condition, __rk_binds)
        }
    }
    #[automatically_derived]
    impl<'__rk_k> __rk::DerivedCodec<'__rk_k> for Line<'__rk_k> {
        type Codec = __rk::NestedKey;
    }
    const _: () = __rk::check_field(__RK_LAYOUT, 0usize);
    const _: () = __rk::check_field(__RK_LAYOUT, 1usize);
    __rk::builder!(
        LineScan, LineFields[id "id" text "text"], 'v, limit bucket max_ranges resume
        reversed at_most refuse_full_scan; { [#[doc =
        "`id`: `&'a str`, `len(WIDTH)`, ascending."]] id filter_id 0 1 2 __RkBinds_id
        "`id` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `id` once, before all others, or use `filter_id`"[__rk::Form] [__C :
        __rk::Condition < 'v, __rk_field::id, __As, < __rk_field::id as __rk::FieldOf <
        'v >> ::Value >] [__rk::Query] } { [#[doc = "`text`: `&'a str`, ascending."]]
        text filter_text 1 2 2 __RkBinds_text
        "`text` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `text` once, right after a value of `id`, or use `filter_text`"[__rk::Form]
        [__C : __rk::Condition < 'v, __rk_field::text, __As, < __rk_field::text as
        __rk::FieldOf < 'v >> ::Value >] [__rk::Query] }
    );
};
