#[rowkey(index(ByBuyer(buyer;salt(buckets = 4, of(..)))))]
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
    const __PARTS: __rk::Parts = __rk::parts(
        "Order",
        b"",
        __rk::None,
        b"",
        &[
            __rk::field(
                <__field::order as __rk::KeyField<'_>>::FACTS,
                "order",
                b"",
                false,
            ),
        ],
    );
    const __LAYOUT: &__rk::Layout = &__rk::layout(
        __PARTS,
        &__PARTS.flatten::<{ __PARTS.atoms() }>(),
        __rk::split(&[], __rk::SplitRule::Default, false, false),
    );
    mod __field {
        pub(super) enum order {}
    }
    const __CHECKED: usize = {
        let _ = <__field::order as __rk::StoredField<'_>>::IS_STORED;
        1
    };
    type __Checked = [(); __CHECKED];
    #[automatically_derived]
    impl<'__v> __rk::FieldOf<'__v> for __field::order {
        type Value = u64;
        type Written = u64;
        type Codec = <Self::Written as __rk::CheckedBy<__Checked>>::Type;
        const INDEX: usize = 0usize;
    }
    #[automatically_derived]
    impl __rk::RowKey for Order {
        type Bytes = [u8; __rk::fixed_width(__LAYOUT)];
        type EncodeError = <__rk::Fails<
            { __rk::key_can_fail(__LAYOUT) },
        > as __rk::ErrorOf>::Error;
        type Decoded<'__k> = Order;
        type Scan<__T> = OrderScan<0, __T>;
        /**1. `order`: `u64`, 8 bytes, ascending
*/
        const LAYOUT: &'static __rk::Layout = __LAYOUT;
    }
    #[automatically_derived]
    impl __rk::KeyParts for Order {
        type Form = __rk::StructKey;
        #[inline(always)]
        fn each_field<__K: __rk::RowKey, __S, __E: __rk::Each<__K, Stop = __S>>(
            &self,
            __each: &mut __E,
        ) -> __rk::Result<(), __S> {
            <__field::order as __rk::KeyField<'_>>::each::<__K, __E>(&self.order, __each)
        }
        fn visit_field<'__k, __O, __V: __rk::Visit<'__k, Out = __O>>(
            __field: usize,
            __visit: __V,
        ) -> __rk::Option<__O> {
            __rk::Some(
                match __field {
                    0usize => <__field::order as __rk::KeyField<'_>>::visit(__visit),
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
            let __value = Order {
                order: match <__field::order as __rk::KeyField<
                    '_,
                >>::read::<__K>(&mut __reader) {
                    __rk::Ok(__value) => __value,
                    __rk::Err(__error) => return __rk::Err(__error),
                },
                buyer: ::core::default::Default::default(),
            };
            if let __rk::Err(__error) = __reader.finish::<__K, _>(__strict, &__value) {
                return __rk::Err(__error);
            }
            __rk::Ok(__value)
        }
    }
    #[automatically_derived]
    impl<'__v, __I, __As, __C> __rk::SharedField<'__v, __I, __As, __C> for Order
    where
        (__field::order, ()): __rk::SharedField<'__v, __I, __As, __C>,
    {
        fn bind(__query: __rk::Query, __condition: __C) -> __rk::Query {
            <(
                __field::order,
                (),
            ) as __rk::SharedField<'__v, __I, __As, __C>>::bind(__query, __condition)
        }
        fn filter(__query: __rk::Query, __condition: __C) -> __rk::Query {
            <(
                __field::order,
                (),
            ) as __rk::SharedField<'__v, __I, __As, __C>>::filter(__query, __condition)
        }
    }
    #[automatically_derived]
    impl<'__k> __rk::DerivedCodec<'__k> for Order {
        type Codec = __rk::NestedKey;
    }
    const _: () = __rk::check_field(__LAYOUT, 0usize);
    __rk::builder!(
        OrderScan, OrderFields[order "order"], 'v, limit bucket max_ranges resume; {
        [#[doc = "`order`: `u64`, 8 bytes, ascending."]] order filter_order 0 1 1
        __Binds_order
        "`order` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `order` once, before all others, or use `filter_order`"[__rk::Form] [__C :
        __rk::Condition < 'v, __field::order, __As >] [__rk::Query] }
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
    const __PARTS: __rk::Parts = __rk::parts(
        "ByBuyer",
        b"",
        __rk::Some(
            __rk::salt(__rk::algorithm::xxh3, (4) as i128, &[], true, __rk::None),
        ),
        b"",
        &[
            __rk::field(
                <__field::buyer as __rk::KeyField<'_>>::FACTS,
                "buyer",
                b"",
                false,
            ),
        ],
    );
    const __LAYOUT: &__rk::Layout = &__rk::layout(
        __PARTS,
        &__PARTS.flatten::<{ __PARTS.atoms() }>(),
        __rk::split(__rk::labels((4) as i128), __rk::SplitRule::Default, false, false),
    );
    mod __field {
        pub(super) enum buyer {}
    }
    const __CHECKED: usize = {
        let _ = <Order as __rk::RowKey>::LAYOUT;
        let _ = <__field::buyer as __rk::StoredField<'_>>::IS_STORED;
        1
    };
    type __Checked = [(); __CHECKED];
    #[automatically_derived]
    impl<'__v> __rk::FieldOf<'__v> for __field::buyer {
        type Value = u64;
        type Written = u64;
        type Codec = <Self::Written as __rk::CheckedBy<__Checked>>::Type;
        const INDEX: usize = 0usize;
    }
    #[automatically_derived]
    impl __rk::RowKey for ByBuyer {
        type Bytes = [u8; __rk::fixed_width(__LAYOUT)];
        type EncodeError = <__rk::Fails<
            { __rk::key_can_fail(__LAYOUT) },
        > as __rk::ErrorOf>::Error;
        type Decoded<'__k> = ByBuyer;
        type Scan<__T> = ByBuyerScan<0, __T>;
        /**1. the salt, by `xxh3`
2. `buyer`: `u64`, 8 bytes, ascending
*/
        const LAYOUT: &'static __rk::Layout = __LAYOUT;
    }
    #[automatically_derived]
    impl __rk::KeyParts for ByBuyer {
        type Form = __rk::StructKey;
        #[inline(always)]
        fn each_field<__K: __rk::RowKey, __S, __E: __rk::Each<__K, Stop = __S>>(
            &self,
            __each: &mut __E,
        ) -> __rk::Result<(), __S> {
            <__field::buyer as __rk::KeyField<'_>>::each::<__K, __E>(&self.buyer, __each)
        }
        fn visit_field<'__k, __O, __V: __rk::Visit<'__k, Out = __O>>(
            __field: usize,
            __visit: __V,
        ) -> __rk::Option<__O> {
            __rk::Some(
                match __field {
                    0usize => <__field::buyer as __rk::KeyField<'_>>::visit(__visit),
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
            let __value = ByBuyer {
                buyer: match <__field::buyer as __rk::KeyField<
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
    impl<'__v, __I, __As, __C> __rk::SharedField<'__v, __I, __As, __C> for ByBuyer
    where
        (__field::buyer, ()): __rk::SharedField<'__v, __I, __As, __C>,
    {
        fn bind(__query: __rk::Query, __condition: __C) -> __rk::Query {
            <(
                __field::buyer,
                (),
            ) as __rk::SharedField<'__v, __I, __As, __C>>::bind(__query, __condition)
        }
        fn filter(__query: __rk::Query, __condition: __C) -> __rk::Query {
            <(
                __field::buyer,
                (),
            ) as __rk::SharedField<'__v, __I, __As, __C>>::filter(__query, __condition)
        }
    }
    #[automatically_derived]
    impl<'__k> __rk::DerivedCodec<'__k> for ByBuyer {
        type Codec = __rk::NestedKey;
    }
    const _: () = __rk::check_rest(__LAYOUT);
    const _: () = __rk::check_buckets(__LAYOUT, (4) as i128);
    const _: () = __rk::check_skipped_field(__LAYOUT, 0usize);
    __rk::builder!(
        ByBuyerScan, ByBuyerFields[buyer "buyer"], 'v, limit bucket max_ranges resume; {
        [#[doc = "`buyer`: `u64`, 8 bytes, ascending."]] buyer filter_buyer 0 1 1
        __Binds_buyer
        "`buyer` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `buyer` once, before all others, or use `filter_buyer`"[__rk::Form] [__C :
        __rk::Condition < 'v, __field::buyer, __As >] [__rk::Query] }
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
    fn __clone_1(field: &u64) -> u64 {
        <u64 as ::core::clone::Clone>::clone(field)
    }
    #[automatically_derived]
    impl<'__of> ::core::convert::From<&'__of Order> for ByBuyer {
        fn from(__of: &'__of Order) -> Self {
            ByBuyer {
                buyer: __clone_1(&__of.buyer),
            }
        }
    }
};
