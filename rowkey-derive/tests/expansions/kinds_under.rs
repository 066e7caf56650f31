#[rowkey(under(tenant, project), salt(of(tenant), buckets = 8), store = hbase)]
enum Item {
    #[rowkey(tag = b'T')]
    Task(Task),
    Comment { tenant: u32, project: u16, n: u8 },
}
/**A query by the first fields of [`Item`], which all record types share. Bind the fields in key order, then call `plan()`.

Each field has two methods: one that narrows the range of keys, and one that filters the rows. Both take a value, a range, `one_of(..)`, `starts_with(..)`, `ends_with(..)`, or `contains(..)`. Wrap an optional condition in `If(..)`, which also keeps the type of the builder the same.

`AT` counts the fields that are bound: after the first one, the type is `ItemScan<1>`.

1. the salt, by `xxh3`
2. `tenant`: as in each record type
3. `project`: as in each record type
4. the tag, and the fields of the record type
*/
#[must_use]
struct ItemScan<const AT: usize = 0, K = Item>(
    ::rowkey::__private0::Query,
    ::rowkey::__private0::Of<K>,
);
/**A query by the fields of [`Item::Comment`]. Bind the fields in key order, then call `plan()`.

Each field has two methods: one that narrows the range of keys, and one that filters the rows. Both take a value, a range, `one_of(..)`, `starts_with(..)`, `ends_with(..)`, or `contains(..)`. Wrap an optional condition in `If(..)`, which also keeps the type of the builder the same.

`AT` counts the fields that are bound: after the first one, the type is `ItemCommentScan<1>`.

1. `tenant`: `u32`, 4 bytes, ascending
2. `project`: `u16`, 2 bytes, ascending
3. `n`: `u8`, 1 bytes, ascending
*/
#[must_use]
struct ItemCommentScan<const AT: usize = 0, K = Item>(
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
        let _ = <Task as __rk::HeldKey>::IS_KEY;
        1
    };
    type __Asked = [(); __ASKED];
    enum __Task {}
    struct __Comment<'__r> {
        tenant: &'__r u32,
        project: &'__r u16,
        n: &'__r u8,
        __rk_of: ::core::marker::PhantomData<&'__r Item>,
    }
    const __WITHOUT_TAG: &__rk::Layout = __rk::without_tag::<__Task>();
    const __SALT: __rk::Option<__rk::Salt> = __rk::Some(
        __rk::salt(
            __rk::algorithm::xxh3,
            (8) as i128,
            &[__rk::input_under(__WITHOUT_TAG, 0usize, &[])],
            false,
            __rk::None,
        ),
    );
    const __KINDS: &[__rk::RecordType] = &[
        __rk::kind(
            "Comment",
            b"",
            <__Comment<'static> as __rk::RowKey>::LAYOUT,
            <__Comment<'static>>::WITHOUT_TAG,
            1usize,
        ),
        __rk::kind(
            "Task",
            b"T",
            <__Task as __rk::HoldsKey>::LAYOUT,
            __rk::without_tag::<__Task>(),
            0usize,
        ),
    ];
    const __PARTS: __rk::Parts = __rk::kept_by(
        __rk::engine::hbase,
        __rk::parts(
            "Item",
            b"",
            __SALT,
            b"",
            &[
                __rk::under_field(<__Task as __rk::HoldsKey>::LAYOUT, 0usize),
                __rk::under_field(<__Task as __rk::HoldsKey>::LAYOUT, 1usize),
                __rk::rest_of_kinds::<2usize>(),
            ],
        ),
    );
    const __ATOMS: &[__rk::Atom] = &__PARTS.flatten::<{ __PARTS.atoms() }>();
    const __LAYOUT: &__rk::Layout = &__rk::layout(
        __rk::of_kinds(__PARTS, __KINDS, &[b"T"], false),
        __ATOMS,
        __rk::split(__rk::labels((8) as i128), __rk::SplitRule::Default, false, false),
    );
    const _: () = {
        const __PARTS: __rk::Parts = __rk::kind_parts(
            __rk::without_tag::<__Task>(),
            __rk::kind_kept_by(
                __rk::engine::hbase,
                __rk::kind_spec("Item::Task", __SALT, 2usize, b"T"),
            ),
            b"",
            &__rk::kind_fields::<
                { __rk::field_count(__rk::without_tag::<__Task>()) },
            >(
                __rk::without_tag::<__Task>(),
                2usize,
                &__rk::joined::<
                    {
                        __rk::joined_width(
                            &[
                                __rk::separator_under(
                                    __rk::without_tag::<__Task>(),
                                    2usize,
                                ),
                                b"T",
                            ],
                        )
                    },
                >(&[__rk::separator_under(__rk::without_tag::<__Task>(), 2usize), b"T"]),
            ),
        );
        #[automatically_derived]
        impl __rk::HoldsKey for __Task {
            type Row<'__k> = Item;
            type Key<'__k> = <Task as __rk::CheckedBy<__Asked>>::Type;
            const LAYOUT: &'static __rk::Layout = &__rk::layout(
                __PARTS,
                &__PARTS.flatten::<{ __PARTS.atoms() }>(),
                __rk::split(&[], __rk::SplitRule::Default, false, false),
            );
            #[inline(always)]
            fn row<'__k>(__key: Self::Key<'__k>) -> Self::Row<'__k> {
                Item::Task(__key)
            }
        }
        const _: () = __rk::check_kind_key(
            __rk::without_tag::<__Task>(),
            <__Task as __rk::HoldsKey>::LAYOUT,
        );
    };
    const _: () = {
        const __PARTS: __rk::Parts = __rk::kind_parts(
            <__Comment<'static>>::WITHOUT_TAG,
            __rk::kind_kept_by(
                __rk::engine::hbase,
                __rk::kind_spec("Item::Comment", __SALT, 2usize, b""),
            ),
            b"",
            &__rk::kind_fields::<
                { __rk::field_count(<__Comment<'static>>::WITHOUT_TAG) },
            >(
                <__Comment<'static>>::WITHOUT_TAG,
                2usize,
                &__rk::joined::<
                    {
                        __rk::joined_width(
                            &[
                                __rk::separator_under(
                                    <__Comment<'static>>::WITHOUT_TAG,
                                    2usize,
                                ),
                                b"",
                            ],
                        )
                    },
                >(
                    &[
                        __rk::separator_under(<__Comment<'static>>::WITHOUT_TAG, 2usize),
                        b"",
                    ],
                ),
            ),
        );
        mod __field {
            pub(super) enum tenant {}
            pub(super) enum project {}
            pub(super) enum n {}
        }
        const __CHECKED: usize = {
            let _ = <__field::tenant as __rk::StoredField<'_>>::IS_STORED;
            let _ = <__field::project as __rk::StoredField<'_>>::IS_STORED;
            let _ = <__field::n as __rk::StoredField<'_>>::IS_STORED;
            1
        };
        type __Checked = [(); __CHECKED];
        #[automatically_derived]
        impl<'__v> __rk::FieldOf<'__v> for __field::tenant {
            type Value = u32;
            type Written = u32;
            type Codec = <Self::Written as __rk::CheckedBy<__Checked>>::Type;
            const INDEX: usize = 0usize;
        }
        #[automatically_derived]
        impl<'__v> __rk::FieldOf<'__v> for __field::project {
            type Value = u16;
            type Written = u16;
            type Codec = <Self::Written as __rk::CheckedBy<__Checked>>::Type;
            const INDEX: usize = 1usize;
        }
        #[automatically_derived]
        impl<'__v> __rk::FieldOf<'__v> for __field::n {
            type Value = u8;
            type Written = u8;
            type Codec = <Self::Written as __rk::CheckedBy<__Checked>>::Type;
            const INDEX: usize = 2usize;
        }
        const __OWN: &__rk::Layout = {
            const __PARTS: __rk::Parts = __rk::parts(
                "Item::Comment",
                b"",
                __rk::None,
                b"",
                &[
                    __rk::field(
                        <__field::tenant as __rk::KeyField<'_>>::FACTS,
                        "tenant",
                        b"",
                        false,
                    ),
                    __rk::field(
                        <__field::project as __rk::KeyField<'_>>::FACTS,
                        "project",
                        b"",
                        false,
                    ),
                    __rk::field(
                        <__field::n as __rk::KeyField<'_>>::FACTS,
                        "n",
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
            const _: () = __rk::check_shared_field(__LAYOUT, 0usize);
            const _: () = __rk::check_shared_field(__LAYOUT, 1usize);
            const _: () = __rk::check_field(__LAYOUT, 2usize);
            __LAYOUT
        };
        impl<'__r> __Comment<'__r> {
            const WITHOUT_TAG: &'static __rk::Layout = __OWN;
        }
        #[automatically_derived]
        impl<'__r> __rk::RowKey for __Comment<'__r> {
            type Bytes = __rk::Vec<u8>;
            type EncodeError = __rk::EncodeError;
            type Decoded<'__k> = Item;
            type Scan<__T> = ItemCommentScan<0, __T>;
            const LAYOUT: &'static __rk::Layout = &__rk::layout(
                __PARTS,
                &__PARTS.flatten::<{ __PARTS.atoms() }>(),
                __rk::split(&[], __rk::SplitRule::Default, false, false),
            );
        }
        #[automatically_derived]
        impl<'__r> __rk::KeyParts for __Comment<'__r> {
            type Form = __rk::StructKey;
            const TABLE_OF_KIND: __rk::Option<&'static __rk::Layout> = __rk::Some(
                <Item as __rk::RowKey>::LAYOUT,
            );
            #[inline(always)]
            fn each_field<__K: __rk::RowKey, __S, __E: __rk::Each<__K, Stop = __S>>(
                &self,
                __each: &mut __E,
            ) -> __rk::Result<(), __S> {
                if let __rk::Err(__error) = <__field::tenant as __rk::KeyField<
                    '_,
                >>::each::<__K, __E>(&self.tenant, __each) {
                    return __rk::Err(__error);
                }
                if let __rk::Err(__error) = <__field::project as __rk::KeyField<
                    '_,
                >>::each::<__K, __E>(&self.project, __each) {
                    return __rk::Err(__error);
                }
                <__field::n as __rk::KeyField<'_>>::each::<__K, __E>(&self.n, __each)
            }
            fn visit_field<'__k, __O, __V: __rk::Visit<'__k, Out = __O>>(
                __field: usize,
                __visit: __V,
            ) -> __rk::Option<__O> {
                __rk::Some(
                    match __field {
                        0usize => <__field::tenant as __rk::KeyField<'_>>::visit(__visit),
                        1usize => {
                            <__field::project as __rk::KeyField<'_>>::visit(__visit)
                        }
                        2usize => <__field::n as __rk::KeyField<'_>>::visit(__visit),
                        _ => return __rk::None,
                    },
                )
            }
            #[inline(always)]
            fn give_inputs<__T: __rk::TakeInputs>(
                &self,
                __inputs: &mut __T,
            ) -> __rk::InputResult {
                __rk::give_inputs_of::<Self, Self, __T>(self, __inputs)
            }
            #[inline(always)]
            fn read_fields<'__k, __K: __rk::RowKey>(
                __key: __rk::Piece<'__k, '_>,
                __strict: bool,
            ) -> __rk::Result<<Self as __rk::RowKey>::Decoded<'__k>, __rk::DecodeError> {
                let mut __reader = __rk::Reader::new::<__K>(__key)?;
                let __0 = match <__field::tenant as __rk::KeyField<
                    '_,
                >>::read::<__K>(&mut __reader) {
                    __rk::Ok(__value) => __value,
                    __rk::Err(__error) => return __rk::Err(__error),
                };
                let __1 = match <__field::project as __rk::KeyField<
                    '_,
                >>::read::<__K>(&mut __reader) {
                    __rk::Ok(__value) => __value,
                    __rk::Err(__error) => return __rk::Err(__error),
                };
                let __2 = match <__field::n as __rk::KeyField<
                    '_,
                >>::read::<__K>(&mut __reader) {
                    __rk::Ok(__value) => __value,
                    __rk::Err(__error) => return __rk::Err(__error),
                };
                {
                    let __value = __Comment {
                        tenant: &__0,
                        project: &__1,
                        n: &__2,
                        __rk_of: ::core::marker::PhantomData,
                    };
                    if let __rk::Err(__error) = __reader
                        .finish::<__K, _>(__strict, &__value)
                    {
                        return __rk::Err(__error);
                    }
                }
                __rk::Ok(Item::Comment {
                    tenant: __0,
                    project: __1,
                    n: __2,
                })
            }
        }
        #[automatically_derived]
        impl<'__v, '__r, __I, __As, __C> __rk::SharedField<'__v, __I, __As, __C>
        for __Comment<'__r>
        where
            (
                __field::tenant,
                (__field::project, (__field::n, ())),
            ): __rk::SharedField<'__v, __I, __As, __C>,
        {
            fn bind(__query: __rk::Query, __condition: __C) -> __rk::Query {
                <(
                    __field::tenant,
                    (__field::project, (__field::n, ())),
                ) as __rk::SharedField<'__v, __I, __As, __C>>::bind(__query, __condition)
            }
            fn filter(__query: __rk::Query, __condition: __C) -> __rk::Query {
                <(
                    __field::tenant,
                    (__field::project, (__field::n, ())),
                ) as __rk::SharedField<
                    '__v,
                    __I,
                    __As,
                    __C,
                >>::filter(__query, __condition)
            }
        }
        __rk::builder!(
            ItemCommentScan, ItemCommentFields[tenant "tenant" project "project" n "n"],
            'v, limit bucket max_ranges resume; { [#[doc =
            "`tenant`: `u32`, 4 bytes, ascending."]] tenant filter_tenant 0 1 3
            __Binds_tenant
            "`tenant` cannot be bound here: each field is bound once, in key order, and none after a range"
            "bind `tenant` once, before all others, or use `filter_tenant`"[__rk::Form]
            [__C : __rk::Condition < 'v, __field::tenant, __As >] [__rk::Query] } {
            [#[doc = "`project`: `u16`, 2 bytes, ascending."]] project filter_project 1 2
            3 __Binds_project
            "`project` cannot be bound here: each field is bound once, in key order, and none after a range"
            "bind `project` once, right after a value of `tenant`, or use `filter_project`"[__rk::Form]
            [__C : __rk::Condition < 'v, __field::project, __As >] [__rk::Query] } {
            [#[doc = "`n`: `u8`, 1 bytes, ascending."]] n filter_n 2 3 3 __Binds_n
            "`n` cannot be bound here: each field is bound once, in key order, and none after a range"
            "bind `n` once, right after a value of `project`, or use `filter_n`"[__rk::Form]
            [__C : __rk::Condition < 'v, __field::n, __As >] [__rk::Query] }
        );
        const _: () = __rk::check_kind_key(
            <__Comment<'static>>::WITHOUT_TAG,
            <__Comment<'static> as __rk::RowKey>::LAYOUT,
        );
    };
    #[automatically_derived]
    impl __rk::RowKey for Item {
        type Bytes = __rk::Vec<u8>;
        type EncodeError = <__rk::Fails<
            { __rk::kinds_can_fail(__LAYOUT) },
        > as __rk::ErrorOf>::Error;
        type Decoded<'__k> = Item;
        type Scan<__T> = ItemScan<0, __T>;
        /**1. the salt, by `xxh3`
2. `tenant`: as in each record type
3. `project`: as in each record type
4. the tag, and the fields of the record type
*/
        const LAYOUT: &'static __rk::Layout = __LAYOUT;
    }
    #[automatically_derived]
    impl __rk::KeyParts for Item {
        type Form = __rk::EnumKey;
        fn visit_field<'__k, __O, __V: __rk::Visit<'__k, Out = __O>>(
            __field: usize,
            __visit: __V,
        ) -> __rk::Option<__O> {
            match __field {
                2usize => {
                    __rk::Some(
                        <__rk::RestOfKinds<2usize> as __rk::KeyField<'_>>::visit(__visit),
                    )
                }
                _ => {
                    <__rk::KeyOfKind<
                        '__k,
                        __Task,
                    > as __rk::KeyParts>::visit_field(__field, __visit)
                }
            }
        }
        #[inline]
        fn visit_kind<__V: __rk::VisitKind>(&self, __visit: __V) -> __V::Out {
            match self {
                Item::Task(__key) => {
                    __visit
                        .kind(
                            &__rk::HeldAs::<
                                __Task,
                                <Task as __rk::CheckedBy<__Asked>>::Type,
                            >::new(__key),
                        )
                }
                Item::Comment { tenant: __0, project: __1, n: __2, .. } => {
                    __visit
                        .kind(
                            &__Comment {
                                tenant: __0,
                                project: __1,
                                n: __2,
                                __rk_of: ::core::marker::PhantomData,
                            },
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
                    0usize => __visit.kind::<__Comment<'__k>>(),
                    1usize => __visit.kind::<__rk::KeyOfKind<'__k, __Task>>(),
                    _ => return __rk::None,
                },
            )
        }
    }
    #[automatically_derived]
    impl<'__k> __rk::DerivedCodec<'__k> for Item {
        type Codec = __rk::NestedKey;
    }
    const _: () = __rk::check_input(__LAYOUT, 0usize);
    const _: () = __rk::check_buckets(__LAYOUT, (8) as i128);
    const _: () = __rk::check_under_name(__LAYOUT, 0usize, &["tenant", "project"]);
    const _: () = __rk::check_field_under(
        __LAYOUT,
        0usize,
        &[__rk::without_tag::<__Task>(), <__Comment<'static>>::WITHOUT_TAG],
    );
    const _: () = __rk::check_under_name(__LAYOUT, 1usize, &["tenant", "project"]);
    const _: () = __rk::check_field_under(
        __LAYOUT,
        1usize,
        &[__rk::without_tag::<__Task>(), <__Comment<'static>>::WITHOUT_TAG],
    );
    const _: () = __rk::check_under(__LAYOUT, 0usize, &["tenant", "project"]);
    const _: () = __rk::check_engine(<__Task as __rk::HoldsKey>::LAYOUT);
    const _: () = __rk::check_under(__LAYOUT, 1usize, &["tenant", "project"]);
    const _: () = __rk::check_engine(<__Comment<'static> as __rk::RowKey>::LAYOUT);
    const _: () = __rk::check_kind(__LAYOUT, 1usize, &["tenant", "project"]);
    __rk::builder!(
        ItemScan, ItemFields[tenant "tenant" project "project"], 'v, limit bucket
        max_ranges resume; { [#[doc = "`tenant`: as in each record type."]] tenant
        filter_tenant 0 1 2 __Binds_tenant
        "`tenant` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `tenant` once, before all others, or use `filter_tenant`"[__rk::Form]
        [__rk::KeyOfKind < 'static, __Task > : __rk::SharedField < 'v, __rk::FirstField,
        __As, __C >] [< __rk::KeyOfKind < 'static, __Task > as __rk::SharedField < 'v,
        __rk::FirstField, __As, __C > >] } { [#[doc =
        "`project`: as in each record type."]] project filter_project 1 2 2
        __Binds_project
        "`project` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `project` once, right after a value of `tenant`, or use `filter_project`"[__rk::Form]
        [__rk::KeyOfKind < 'static, __Task > : __rk::SharedField < 'v, __rk::NextField <
        __rk::FirstField >, __As, __C >] [< __rk::KeyOfKind < 'static, __Task > as
        __rk::SharedField < 'v, __rk::NextField < __rk::FirstField >, __As, __C > >] }
    );
    impl Item {
        ///Starts a scan of the rows of [`Item::Task`].
        #[inline]
        fn scan_task() -> <<Task as __rk::CheckedBy<
            __Asked,
        >>::Type as __rk::RowKey>::Scan<Self> {
            __rk::Builder::of_key::<__rk::KeyOfKind<'static, __Task>>()
        }
        /// Returns the fields of these rows as values, each under its name.
        fn fields_task() -> <<<Task as __rk::CheckedBy<
            __Asked,
        >>::Type as __rk::RowKey>::Scan<Self> as __rk::Builder>::Fields {
            <<<Task as __rk::CheckedBy<
                __Asked,
            >>::Type as __rk::RowKey>::Scan<Self> as __rk::Builder>::fields()
        }
        ///Starts a scan of the rows of [`Item::Comment`].
        #[inline]
        fn scan_comment() -> ItemCommentScan<0, Self> {
            __rk::Builder::of_key::<__Comment<'static>>()
        }
        /// Returns the fields of these rows as values, each under its name.
        fn fields_comment() -> <ItemCommentScan<0, Self> as __rk::Builder>::Fields {
            <ItemCommentScan<0, Self> as __rk::Builder>::fields()
        }
    }
};
