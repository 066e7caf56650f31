#[rowkey(reserved("X"))]
pub enum Row<'a> {
    /// Who writes.
    #[rowkey(tag = "U")]
    User(UserKey),
    #[rowkey(tag = "P")]
    Post { author: u64, title: &'a str },
    #[rowkey(tag = "M")]
    Meta,
    #[rowkey(other)]
    Unknown(Vec<u8>),
}
/**A query over all record types of [`Row`]. For a query by the fields of one record type, use its own function of [`Row`].

1. the tag, and the fields of the record type
*/
#[must_use]
pub struct RowScan<const AT: usize = 0, K = Row<'static>>(
    ::rowkey::__private0::Query,
    ::rowkey::__private0::Of<K>,
);
/**A query by the fields of [`Row::Post`]. Bind the fields in key order, then call `plan()`.

Each field has two methods: one that narrows the range of keys, and one that filters the rows. Both take a value, a range, `one_of(..)`, `starts_with(..)`, `ends_with(..)`, or `contains(..)`. Wrap an optional condition in `If(..)`, which also keeps the type of the builder the same.

`AT` counts the fields that are bound: after the first one, the type is `RowPostScan<1>`.

1. `author`: `u64`, 8 bytes, ascending
2. `title`: `&'a str`, ascending
*/
#[must_use]
pub struct RowPostScan<const AT: usize = 0, K = Row<'static>>(
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
    const __ASKED: usize = {
        let _ = <UserKey as __rk::HeldKey>::IS_KEY;
        let _ = <Vec<u8> as __rk::OtherKey<'_>>::IS_OTHER;
        1
    };
    type __Asked = [(); __ASKED];
    enum __User {}
    struct __Post<'__r, 'a> {
        author: &'__r u64,
        title: &'__r &'a str,
        __rk_of: ::core::marker::PhantomData<&'__r Row<'a>>,
    }
    struct __Meta<'__r, 'a> {
        __rk_of: ::core::marker::PhantomData<&'__r Row<'a>>,
    }
    const __SALT: __rk::Option<__rk::Salt> = __rk::None;
    const __KINDS: &[__rk::RecordType] = &[
        __rk::kind(
            "Meta",
            b"M",
            <__Meta<'static, 'static> as __rk::RowKey>::LAYOUT,
            <__Meta<'static, 'static>>::WITHOUT_TAG,
            2usize,
        ),
        __rk::kind(
            "Post",
            b"P",
            <__Post<'static, 'static> as __rk::RowKey>::LAYOUT,
            <__Post<'static, 'static>>::WITHOUT_TAG,
            1usize,
        ),
        __rk::kind(
            "User",
            b"U",
            <__User as __rk::HoldsKey>::LAYOUT,
            __rk::without_tag::<__User>(),
            0usize,
        ),
    ];
    const __PARTS: __rk::Parts = __rk::parts(
        "Row",
        b"",
        __SALT,
        b"",
        &[__rk::rest_of_kinds::<0usize>()],
    );
    const __ATOMS: &[__rk::Atom] = &__PARTS.flatten::<{ __PARTS.atoms() }>();
    const __TABLE: &[__rk::Key<
        { __rk::kind_split_width(__KINDS, b"") },
    >; { __rk::kind_split_count(__KINDS) }] = &__rk::kind_split_table(__KINDS, b"");
    const __LAYOUT: &__rk::Layout = &__rk::layout(
        __rk::of_kinds(__PARTS, __KINDS, &[b"M", b"P", b"U"], true),
        __ATOMS,
        __rk::split(&__rk::split_refs(__TABLE), __rk::SplitRule::Default, false, false),
    );
    const _: () = {
        const __PARTS: __rk::Parts = __rk::kind_parts(
            __rk::without_tag::<__User>(),
            __rk::kind_spec("Row::User", __SALT, 0usize, b"U"),
            &__rk::joined::<
                { __rk::joined_width(&[b"U", __rk::without_tag::<__User>().prefix()]) },
            >(&[b"U", __rk::without_tag::<__User>().prefix()]),
            __rk::without_tag::<__User>().fields(),
        );
        #[automatically_derived]
        impl __rk::HoldsKey for __User {
            type Row<'__k> = Row<'__k>;
            type Key<'__k> = <UserKey as __rk::CheckedBy<__Asked>>::Type;
            const LAYOUT: &'static __rk::Layout = &__rk::layout(
                __PARTS,
                &__PARTS.flatten::<{ __PARTS.atoms() }>(),
                __rk::split(&[], __rk::SplitRule::Default, false, false),
            );
            #[inline(always)]
            fn row<'__k>(__key: Self::Key<'__k>) -> Self::Row<'__k> {
                Row::User(__key)
            }
        }
        const _: () = __rk::check_kind_key(
            __rk::without_tag::<__User>(),
            <__User as __rk::HoldsKey>::LAYOUT,
        );
    };
    const _: () = {
        const __PARTS: __rk::Parts = __rk::kind_parts(
            <__Post<'static, 'static>>::WITHOUT_TAG,
            __rk::kind_spec("Row::Post", __SALT, 0usize, b"P"),
            b"P",
            <__Post<'static, 'static>>::WITHOUT_TAG.fields(),
        );
        mod __field {
            pub(super) enum author {}
            pub(super) enum title {}
        }
        const __CHECKED: usize = {
            let _ = <__field::author as __rk::StoredField<'_>>::IS_STORED;
            let _ = <__field::title as __rk::StoredField<'_>>::IS_STORED;
            1
        };
        type __Checked = [(); __CHECKED];
        #[automatically_derived]
        impl<'__v> __rk::FieldOf<'__v> for __field::author {
            type Value = u64;
            type Written = u64;
            type Codec = <Self::Written as __rk::CheckedBy<__Checked>>::Type;
            const INDEX: usize = 0usize;
        }
        #[automatically_derived]
        impl<'__v> __rk::FieldOf<'__v> for __field::title {
            type Value = &'__v str;
            type Written = &'__v str;
            type Codec = <Self::Written as __rk::CheckedBy<__Checked>>::Type;
            const INDEX: usize = 1usize;
        }
        const __OWN: &__rk::Layout = {
            const __PARTS: __rk::Parts = __rk::parts(
                "Row::Post",
                b"",
                __rk::None,
                b"",
                &[
                    __rk::field(
                        <__field::author as __rk::KeyField<'_>>::FACTS,
                        "author",
                        b"",
                        false,
                    ),
                    __rk::field(
                        <__field::title as __rk::KeyField<'_>>::FACTS,
                        "title",
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
            const _: () = __rk::check_field(__LAYOUT, 0usize);
            const _: () = __rk::check_field(__LAYOUT, 1usize);
            __LAYOUT
        };
        impl<'__r, 'a> __Post<'__r, 'a> {
            const WITHOUT_TAG: &'static __rk::Layout = __OWN;
        }
        #[automatically_derived]
        impl<'__r, 'a> __rk::RowKey for __Post<'__r, 'a> {
            type Bytes = __rk::Vec<u8>;
            type EncodeError = __rk::EncodeError;
            type Decoded<'__k> = Row<'__k>;
            type Scan<__T> = RowPostScan<0, __T>;
            const LAYOUT: &'static __rk::Layout = &__rk::layout(
                __PARTS,
                &__PARTS.flatten::<{ __PARTS.atoms() }>(),
                __rk::split(&[], __rk::SplitRule::Default, false, false),
            );
        }
        #[automatically_derived]
        impl<'__r, 'a> __rk::KeyParts for __Post<'__r, 'a> {
            type Form = __rk::StructKey;
            const TABLE_OF_KIND: __rk::Option<&'static __rk::Layout> = __rk::Some(
                <Row<'static> as __rk::RowKey>::LAYOUT,
            );
            #[inline(always)]
            fn each_field<__K: __rk::RowKey, __S, __E: __rk::Each<__K, Stop = __S>>(
                &self,
                __each: &mut __E,
            ) -> __rk::Result<(), __S> {
                if let __rk::Err(__error) = <__field::author as __rk::KeyField<
                    '_,
                >>::each::<__K, __E>(&self.author, __each) {
                    return __rk::Err(__error);
                }
                <__field::title as __rk::KeyField<
                    '_,
                >>::each::<__K, __E>(&self.title, __each)
            }
            fn visit_field<'__k, __O, __V: __rk::Visit<'__k, Out = __O>>(
                __field: usize,
                __visit: __V,
            ) -> __rk::Option<__O> {
                __rk::Some(
                    match __field {
                        0usize => <__field::author as __rk::KeyField<'_>>::visit(__visit),
                        1usize => <__field::title as __rk::KeyField<'_>>::visit(__visit),
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
                let __0 = match <__field::author as __rk::KeyField<
                    '_,
                >>::read::<__K>(&mut __reader) {
                    __rk::Ok(__value) => __value,
                    __rk::Err(__error) => return __rk::Err(__error),
                };
                let __1 = match <__field::title as __rk::KeyField<
                    '_,
                >>::read::<__K>(&mut __reader) {
                    __rk::Ok(__value) => __value,
                    __rk::Err(__error) => return __rk::Err(__error),
                };
                {
                    let __value = __Post {
                        author: &__0,
                        title: &__1,
                        __rk_of: ::core::marker::PhantomData,
                    };
                    if let __rk::Err(__error) = __reader
                        .finish::<__K, _>(__strict, &__value)
                    {
                        return __rk::Err(__error);
                    }
                }
                __rk::Ok(Row::Post {
                    author: __0,
                    title: __1,
                })
            }
        }
        __rk::builder!(
            RowPostScan, RowPostFields[author "author" title "title"], 'v, limit bucket
            max_ranges resume; { [#[doc = "`author`: `u64`, 8 bytes, ascending."]] author
            filter_author 0 1 2 __Binds_author
            "`author` cannot be bound here: each field is bound once, in key order, and none after a range"
            "bind `author` once, before all others, or use `filter_author`"[__rk::Form]
            [__C : __rk::Condition < 'v, __field::author, __As >] [__rk::Query] } {
            [#[doc = "`title`: `&'a str`, ascending."]] title filter_title 1 2 2
            __Binds_title
            "`title` cannot be bound here: each field is bound once, in key order, and none after a range"
            "bind `title` once, right after a value of `author`, or use `filter_title`"[__rk::Form]
            [__C : __rk::Condition < 'v, __field::title, __As >] [__rk::Query] }
        );
        const _: () = __rk::check_kind_key(
            <__Post<'static, 'static>>::WITHOUT_TAG,
            <__Post<'static, 'static> as __rk::RowKey>::LAYOUT,
        );
    };
    const _: () = {
        const __PARTS: __rk::Parts = __rk::kind_parts(
            <__Meta<'static, 'static>>::WITHOUT_TAG,
            __rk::kind_spec("Row::Meta", __SALT, 0usize, b"M"),
            b"M",
            <__Meta<'static, 'static>>::WITHOUT_TAG.fields(),
        );
        const __OWN: &__rk::Layout = {
            const __PARTS: __rk::Parts = __rk::parts(
                "Row::Meta",
                b"",
                __rk::None,
                b"",
                &[],
            );
            const __LAYOUT: &__rk::Layout = &__rk::layout(
                __PARTS,
                &__PARTS.flatten::<{ __PARTS.atoms() }>(),
                __rk::split(&[], __rk::SplitRule::Default, false, false),
            );
            __LAYOUT
        };
        impl<'__r, 'a> __Meta<'__r, 'a> {
            const WITHOUT_TAG: &'static __rk::Layout = __OWN;
        }
        #[automatically_derived]
        impl<'__r, 'a> __rk::RowKey for __Meta<'__r, 'a> {
            type Bytes = __rk::Vec<u8>;
            type EncodeError = __rk::EncodeError;
            type Decoded<'__k> = Row<'__k>;
            type Scan<__T> = __rk::Query;
            const LAYOUT: &'static __rk::Layout = &__rk::layout(
                __PARTS,
                &__PARTS.flatten::<{ __PARTS.atoms() }>(),
                __rk::split(&[], __rk::SplitRule::Default, false, false),
            );
        }
        #[automatically_derived]
        impl<'__r, 'a> __rk::KeyParts for __Meta<'__r, 'a> {
            type Form = __rk::StructKey;
            const TABLE_OF_KIND: __rk::Option<&'static __rk::Layout> = __rk::Some(
                <Row<'static> as __rk::RowKey>::LAYOUT,
            );
            #[inline(always)]
            fn read_fields<'__k, __K: __rk::RowKey>(
                __key: __rk::Piece<'__k, '_>,
                __strict: bool,
            ) -> __rk::Result<<Self as __rk::RowKey>::Decoded<'__k>, __rk::DecodeError> {
                let mut __reader = __rk::Reader::new::<__K>(__key)?;
                {
                    let __value = __Meta {
                        __rk_of: ::core::marker::PhantomData,
                    };
                    if let __rk::Err(__error) = __reader
                        .finish::<__K, _>(__strict, &__value)
                    {
                        return __rk::Err(__error);
                    }
                }
                __rk::Ok(Row::Meta {})
            }
        }
        const _: () = __rk::check_kind_key(
            <__Meta<'static, 'static>>::WITHOUT_TAG,
            <__Meta<'static, 'static> as __rk::RowKey>::LAYOUT,
        );
    };
    #[automatically_derived]
    impl<'a> __rk::RowKey for Row<'a> {
        type Bytes = __rk::Vec<u8>;
        type EncodeError = <__rk::Fails<
            { __rk::kinds_can_fail(__LAYOUT) },
        > as __rk::ErrorOf>::Error;
        type Decoded<'__k> = Row<'__k>;
        type Scan<__T> = RowScan<0, __T>;
        /**1. the tag, and the fields of the record type
*/
        const LAYOUT: &'static __rk::Layout = __LAYOUT;
    }
    #[automatically_derived]
    impl<'a> __rk::KeyParts for Row<'a> {
        type Form = __rk::EnumKey;
        fn visit_field<'__k, __O, __V: __rk::Visit<'__k, Out = __O>>(
            __field: usize,
            __visit: __V,
        ) -> __rk::Option<__O> {
            match __field {
                0usize => {
                    __rk::Some(
                        <__rk::RestOfKinds<0usize> as __rk::KeyField<'_>>::visit(__visit),
                    )
                }
                _ => __rk::None,
            }
        }
        #[inline]
        fn visit_kind<__V: __rk::VisitKind>(&self, __visit: __V) -> __V::Out {
            match self {
                Row::User(__key) => {
                    __visit
                        .kind(
                            &__rk::HeldAs::<
                                __User,
                                <UserKey as __rk::CheckedBy<__Asked>>::Type,
                            >::new(__key),
                        )
                }
                Row::Post { author: __0, title: __1, .. } => {
                    __visit
                        .kind(
                            &__Post {
                                author: __0,
                                title: __1,
                                __rk_of: ::core::marker::PhantomData,
                            },
                        )
                }
                Row::Meta { .. } => {
                    __visit
                        .kind(
                            &__Meta {
                                __rk_of: ::core::marker::PhantomData,
                            },
                        )
                }
                Row::Unknown(__key) => {
                    __visit
                        .other(
                            <<Vec<
                                u8,
                            > as __rk::CheckedBy<
                                __Asked,
                            >>::Type as ::core::convert::AsRef<[u8]>>::as_ref(__key),
                        )
                }
            }
        }
        #[inline]
        fn visit_kind_type<
            '__k,
            __V: __rk::VisitKindType<'__k, <Self as __rk::RowKey>::Decoded<'__k>>,
        >(__kind: usize, __visit: __V) -> __rk::Option<__V::Out> {
            __rk::Some(
                match __kind {
                    0usize => __visit.kind::<__Meta<'__k, '__k>>(),
                    1usize => __visit.kind::<__Post<'__k, '__k>>(),
                    2usize => __visit.kind::<__rk::KeyOfKind<'__k, __User>>(),
                    _ => return __rk::None,
                },
            )
        }
        fn read_other<'__k>(
            __key: &'__k [u8],
        ) -> __rk::Option<<Self as __rk::RowKey>::Decoded<'__k>> {
            __rk::Some(
                Row::Unknown(
                    <<Vec<
                        u8,
                    > as __rk::CheckedBy<
                        __Asked,
                    >>::Type as ::core::convert::From<&'__k [u8]>>::from(__key),
                ),
            )
        }
    }
    #[automatically_derived]
    impl<'__k> __rk::DerivedCodec<'__k> for Row<'__k> {
        type Codec = __rk::NestedKey;
    }
    __rk::builder!(RowScan, RowFields[], 'v, limit bucket max_ranges resume;);
    impl<'a> Row<'a> {
        ///Starts a scan of the rows of [`Row::User`].
        ///
        /// Who writes.
        #[inline]
        pub fn scan_user() -> <<UserKey as __rk::CheckedBy<
            __Asked,
        >>::Type as __rk::RowKey>::Scan<Self> {
            __rk::Builder::of_key::<__rk::KeyOfKind<'static, __User>>()
        }
        /// Returns the fields of these rows as values, each under its name.
        pub fn fields_user() -> <<<UserKey as __rk::CheckedBy<
            __Asked,
        >>::Type as __rk::RowKey>::Scan<Self> as __rk::Builder>::Fields {
            <<<UserKey as __rk::CheckedBy<
                __Asked,
            >>::Type as __rk::RowKey>::Scan<Self> as __rk::Builder>::fields()
        }
        ///Starts a scan of the rows of [`Row::Post`].
        #[inline]
        pub fn scan_post() -> RowPostScan<0, Self> {
            __rk::Builder::of_key::<__Post<'static, 'static>>()
        }
        /// Returns the fields of these rows as values, each under its name.
        pub fn fields_post() -> <RowPostScan<0, Self> as __rk::Builder>::Fields {
            <RowPostScan<0, Self> as __rk::Builder>::fields()
        }
    }
};
