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
    const __PARTS: __rk::Parts = __rk::parts(
        "Call",
        b"",
        __rk::Some(
            __rk::salt(
                __rk::algorithm::xor,
                (6) as i128,
                &[
                    __rk::input(
                        <__field::phone as __rk::KeyField<'_>>::FACTS,
                        &[__rk::view::last((4) as i128), __rk::view::int],
                    ),
                    __rk::input(
                        <__field::at as __rk::KeyField<'_>>::FACTS,
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
                <__field::phone as __rk::KeyField<'_>>::FACTS,
                "phone",
                b"",
                false,
            ),
            __rk::field(<__field::at as __rk::KeyField<'_>>::FACTS, "at", b"", false),
        ],
    );
    const __ATOMS: &[__rk::Atom] = &__PARTS.flatten::<{ __PARTS.atoms() }>();
    const __TABLE: &[__rk::Key<
        { __rk::split_width(&__PARTS, __ATOMS, __rk::SplitRule::Default) },
    >; { __rk::split_count(&__PARTS, __ATOMS, __rk::SplitRule::Default) }] = &__rk::split_table(
        &__PARTS,
        __ATOMS,
        __rk::SplitRule::Default,
    );
    const __LAYOUT: &__rk::Layout = &__rk::layout(
        __PARTS,
        __ATOMS,
        __rk::split(&__rk::split_refs(__TABLE), __rk::SplitRule::Default, false, false),
    );
    mod __field {
        pub(super) enum phone {}
        pub(super) enum at {}
    }
    const __CHECKED: usize = {
        let _ = <__field::phone as __rk::StoredField<'_>>::IS_STORED;
        let _ = <__field::at as __rk::StoredField<'_>>::IS_STORED;
        1
    };
    type __Checked = [(); __CHECKED];
    #[automatically_derived]
    impl<'__v> __rk::FieldOf<'__v> for __field::phone {
        type Value = String;
        type Written = __rk::item::pad<20, 0, false>;
        type Codec = <Self::Written as __rk::CheckedBy<__Checked>>::Type;
        const INDEX: usize = 0usize;
    }
    #[automatically_derived]
    impl<'__v> __rk::FieldOf<'__v> for __field::at {
        type Value = i64;
        type Written = __rk::item::reverse_ts<1000, '?'>;
        type Codec = <Self::Written as __rk::CheckedBy<__Checked>>::Type;
        const INDEX: usize = 1usize;
    }
    #[automatically_derived]
    impl __rk::RowKey for Call {
        type Bytes = [u8; __rk::fixed_width(__LAYOUT)];
        type EncodeError = __rk::EncodeError;
        type Decoded<'__k> = Call;
        type Scan<__T> = CallScan<0, __T>;
        /**1. the salt, by `xor`
2. `phone`: `String`, `pad(20)`, 20 bytes, ascending
3. `at`: `i64`, `reverse_ts`, 8 bytes, descending
*/
        const LAYOUT: &'static __rk::Layout = __LAYOUT;
    }
    #[automatically_derived]
    impl __rk::KeyParts for Call {
        type Form = __rk::StructKey;
        #[inline(always)]
        fn each_field<__K: __rk::RowKey, __S, __E: __rk::Each<__K, Stop = __S>>(
            &self,
            __each: &mut __E,
        ) -> __rk::Result<(), __S> {
            if let __rk::Err(__error) = <__field::phone as __rk::KeyField<
                '_,
            >>::each::<__K, __E>(&self.phone, __each) {
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
                    0usize => <__field::phone as __rk::KeyField<'_>>::visit(__visit),
                    1usize => <__field::at as __rk::KeyField<'_>>::visit(__visit),
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
            let __value = Call {
                phone: match <__field::phone as __rk::KeyField<
                    '_,
                >>::read::<__K>(&mut __reader) {
                    __rk::Ok(__value) => __value,
                    __rk::Err(__error) => return __rk::Err(__error),
                },
                at: match <__field::at as __rk::KeyField<
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
        #[inline(always)]
        fn give_inputs<__T: __rk::TakeInputs>(
            &self,
            __inputs: &mut __T,
        ) -> __rk::InputResult {
            if let __rk::Err(__error) = <__field::phone as __rk::KeyField<
                '_,
            >>::give::<__T, 0usize>(__inputs, &self.phone) {
                return __rk::Err(__error);
            }
            <__field::at as __rk::KeyField<'_>>::give::<__T, 1usize>(__inputs, &self.at)
        }
    }
    #[automatically_derived]
    impl<'__v, __I, __As, __C> __rk::SharedField<'__v, __I, __As, __C> for Call
    where
        (__field::phone, (__field::at, ())): __rk::SharedField<'__v, __I, __As, __C>,
    {
        fn bind(__query: __rk::Query, __condition: __C) -> __rk::Query {
            <(
                __field::phone,
                (__field::at, ()),
            ) as __rk::SharedField<'__v, __I, __As, __C>>::bind(__query, __condition)
        }
        fn filter(__query: __rk::Query, __condition: __C) -> __rk::Query {
            <(
                __field::phone,
                (__field::at, ()),
            ) as __rk::SharedField<'__v, __I, __As, __C>>::filter(__query, __condition)
        }
    }
    #[automatically_derived]
    impl<'__k> __rk::DerivedCodec<'__k> for Call {
        type Codec = __rk::NestedKey;
    }
    const _: () = __rk::check_input(__LAYOUT, 0usize);
    const _: () = __rk::check_input(__LAYOUT, 1usize);
    const _: () = __rk::check_label(__LAYOUT);
    const _: () = __rk::check_buckets(__LAYOUT, (6) as i128);
    const _: () = __rk::check_field(__LAYOUT, 0usize);
    const _: () = __rk::check_field(__LAYOUT, 1usize);
    __rk::builder!(
        CallScan, CallFields[phone "phone" at "at"], 'v, limit bucket max_ranges resume;
        { [#[doc = "`phone`: `String`, `pad(20)`, 20 bytes, ascending."] #[doc = ""]
        #[doc = r" Who called."]] phone filter_phone 0 1 2 __Binds_phone
        "`phone` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `phone` once, before all others, or use `filter_phone`"[__rk::Form] [__C :
        __rk::Condition < 'v, __field::phone, __As >] [__rk::Query] } { [#[doc =
        "`at`: `i64`, `reverse_ts`, 8 bytes, descending."]] at filter_at 1 2 2 __Binds_at
        "`at` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `at` once, right after a value of `phone`, or use `filter_at`"[__rk::Form]
        [__C : __rk::Condition < 'v, __field::at, __As >] [__rk::Query] }
    );
};
