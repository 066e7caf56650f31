pub struct Call {
    /// Who called.
    #[salt(xor, buckets = 6, of(phone.last(4).int, at.div(60_000)), digits(2))]
    #[pad(20)]
    pub phone: String,
    #[reverse_ts]
    pub at: i64,
}
/**A query by the fields of [`Call`]. Bind the fields in key order, then call `plan()`.

Each field has two methods: one that narrows the range of keys, and one that filters the rows. Both take a value, a range, `one_of(..)`, `starts_with(..)`, `ends_with(..)`, or `contains(..)`. Wrap an optional condition in `If(..)`, which also keeps the type of the builder the same.

`AT` counts the fields that are bound: after the first one, the type is `CallScan<1>`.

1. the salt, by `xor`
2. `phone`: `String`, `pad(20)`, 20 bytes, ascending
3. `at`: `i64`, `reverse_ts`, 8 bytes, descending
*/
#[must_use]
pub struct CallScan<const AT: usize = 0, K = Call>(
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
        "Call",
        b"",
        __rk::Some(
            __rk::salt(
                __rk::algorithm::xor,
                (6) as i128,
                &[
                    __rk::input(
                        <__rk_field::phone as __rk::KeyField<'_>>::FACTS,
                        &[__rk::view::last((4) as i128), __rk::view::int],
                    ),
                    __rk::input(
                        <__rk_field::at as __rk::KeyField<'_>>::FACTS,
                        &[__rk::view::div((60000) as i128)],
                    ),
                ],
                false,
                __rk::Some(__rk::label::digits((2) as i128)),
            ),
        ),
        b"",
        &[
            __rk::field(
                <__rk_field::phone as __rk::KeyField<'_>>::FACTS,
                "phone",
                b"",
                false,
            ),
            __rk::field(<__rk_field::at as __rk::KeyField<'_>>::FACTS, "at", b"", false),
        ],
    );
    const __RK_ATOMS: &[__rk::Atom] = &__RK_PARTS.flatten::<{ __RK_PARTS.atoms() }>();
    const __RK_TABLE: &[__rk::Key<
        { __rk::split_width(&__RK_PARTS, __RK_ATOMS, __rk::SplitRule::Default) },
    >; { __rk::split_count(&__RK_PARTS, __RK_ATOMS, __rk::SplitRule::Default) }] = &__rk::split_table(
        &__RK_PARTS,
        __RK_ATOMS,
        __rk::SplitRule::Default,
    );
    const __RK_LAYOUT: &__rk::Layout = &__rk::layout(
        __RK_PARTS,
        __RK_ATOMS,
        __rk::split(
            &__rk::split_refs(__RK_TABLE),
            __rk::SplitRule::Default,
            false,
            false,
        ),
    );
    mod __rk_field {
        pub(super) enum phone {}
        pub(super) enum at {}
    }
    const __RK_CHECKED: usize = {
        let _ = <__rk_field::phone as __rk::StoredField<'_>>::IS_STORED;
        let _ = <__rk_field::at as __rk::StoredField<'_>>::IS_STORED;
        1
    };
    type __RkChecked = [(); __RK_CHECKED];
    #[automatically_derived]
    impl<'__rk_v> __rk::FieldOf<'__rk_v> for __rk_field::phone {
        type Value = String;
        type Written = __rk::item::pad<20, 0>;
        type Codec = <Self::Written as __rk::CheckedBy<__RkChecked>>::Type;
        const INDEX: usize = 0usize;
        __rk::values!();
    }
    #[automatically_derived]
    impl<'__rk_v> __rk::FieldOf<'__rk_v> for __rk_field::at {
        type Value = i64;
        type Written = __rk::item::reverse_ts<1000, '?'>;
        type Codec = <Self::Written as __rk::CheckedBy<__RkChecked>>::Type;
        const INDEX: usize = 1usize;
        __rk::values!();
    }
    #[automatically_derived]
    impl __rk::RowKey for Call {
        type Bytes = [u8; __rk::fixed_width(__RK_LAYOUT)];
        type EncodeError = __rk::EncodeError;
        type Decoded<'__rk_k> = Call;
        type Scan<__RkT> = CallScan<0, __RkT>;
        /**1. the salt, by `xor`
2. `phone`: `String`, `pad(20)`, 20 bytes, ascending
3. `at`: `i64`, `reverse_ts`, 8 bytes, descending
*/
        const LAYOUT: &'static __rk::Layout = __RK_LAYOUT;
    }
    #[automatically_derived]
    impl __rk::KeyParts for Call {
        type Form = __rk::StructKey;
        #[inline(always)]
        fn each_field<
            __RkK: __rk::RowKey,
            __RkS,
            __RkE: __rk::Each<__RkK, Stop = __RkS>,
        >(&self, __rk_each: &mut __RkE) -> __rk::Result<(), __RkS> {
            if let __rk::Err(__rk_error) = <__rk_field::phone as __rk::KeyField<
                '_,
            >>::each::<__RkK, __RkE>(&self.phone, __rk_each) {
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
                        <__rk_field::phone as __rk::KeyField<'_>>::visit(__rk_visit)
                    }
                    1usize => <__rk_field::at as __rk::KeyField<'_>>::visit(__rk_visit),
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
            let __rk_value = Call {
                phone: match <__rk_field::phone as __rk::KeyField<
                    '_,
                >>::read::<__RkK>(&mut __rk_reader) {
                    __rk::Ok(__rk_value) => __rk_value,
                    __rk::Err(__rk_error) => return __rk::Err(__rk_error),
                },
                at: match <__rk_field::at as __rk::KeyField<
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
        #[inline(always)]
        fn give_inputs<__RkT: __rk::TakeInputs>(
            &self,
            __rk_inputs: &mut __RkT,
        ) -> __rk::InputResult {
            if let __rk::Err(__rk_error) = <__rk_field::phone as __rk::KeyField<
                '_,
            >>::give::<__RkT, 0usize>(__rk_inputs, &self.phone) {
                return __rk::Err(__rk_error);
            }
            <__rk_field::at as __rk::KeyField<
                '_,
            >>::give::<__RkT, 1usize>(__rk_inputs, &self.at)
        }
    }
    #[doc(hidden)]
    #[automatically_derived]
    impl<'__rk_v, __RkI, __RkAs, __RkC> __rk::SharedField<'__rk_v, __RkI, __RkAs, __RkC>
    for Call
    where
        (
            __rk_field::phone,
            (__rk_field::at, ()),
        ): __rk::SharedField<'__rk_v, __RkI, __RkAs, __RkC>,
    {
        fn apply(
            __rk_query: __rk::Query,
            __rk_condition: __RkC,
            __rk_binds: bool,
        ) -> __rk::Query {
            <(
                __rk_field::phone,
                (__rk_field::at, ()),
            ) as __rk::SharedField<
                '__rk_v,
                __RkI,
                __RkAs,
                __RkC,
            >>::apply(__rk_query, __rk_condition, __rk_binds)
        }
    }
    #[automatically_derived]
    impl<'__rk_k> __rk::DerivedCodec<'__rk_k> for Call {
        type Codec = __rk::NestedKey;
    }
    const _: () = __rk::check_input(__RK_LAYOUT, 0usize);
    const _: () = __rk::check_input(__RK_LAYOUT, 1usize);
    const _: () = __rk::check_label(__RK_LAYOUT);
    const _: () = __rk::check_buckets(__RK_LAYOUT, (6) as i128);
    const _: () = __rk::check_field(__RK_LAYOUT, 0usize);
    const _: () = __rk::check_field(__RK_LAYOUT, 1usize);
    __rk::builder!(
        CallScan, CallFields[phone "phone" at "at"], 'v, limit bucket max_ranges resume
        reversed at_most refuse_full_scan; { [#[doc =
        "`phone`: `String`, `pad(20)`, 20 bytes, ascending."] #[doc = ""] #[doc =
        r" Who called."]] phone filter_phone 0 1 2 __RkBinds_phone
        "`phone` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `phone` once, before all others, or use `filter_phone`"[__rk::Form] [__C :
        __rk::Condition < 'v, __rk_field::phone, __As, < __rk_field::phone as
        __rk::FieldOf < 'v >> ::Value >] [__rk::Query] } { [#[doc =
        "`at`: `i64`, `reverse_ts`, 8 bytes, descending."]] at filter_at 1 2 2
        __RkBinds_at
        "`at` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `at` once, right after a value of `phone`, or use `filter_at`"[__rk::Form]
        [__C : __rk::Condition < 'v, __rk_field::at, __As, < __rk_field::at as
        __rk::FieldOf < 'v >> ::Value >] [__rk::Query] }
    );
};
