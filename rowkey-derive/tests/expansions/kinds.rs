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
    const __RK_ASKED: usize = {
        let _ = <UserKey as __rk::HeldKey>::IS_KEY;
        let _ = <Vec<u8> as __rk::OtherKey<'_>>::IS_OTHER;
        1
    };
    type __RkAsked = [(); __RK_ASKED];
    enum __RkKindUser {}
    struct __RkKindPost<'__rk_r, 'a> {
        author: &'__rk_r u64,
        title: &'__rk_r &'a str,
        __rk_of: ::core::marker::PhantomData<&'__rk_r Row<'a>>,
    }
    struct __RkKindMeta<'__rk_r, 'a> {
        __rk_of: ::core::marker::PhantomData<&'__rk_r Row<'a>>,
    }
    const __RK_SALT: __rk::Option<__rk::Salt> = __rk::None;
    const __RK_KINDS: &[__rk::RecordType] = &[
        __rk::kind(
            "Meta",
            b"M",
            <__RkKindMeta<'static, 'static> as __rk::RowKey>::LAYOUT,
            <__RkKindMeta<'static, 'static>>::WITHOUT_TAG,
            2usize,
        ),
        __rk::kind(
            "Post",
            b"P",
            <__RkKindPost<'static, 'static> as __rk::RowKey>::LAYOUT,
            <__RkKindPost<'static, 'static>>::WITHOUT_TAG,
            1usize,
        ),
        __rk::kind(
            "User",
            b"U",
            <__RkKindUser as __rk::HoldsKey>::LAYOUT,
            __rk::without_tag::<__RkKindUser>(),
            0usize,
        ),
    ];
    const __RK_PARTS: __rk::Parts = __rk::parts(
        "Row",
        b"",
        __RK_SALT,
        b"",
        &[__rk::rest_of_kinds::<0usize>()],
    );
    const __RK_ATOMS: &[__rk::Atom] = &__RK_PARTS.flatten::<{ __RK_PARTS.atoms() }>();
    const __RK_TABLE: &[__rk::Key<
        { __rk::kind_split_width(__RK_KINDS, b"") },
    >; { __rk::kind_split_count(__RK_KINDS) }] = &__rk::kind_split_table(
        __RK_KINDS,
        b"",
    );
    const __RK_LAYOUT: &__rk::Layout = &__rk::layout(
        __rk::of_kinds(__RK_PARTS, __RK_KINDS, &[b"M", b"P", b"U"], true),
        __RK_ATOMS,
        __rk::split(
            &__rk::split_refs(__RK_TABLE),
            __rk::SplitRule::Default,
            false,
            false,
        ),
    );
    const _: () = {
        const __RK_PARTS: __rk::Parts = __rk::kind_parts(
            __rk::without_tag::<__RkKindUser>(),
            __rk::kind_spec("Row::User", __RK_SALT, 0usize, b"U"),
            &__rk::joined::<
                {
                    __rk::joined_width(
                        &[b"U", __rk::without_tag::<__RkKindUser>().prefix()],
                    )
                },
            >(&[b"U", __rk::without_tag::<__RkKindUser>().prefix()]),
            __rk::without_tag::<__RkKindUser>().fields(),
        );
        #[automatically_derived]
        impl __rk::HoldsKey for __RkKindUser {
            type Row<'__rk_k> = Row<'__rk_k>;
            type Key<'__rk_k> = <UserKey as __rk::CheckedBy<__RkAsked>>::Type;
            const LAYOUT: &'static __rk::Layout = &__rk::layout(
                __RK_PARTS,
                &__RK_PARTS.flatten::<{ __RK_PARTS.atoms() }>(),
                __rk::split(&[], __rk::SplitRule::Default, false, false),
            );
            #[inline(always)]
            fn row<'__rk_k>(__rk_key: Self::Key<'__rk_k>) -> Self::Row<'__rk_k> {
                Row::User(__rk_key)
            }
        }
        const _: () = __rk::check_kind_key(
            __rk::without_tag::<__RkKindUser>(),
            <__RkKindUser as __rk::HoldsKey>::LAYOUT,
        );
    };
    const _: () = {
        const __RK_PARTS: __rk::Parts = __rk::kind_parts(
            <__RkKindPost<'static, 'static>>::WITHOUT_TAG,
            __rk::kind_spec("Row::Post", __RK_SALT, 0usize, b"P"),
            b"P",
            <__RkKindPost<'static, 'static>>::WITHOUT_TAG.fields(),
        );
        mod __rk_field {
            pub(super) enum author {}
            pub(super) enum title {}
        }
        const __RK_CHECKED: usize = {
            let _ = <__rk_field::author as __rk::StoredField<'_>>::IS_STORED;
            let _ = <__rk_field::title as __rk::StoredField<'_>>::IS_STORED;
            1
        };
        type __RkChecked = [(); __RK_CHECKED];
        #[automatically_derived]
        impl<'__rk_v> __rk::FieldOf<'__rk_v> for __rk_field::author {
            type Value = u64;
            type Written = u64;
            type Codec = <Self::Written as __rk::CheckedBy<__RkChecked>>::Type;
            const INDEX: usize = 0usize;
            __rk::values!();
        }
        #[automatically_derived]
        impl<'__rk_v> __rk::FieldOf<'__rk_v> for __rk_field::title {
            type Value = &'__rk_v str;
            type Written = &'__rk_v str;
            type Codec = <Self::Written as __rk::CheckedBy<__RkChecked>>::Type;
            const INDEX: usize = 1usize;
            __rk::values!();
        }
        const __RK_OWN: &__rk::Layout = {
            const __RK_PARTS: __rk::Parts = __rk::parts(
                "Row::Post",
                b"",
                __rk::None,
                b"",
                &[
                    __rk::field(
                        <__rk_field::author as __rk::KeyField<'_>>::FACTS,
                        "author",
                        b"",
                        false,
                    ),
                    __rk::field(
                        <__rk_field::title as __rk::KeyField<'_>>::FACTS,
                        "title",
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
            const _: () = __rk::check_field(__RK_LAYOUT, 0usize);
            const _: () = __rk::check_field(__RK_LAYOUT, 1usize);
            __RK_LAYOUT
        };
        impl<'__rk_r, 'a> __RkKindPost<'__rk_r, 'a> {
            const WITHOUT_TAG: &'static __rk::Layout = __RK_OWN;
        }
        #[automatically_derived]
        impl<'__rk_r, 'a> __rk::RowKey for __RkKindPost<'__rk_r, 'a> {
            type Bytes = __rk::Vec<u8>;
            type EncodeError = __rk::EncodeError;
            type Decoded<'__rk_k> = Row<'__rk_k>;
            type Scan<__RkT> = RowPostScan<0, __RkT>;
            const LAYOUT: &'static __rk::Layout = &__rk::layout(
                __RK_PARTS,
                &__RK_PARTS.flatten::<{ __RK_PARTS.atoms() }>(),
                __rk::split(&[], __rk::SplitRule::Default, false, false),
            );
        }
        #[automatically_derived]
        impl<'__rk_r, 'a> __rk::KeyParts for __RkKindPost<'__rk_r, 'a> {
            type Form = __rk::StructKey;
            const TABLE_OF_KIND: __rk::Option<&'static __rk::Layout> = __rk::Some(
                <Row<'static> as __rk::RowKey>::LAYOUT,
            );
            #[inline(always)]
            fn each_field<
                __RkK: __rk::RowKey,
                __RkS,
                __RkE: __rk::Each<__RkK, Stop = __RkS>,
            >(&self, __rk_each: &mut __RkE) -> __rk::Result<(), __RkS> {
                if let __rk::Err(__rk_error) = <__rk_field::author as __rk::KeyField<
                    '_,
                >>::each::<__RkK, __RkE>(&self.author, __rk_each) {
                    return __rk::Err(__rk_error);
                }
                <__rk_field::title as __rk::KeyField<
                    '_,
                >>::each::<__RkK, __RkE>(&self.title, __rk_each)
            }
            fn visit_field<'__rk_k, __RkO, __RkV: __rk::Visit<'__rk_k, Out = __RkO>>(
                __rk_field: usize,
                __rk_visit: __RkV,
            ) -> __rk::Option<__RkO> {
                __rk::Some(
                    match __rk_field {
                        0usize => {
                            <__rk_field::author as __rk::KeyField<'_>>::visit(__rk_visit)
                        }
                        1usize => {
                            <__rk_field::title as __rk::KeyField<'_>>::visit(__rk_visit)
                        }
                        _ => return __rk::None,
                    },
                )
            }
            #[inline(always)]
            fn read_fields<'__rk_k, __RkK: __rk::RowKey>(
                __rk_key: __rk::Piece<'__rk_k, '_>,
                __rk_strict: bool,
            ) -> __rk::Result<
                <Self as __rk::RowKey>::Decoded<'__rk_k>,
                __rk::DecodeError,
            > {
                let mut __rk_reader = __rk::Reader::new::<__RkK>(__rk_key)?;
                let __rk_0 = match <__rk_field::author as __rk::KeyField<
                    '_,
                >>::read::<__RkK>(&mut __rk_reader) {
                    __rk::Ok(__rk_value) => __rk_value,
                    __rk::Err(__rk_error) => return __rk::Err(__rk_error),
                };
                let __rk_1 = match <__rk_field::title as __rk::KeyField<
                    '_,
                >>::read::<__RkK>(&mut __rk_reader) {
                    __rk::Ok(__rk_value) => __rk_value,
                    __rk::Err(__rk_error) => return __rk::Err(__rk_error),
                };
                {
                    let __rk_value = __RkKindPost {
                        author: &__rk_0,
                        title: &__rk_1,
                        __rk_of: ::core::marker::PhantomData,
                    };
                    if let __rk::Err(__rk_error) = __rk_reader
                        .finish::<__RkK, _>(__rk_strict, &__rk_value)
                    {
                        return __rk::Err(__rk_error);
                    }
                }
                __rk::Ok(Row::Post {
                    author: __rk_0,
                    title: __rk_1,
                })
            }
        }
        __rk::builder!(
            RowPostScan, RowPostFields[author "author" title "title"], 'v, limit bucket
            max_ranges resume reversed at_most refuse_full_scan; { [#[doc =
            "`author`: `u64`, 8 bytes, ascending."]] author filter_author 0 1 2
            __RkBinds_author
            "`author` cannot be bound here: each field is bound once, in key order, and none after a range"
            "bind `author` once, before all others, or use `filter_author`"[__rk::Form]
            [__C : __rk::Condition < 'v, __rk_field::author, __As, < __rk_field::author
            as __rk::FieldOf < 'v >> ::Value >] [__rk::Query] } { [#[doc =
            "`title`: `&'a str`, ascending."]] title filter_title 1 2 2 __RkBinds_title
            "`title` cannot be bound here: each field is bound once, in key order, and none after a range"
            "bind `title` once, right after a value of `author`, or use `filter_title`"[__rk::Form]
            [__C : __rk::Condition < 'v, __rk_field::title, __As, < __rk_field::title as
            __rk::FieldOf < 'v >> ::Value >] [__rk::Query] }
        );
        const _: () = __rk::check_kind_key(
            <__RkKindPost<'static, 'static>>::WITHOUT_TAG,
            <__RkKindPost<'static, 'static> as __rk::RowKey>::LAYOUT,
        );
    };
    const _: () = {
        const __RK_PARTS: __rk::Parts = __rk::kind_parts(
            <__RkKindMeta<'static, 'static>>::WITHOUT_TAG,
            __rk::kind_spec("Row::Meta", __RK_SALT, 0usize, b"M"),
            b"M",
            <__RkKindMeta<'static, 'static>>::WITHOUT_TAG.fields(),
        );
        const __RK_OWN: &__rk::Layout = {
            const __RK_PARTS: __rk::Parts = __rk::parts(
                "Row::Meta",
                b"",
                __rk::None,
                b"",
                &[],
            );
            const __RK_LAYOUT: &__rk::Layout = &__rk::layout(
                __RK_PARTS,
                &__RK_PARTS.flatten::<{ __RK_PARTS.atoms() }>(),
                __rk::split(&[], __rk::SplitRule::Default, false, false),
            );
            __RK_LAYOUT
        };
        impl<'__rk_r, 'a> __RkKindMeta<'__rk_r, 'a> {
            const WITHOUT_TAG: &'static __rk::Layout = __RK_OWN;
        }
        #[automatically_derived]
        impl<'__rk_r, 'a> __rk::RowKey for __RkKindMeta<'__rk_r, 'a> {
            type Bytes = __rk::Vec<u8>;
            type EncodeError = __rk::EncodeError;
            type Decoded<'__rk_k> = Row<'__rk_k>;
            type Scan<__RkT> = __rk::Query;
            const LAYOUT: &'static __rk::Layout = &__rk::layout(
                __RK_PARTS,
                &__RK_PARTS.flatten::<{ __RK_PARTS.atoms() }>(),
                __rk::split(&[], __rk::SplitRule::Default, false, false),
            );
        }
        #[automatically_derived]
        impl<'__rk_r, 'a> __rk::KeyParts for __RkKindMeta<'__rk_r, 'a> {
            type Form = __rk::StructKey;
            const TABLE_OF_KIND: __rk::Option<&'static __rk::Layout> = __rk::Some(
                <Row<'static> as __rk::RowKey>::LAYOUT,
            );
            #[inline(always)]
            fn read_fields<'__rk_k, __RkK: __rk::RowKey>(
                __rk_key: __rk::Piece<'__rk_k, '_>,
                __rk_strict: bool,
            ) -> __rk::Result<
                <Self as __rk::RowKey>::Decoded<'__rk_k>,
                __rk::DecodeError,
            > {
                let mut __rk_reader = __rk::Reader::new::<__RkK>(__rk_key)?;
                {
                    let __rk_value = __RkKindMeta {
                        __rk_of: ::core::marker::PhantomData,
                    };
                    if let __rk::Err(__rk_error) = __rk_reader
                        .finish::<__RkK, _>(__rk_strict, &__rk_value)
                    {
                        return __rk::Err(__rk_error);
                    }
                }
                __rk::Ok(Row::Meta {})
            }
        }
        const _: () = __rk::check_kind_key(
            <__RkKindMeta<'static, 'static>>::WITHOUT_TAG,
            <__RkKindMeta<'static, 'static> as __rk::RowKey>::LAYOUT,
        );
    };
    #[automatically_derived]
    impl<'a> __rk::RowKey for Row<'a> {
        type Bytes = __rk::Vec<u8>;
        type EncodeError = <__rk::Fails<
            { __rk::kinds_can_fail(__RK_LAYOUT) },
        > as __rk::ErrorOf>::Error;
        type Decoded<'__rk_k> = Row<'__rk_k>;
        type Scan<__RkT> = RowScan<0, __RkT>;
        /**1. the tag, and the fields of the record type
*/
        const LAYOUT: &'static __rk::Layout = __RK_LAYOUT;
    }
    #[automatically_derived]
    impl<'a> __rk::KeyParts for Row<'a> {
        type Form = __rk::EnumKey;
        fn visit_field<'__rk_k, __RkO, __RkV: __rk::Visit<'__rk_k, Out = __RkO>>(
            __rk_field: usize,
            __rk_visit: __RkV,
        ) -> __rk::Option<__RkO> {
            match __rk_field {
                0usize => {
                    __rk::Some(
                        <__rk::RestOfKinds<
                            0usize,
                        > as __rk::KeyField<'_>>::visit(__rk_visit),
                    )
                }
                _ => __rk::None,
            }
        }
        #[inline]
        fn visit_kind<__RkV: __rk::VisitKind>(&self, __rk_visit: __RkV) -> __RkV::Out {
            match self {
                Row::User(__rk_key) => {
                    __rk_visit
                        .kind(
                            &__rk::HeldAs::<
                                __RkKindUser,
                                <UserKey as __rk::CheckedBy<__RkAsked>>::Type,
                            >::new(__rk_key),
                        )
                }
                Row::Post { author: __rk_0, title: __rk_1, .. } => {
                    __rk_visit
                        .kind(
                            &__RkKindPost {
                                author: __rk_0,
                                title: __rk_1,
                                __rk_of: ::core::marker::PhantomData,
                            },
                        )
                }
                Row::Meta { .. } => {
                    __rk_visit
                        .kind(
                            &__RkKindMeta {
                                __rk_of: ::core::marker::PhantomData,
                            },
                        )
                }
                Row::Unknown(__rk_key) => {
                    __rk_visit
                        .other(
                            <<Vec<
                                u8,
                            > as __rk::CheckedBy<
                                __RkAsked,
                            >>::Type as ::core::convert::AsRef<[u8]>>::as_ref(__rk_key),
                        )
                }
            }
        }
        #[inline]
        fn visit_kind_type<
            '__rk_k,
            __RkV: __rk::VisitKindType<'__rk_k, <Self as __rk::RowKey>::Decoded<'__rk_k>>,
        >(__rk_kind: usize, __rk_visit: __RkV) -> __rk::Option<__RkV::Out> {
            __rk::Some(
                match __rk_kind {
                    0usize => __rk_visit.kind::<__RkKindMeta<'__rk_k, '__rk_k>>(),
                    1usize => __rk_visit.kind::<__RkKindPost<'__rk_k, '__rk_k>>(),
                    2usize => __rk_visit.kind::<__rk::KeyOfKind<'__rk_k, __RkKindUser>>(),
                    _ => return __rk::None,
                },
            )
        }
        fn read_other<'__rk_k>(
            __rk_key: &'__rk_k [u8],
        ) -> __rk::Option<<Self as __rk::RowKey>::Decoded<'__rk_k>> {
            __rk::Some(
                Row::Unknown(
                    <<Vec<
                        u8,
                    > as __rk::CheckedBy<
                        __RkAsked,
                    >>::Type as ::core::convert::From<&'__rk_k [u8]>>::from(__rk_key),
                ),
            )
        }
    }
    #[automatically_derived]
    impl<'__rk_k> __rk::DerivedCodec<'__rk_k> for Row<'__rk_k> {
        type Codec = __rk::NestedKey;
    }
    __rk::builder!(
        RowScan, RowFields[], 'v, limit bucket max_ranges resume reversed at_most
        refuse_full_scan;
    );
    impl<'a> Row<'a> {
        ///Starts a scan of the rows of [`Row::User`].
        ///
        /// Who writes.
        #[inline]
        pub fn scan_user() -> <<UserKey as __rk::CheckedBy<
            __RkAsked,
        >>::Type as __rk::RowKey>::Scan<Self> {
            __rk::Builder::of_key::<__rk::KeyOfKind<'static, __RkKindUser>>()
        }
        /// Returns the fields of these rows as values, each under its name.
        pub fn fields_user() -> <<<UserKey as __rk::CheckedBy<
            __RkAsked,
        >>::Type as __rk::RowKey>::Scan<Self> as __rk::Builder>::Fields {
            <<<UserKey as __rk::CheckedBy<
                __RkAsked,
            >>::Type as __rk::RowKey>::Scan<Self> as __rk::Builder>::fields()
        }
        ///Starts a scan of the rows of [`Row::Post`].
        #[inline]
        pub fn scan_post() -> RowPostScan<0, Self> {
            __rk::Builder::of_key::<__RkKindPost<'static, 'static>>()
        }
        /// Returns the fields of these rows as values, each under its name.
        pub fn fields_post() -> <RowPostScan<0, Self> as __rk::Builder>::Fields {
            <RowPostScan<0, Self> as __rk::Builder>::fields()
        }
    }
};
