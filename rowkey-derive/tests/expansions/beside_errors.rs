#[rowkey(index(unique ByHost(host)))]
struct Line<'a> {
    #[rowkey(len(4))]
    id: &'a str,
    host: String,
}
enum Row {
    #[rowkey(tag = "U")]
    User(UserKey),
    #[rowkey(tag = "P")]
    Post { author: u64 },
}
enum Side {
    #[code("0")]
    Callee,
}
/**A query by the fields of [`Line`]. Bind the fields in key order, then call `plan()`.

Each field has two methods: one that narrows the range of keys, and one that filters the rows. Both take a value, a range, `one_of(..)`, `starts_with(..)`, `ends_with(..)`, or `contains(..)`. Wrap an optional condition in `If(..)`, which also keeps the type of the builder the same.

`AT` counts the fields that are bound: after the first one, the type is `LineScan<1>`.

1. `id`: `&'a str`, `len(4)`, 4 bytes, ascending
2. `host`: `String`, ascending
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
    static __RK_THE_LAYOUT: __rk::Layout = __rk::stub("Line");
    const __RK_LAYOUT: &__rk::Layout = &__RK_THE_LAYOUT;
    #[automatically_derived]
    impl<'a> __rk::RowKey for Line<'a> {
        type Bytes = __rk::Vec<u8>;
        type EncodeError = ::core::convert::Infallible;
        type Decoded<'__rk_k> = Line<'__rk_k>;
        type Scan<__RkT> = LineScan<0, __RkT>;
        /**1. `id`: `&'a str`, `len(4)`, 4 bytes, ascending
2. `host`: `String`, ascending
*/
        const LAYOUT: &'static __rk::Layout = __RK_LAYOUT;
    }
    #[automatically_derived]
    impl<'a> __rk::KeyParts for Line<'a> {
        type Form = __rk::StructKey;
    }
    #[automatically_derived]
    impl<'__rk_k> __rk::DerivedCodec<'__rk_k> for Line<'__rk_k> {
        type Codec = __rk::Stub;
    }
    __rk::builder!(
        LineScan, LineFields[id "id" host "host"], 'v, limit bucket max_ranges resume
        reversed at_most refuse_full_scan;
    );
    impl<const AT: usize, K> LineScan<{ AT }, K> {
        pub fn id<__RkV>(self, _: __RkV) -> Self {
            self
        }
        pub fn filter_id<__RkV>(self, _: __RkV) -> Self {
            self
        }
        pub fn host<__RkV>(self, _: __RkV) -> Self {
            self
        }
        pub fn filter_host<__RkV>(self, _: __RkV) -> Self {
            self
        }
    }
};
///A secondary key of [`Line`], over its fields `host`.
struct ByHost {
    host: String,
}
/**A query by the fields of [`ByHost`]. Bind the fields in key order, then call `plan()`.

Each field has two methods: one that narrows the range of keys, and one that filters the rows. Both take a value, a range, `one_of(..)`, `starts_with(..)`, `ends_with(..)`, or `contains(..)`. Wrap an optional condition in `If(..)`, which also keeps the type of the builder the same.

`AT` counts the fields that are bound: after the first one, the type is `ByHostScan<1>`.

1. `host`: `String`, ascending
*/
#[must_use]
struct ByHostScan<const AT: usize = 0, K = ByHost>(
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
    static __RK_THE_LAYOUT: __rk::Layout = __rk::stub("ByHost");
    const __RK_LAYOUT: &__rk::Layout = &__RK_THE_LAYOUT;
    #[automatically_derived]
    impl __rk::RowKey for ByHost {
        type Bytes = __rk::Vec<u8>;
        type EncodeError = ::core::convert::Infallible;
        type Decoded<'__rk_k> = ByHost;
        type Scan<__RkT> = ByHostScan<0, __RkT>;
        /**1. `host`: `String`, ascending
*/
        const LAYOUT: &'static __rk::Layout = __RK_LAYOUT;
    }
    #[automatically_derived]
    impl __rk::KeyParts for ByHost {
        type Form = __rk::StructKey;
    }
    #[automatically_derived]
    impl<'__rk_k> __rk::DerivedCodec<'__rk_k> for ByHost {
        type Codec = __rk::Stub;
    }
    __rk::builder!(
        ByHostScan, ByHostFields[host "host"], 'v, limit bucket max_ranges resume
        reversed at_most refuse_full_scan;
    );
    impl<const AT: usize, K> ByHostScan<{ AT }, K> {
        pub fn host<__RkV>(self, _: __RkV) -> Self {
            self
        }
        pub fn filter_host<__RkV>(self, _: __RkV) -> Self {
            self
        }
    }
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
    fn __rk_clone_1<'a>(__rk_field: &String) -> String {
        <String as ::core::clone::Clone>::clone(__rk_field)
    }
    #[automatically_derived]
    impl<'__rk_of, 'a> ::core::convert::From<&'__rk_of Line<'a>> for ByHost {
        fn from(__rk_of: &'__rk_of Line<'a>) -> Self {
            ByHost {
                host: __rk_clone_1(&__rk_of.host),
            }
        }
    }
    #[automatically_derived]
    impl<'a> __rk::IndexOf<Line<'a>> for ByHost {
        const IS_UNIQUE: bool = true;
        fn of_row(__rk_of: &Line<'a>) -> __rk::Option<Self> {
            match __rk_of {
                Line { host: __rk_0, .. } => {
                    __rk::Some(ByHost {
                        host: __rk_clone_1(__rk_0),
                    })
                }
                _ => __rk::None,
            }
        }
    }
};
/**A query over all record types of [`Row`]. For a query by the fields of one record type, use its own function of [`Row`].

1. the tag, and the fields of the record type
*/
#[must_use]
struct RowScan<const AT: usize = 0, K = Row>(
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
    static __RK_THE_LAYOUT: __rk::Layout = __rk::stub("Row");
    const __RK_LAYOUT: &__rk::Layout = &__RK_THE_LAYOUT;
    #[automatically_derived]
    impl __rk::RowKey for Row {
        type Bytes = __rk::Vec<u8>;
        type EncodeError = ::core::convert::Infallible;
        type Decoded<'__rk_k> = Row;
        type Scan<__RkT> = RowScan<0, __RkT>;
        /**1. the tag, and the fields of the record type
*/
        const LAYOUT: &'static __rk::Layout = __RK_LAYOUT;
    }
    #[automatically_derived]
    impl __rk::KeyParts for Row {
        type Form = __rk::StructKey;
    }
    #[automatically_derived]
    impl<'__rk_k> __rk::DerivedCodec<'__rk_k> for Row {
        type Codec = __rk::Stub;
    }
    __rk::builder!(
        RowScan, RowFields[__rk_kind "kind"], 'v, limit bucket max_ranges resume reversed
        at_most refuse_full_scan;
    );
    impl<const AT: usize, K> RowScan<{ AT }, K> {
        pub fn __rk_kind<__RkV>(self, _: __RkV) -> Self {
            self
        }
        pub fn filter_kind<__RkV>(self, _: __RkV) -> Self {
            self
        }
    }
};
/**A query by the fields of [`Row::Post`]. Bind the fields in key order, then call `plan()`.

Each field has two methods: one that narrows the range of keys, and one that filters the rows. Both take a value, a range, `one_of(..)`, `starts_with(..)`, `ends_with(..)`, or `contains(..)`. Wrap an optional condition in `If(..)`, which also keeps the type of the builder the same.

`AT` counts the fields that are bound: after the first one, the type is `RowPostScan<1>`.

1. `author`: `u64`, 8 bytes, ascending
*/
#[must_use]
struct RowPostScan<const AT: usize = 0, K = Row>(
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
    const __RK_ASKED: usize = {
        let _ = <UserKey as __rk::HeldKey>::IS_KEY;
        1
    };
    type __RkAsked = [(); __RK_ASKED];
    impl Row {
        fn scan_user() -> <<UserKey as __rk::CheckedBy<
            __RkAsked,
        >>::Type as __rk::RowKey>::Scan<Self> {
            __rk::Builder::of_key::<Self>()
        }
        fn fields_user() -> <<<UserKey as __rk::CheckedBy<
            __RkAsked,
        >>::Type as __rk::RowKey>::Scan<Self> as __rk::Builder>::Fields {
            <<<UserKey as __rk::CheckedBy<
                __RkAsked,
            >>::Type as __rk::RowKey>::Scan<Self> as __rk::Builder>::fields()
        }
        fn scan_post() -> RowPostScan<0, Self> {
            __rk::Builder::of_key::<Self>()
        }
        fn fields_post() -> <RowPostScan<0, Self> as __rk::Builder>::Fields {
            <RowPostScan<0, Self> as __rk::Builder>::fields()
        }
    }
    __rk::builder!(
        RowPostScan, RowPostFields[author "author"], 'v, limit bucket max_ranges resume
        reversed at_most refuse_full_scan;
    );
    impl<const AT: usize, K> RowPostScan<{ AT }, K> {
        pub fn author<__RkV>(self, _: __RkV) -> Self {
            self
        }
        pub fn filter_author<__RkV>(self, _: __RkV) -> Self {
            self
        }
    }
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
    #[automatically_derived]
    impl<'__rk_k> __rk::DerivedCodec<'__rk_k> for Side {
        type Codec = __rk::Stub;
    }
};
