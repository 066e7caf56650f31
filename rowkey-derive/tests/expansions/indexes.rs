#[rowkey(index(unique ByBuyer(buyer;salt(buckets = 4, of(..)))))]
struct Order {
    order: u64,
    #[rowkey(skip)]
    buyer: u64,
}
/**A query by the fields of [`Order`]. Bind the fields in key order, then call `plan()`.

Each field has two methods: one that narrows the range of keys, and one that filters the rows. Both take a value, a range, `one_of(..)`, `starts_with(..)`, `ends_with(..)`, or `contains(..)`. Wrap an optional condition in `If(..)`, which also keeps the type of the builder the same.

`AT` counts the fields that are bound: after the first one, the type is `OrderScan<1>`.

1. `order`: `u64`, 8 bytes, ascending
*/
#[must_use]
struct OrderScan<const AT: usize = 0, K = Order>(
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
        "Order",
        b"",
        __rk::None,
        b"",
        &[
            __rk::field(
                <__rk_field::order as __rk::KeyField<'_>>::FACTS,
                "order",
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
        pub(super) enum order {}
    }
    const __RK_CHECKED: usize = {
        let _ = <__rk_field::order as __rk::StoredField<'_>>::IS_STORED;
        1
    };
    type __RkChecked = [(); __RK_CHECKED];
    #[automatically_derived]
    impl<'__rk_v> __rk::FieldOf<'__rk_v> for __rk_field::order {
        type Value = u64;
        type Written = u64;
        type Codec = <Self::Written as __rk::CheckedBy<__RkChecked>>::Type;
        const INDEX: usize = 0usize;
        __rk::values!();
    }
    #[automatically_derived]
    impl __rk::RowKey for Order {
        type Bytes = [u8; __rk::fixed_width(__RK_LAYOUT)];
        type EncodeError = <__rk::Fails<
            { __rk::key_can_fail(__RK_LAYOUT) },
        > as __rk::ErrorOf>::Error;
        type Decoded<'__rk_k> = Order;
        type Scan<__RkT> = OrderScan<0, __RkT>;
        /**1. `order`: `u64`, 8 bytes, ascending
*/
        const LAYOUT: &'static __rk::Layout = __RK_LAYOUT;
    }
    #[automatically_derived]
    impl __rk::KeyParts for Order {
        type Form = __rk::StructKey;
        #[inline(always)]
        fn each_field<
            __RkK: __rk::RowKey,
            __RkS,
            __RkE: __rk::Each<__RkK, Stop = __RkS>,
        >(&self, __rk_each: &mut __RkE) -> __rk::Result<(), __RkS> {
            <__rk_field::order as __rk::KeyField<
                '_,
            >>::each::<__RkK, __RkE>(&self.order, __rk_each)
        }
        fn visit_field<'__rk_k, __RkO, __RkV: __rk::Visit<'__rk_k, Out = __RkO>>(
            __rk_field: usize,
            __rk_visit: __RkV,
        ) -> __rk::Option<__RkO> {
            __rk::Some(
                match __rk_field {
                    0usize => {
                        <__rk_field::order as __rk::KeyField<'_>>::visit(__rk_visit)
                    }
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
            let __rk_value = Order {
                order: match <__rk_field::order as __rk::KeyField<
                    '_,
                >>::read::<__RkK>(&mut __rk_reader) {
                    __rk::Ok(__rk_value) => __rk_value,
                    __rk::Err(__rk_error) => return __rk::Err(__rk_error),
                },
                buyer: ::core::default::Default::default(),
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
    for Order
    where
        (__rk_field::order, ()): __rk::SharedField<'__rk_v, __RkI, __RkAs, __RkC>,
    {
        fn apply(
            __rk_query: __rk::Query,
            __rk_condition: __RkC,
            __rk_binds: bool,
        ) -> __rk::Query {
            <(
                __rk_field::order,
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
    impl<'__rk_k> __rk::DerivedCodec<'__rk_k> for Order {
        type Codec = __rk::NestedKey;
    }
    const _: () = __rk::check_field(__RK_LAYOUT, 0usize);
    __rk::builder!(
        OrderScan, OrderFields[order "order"], 'v, limit bucket max_ranges resume
        reversed at_most refuse_full_scan; { [#[doc =
        "`order`: `u64`, 8 bytes, ascending."]] order filter_order 0 1 1 __RkBinds_order
        "`order` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `order` once, before all others, or use `filter_order`"[__rk::Form] [__C :
        __rk::Condition < 'v, __rk_field::order, __As, < __rk_field::order as
        __rk::FieldOf < 'v >> ::Value >] [__rk::Query] }
    );
};
///A secondary key of [`Order`], over its fields `buyer`.
struct ByBuyer {
    buyer: u64,
}
/**A query by the fields of [`ByBuyer`]. Bind the fields in key order, then call `plan()`.

Each field has two methods: one that narrows the range of keys, and one that filters the rows. Both take a value, a range, `one_of(..)`, `starts_with(..)`, `ends_with(..)`, or `contains(..)`. Wrap an optional condition in `If(..)`, which also keeps the type of the builder the same.

`AT` counts the fields that are bound: after the first one, the type is `ByBuyerScan<1>`.

1. the salt, by `xxh3`
2. `buyer`: `u64`, 8 bytes, ascending
*/
#[must_use]
struct ByBuyerScan<const AT: usize = 0, K = ByBuyer>(
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
        "ByBuyer",
        b"",
        __rk::Some(
            __rk::salt(__rk::algorithm::xxh3, (4) as i128, &[], true, __rk::None),
        ),
        b"",
        &[
            __rk::field(
                <__rk_field::buyer as __rk::KeyField<'_>>::FACTS,
                "buyer",
                b"",
                false,
            ),
        ],
    );
    const __RK_LAYOUT: &__rk::Layout = &__rk::layout(
        __RK_PARTS,
        &__RK_PARTS.flatten::<{ __RK_PARTS.atoms() }>(),
        __rk::split(__rk::labels((4) as i128), __rk::SplitRule::Default, false, false),
    );
    mod __rk_field {
        pub(super) enum buyer {}
    }
    const __RK_CHECKED: usize = {
        let _ = <Order as __rk::RowKey>::LAYOUT;
        let _ = <__rk_field::buyer as __rk::StoredField<'_>>::IS_STORED;
        1
    };
    type __RkChecked = [(); __RK_CHECKED];
    #[automatically_derived]
    impl<'__rk_v> __rk::FieldOf<'__rk_v> for __rk_field::buyer {
        type Value = u64;
        type Written = u64;
        type Codec = <Self::Written as __rk::CheckedBy<__RkChecked>>::Type;
        const INDEX: usize = 0usize;
        __rk::values!();
    }
    #[automatically_derived]
    impl __rk::RowKey for ByBuyer {
        type Bytes = [u8; __rk::fixed_width(__RK_LAYOUT)];
        type EncodeError = <__rk::Fails<
            { __rk::key_can_fail(__RK_LAYOUT) },
        > as __rk::ErrorOf>::Error;
        type Decoded<'__rk_k> = ByBuyer;
        type Scan<__RkT> = ByBuyerScan<0, __RkT>;
        /**1. the salt, by `xxh3`
2. `buyer`: `u64`, 8 bytes, ascending
*/
        const LAYOUT: &'static __rk::Layout = __RK_LAYOUT;
    }
    #[automatically_derived]
    impl __rk::KeyParts for ByBuyer {
        type Form = __rk::StructKey;
        #[inline(always)]
        fn each_field<
            __RkK: __rk::RowKey,
            __RkS,
            __RkE: __rk::Each<__RkK, Stop = __RkS>,
        >(&self, __rk_each: &mut __RkE) -> __rk::Result<(), __RkS> {
            <__rk_field::buyer as __rk::KeyField<
                '_,
            >>::each::<__RkK, __RkE>(&self.buyer, __rk_each)
        }
        fn visit_field<'__rk_k, __RkO, __RkV: __rk::Visit<'__rk_k, Out = __RkO>>(
            __rk_field: usize,
            __rk_visit: __RkV,
        ) -> __rk::Option<__RkO> {
            __rk::Some(
                match __rk_field {
                    0usize => {
                        <__rk_field::buyer as __rk::KeyField<'_>>::visit(__rk_visit)
                    }
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
            let __rk_value = ByBuyer {
                buyer: match <__rk_field::buyer as __rk::KeyField<
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
    for ByBuyer
    where
        (__rk_field::buyer, ()): __rk::SharedField<'__rk_v, __RkI, __RkAs, __RkC>,
    {
        fn apply(
            __rk_query: __rk::Query,
            __rk_condition: __RkC,
            __rk_binds: bool,
        ) -> __rk::Query {
            <(
                __rk_field::buyer,
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
    impl<'__rk_k> __rk::DerivedCodec<'__rk_k> for ByBuyer {
        type Codec = __rk::NestedKey;
    }
    const _: () = __rk::check_rest(__RK_LAYOUT);
    const _: () = __rk::check_buckets(__RK_LAYOUT, (4) as i128);
    const _: () = __rk::check_skipped_field(__RK_LAYOUT, 0usize);
    __rk::builder!(
        ByBuyerScan, ByBuyerFields[buyer "buyer"], 'v, limit bucket max_ranges resume
        reversed at_most refuse_full_scan; { [#[doc =
        "`buyer`: `u64`, 8 bytes, ascending."]] buyer filter_buyer 0 1 1 __RkBinds_buyer
        "`buyer` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `buyer` once, before all others, or use `filter_buyer`"[__rk::Form] [__C :
        __rk::Condition < 'v, __rk_field::buyer, __As, < __rk_field::buyer as
        __rk::FieldOf < 'v >> ::Value >] [__rk::Query] }
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
    fn __rk_clone_1(__rk_field: &u64) -> u64 {
        <u64 as ::core::clone::Clone>::clone(__rk_field)
    }
    #[automatically_derived]
    impl<'__rk_of> ::core::convert::From<&'__rk_of Order> for ByBuyer {
        fn from(__rk_of: &'__rk_of Order) -> Self {
            ByBuyer {
                buyer: __rk_clone_1(&__rk_of.buyer),
            }
        }
    }
};
