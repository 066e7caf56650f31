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
3. `n`: `u8`, 1 byte, ascending
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
    const __RK_ASKED: usize = {
        let _ = <Task as __rk::HeldKey>::IS_KEY;
        1
    };
    type __RkAsked = [(); __RK_ASKED];
    enum __RkKindTask {}
    struct __RkKindComment<'__rk_r> {
        tenant: &'__rk_r u32,
        project: &'__rk_r u16,
        n: &'__rk_r u8,
        __rk_of: ::core::marker::PhantomData<&'__rk_r Item>,
    }
    const __RK_WITHOUT_TAG: &__rk::Layout = __rk::without_tag::<__RkKindTask>();
    const __RK_SALT: __rk::Option<__rk::Salt> = __rk::Some(
        __rk::salt(
            __rk::algorithm::xxh3,
            (8) as i128,
            &[__rk::input_under(__RK_WITHOUT_TAG, 0usize, &[])],
            false,
            __rk::None,
        ),
    );
    const __RK_KINDS: &[__rk::RecordType] = &[
        __rk::kind(
            "Comment",
            b"",
            <__RkKindComment<'static> as __rk::RowKey>::LAYOUT,
            <__RkKindComment<'static>>::WITHOUT_TAG,
            1usize,
        ),
        __rk::kind(
            "Task",
            b"T",
            <__RkKindTask as __rk::HoldsKey>::LAYOUT,
            __rk::without_tag::<__RkKindTask>(),
            0usize,
        ),
    ];
    const __RK_PARTS: __rk::Parts = __rk::kept_by(
        __rk::engine::hbase,
        __rk::parts(
            "Item",
            b"",
            __RK_SALT,
            b"",
            &[
                __rk::under_field(<__RkKindTask as __rk::HoldsKey>::LAYOUT, 0usize),
                __rk::under_field(<__RkKindTask as __rk::HoldsKey>::LAYOUT, 1usize),
                __rk::rest_of_kinds::<2usize>(),
            ],
        ),
    );
    const __RK_ATOMS: &[__rk::Atom] = &__RK_PARTS.flatten::<{ __RK_PARTS.atoms() }>();
    const __RK_LAYOUT: &__rk::Layout = &__rk::layout(
        __rk::of_kinds(__RK_PARTS, __RK_KINDS, &[b"T"], false),
        __RK_ATOMS,
        __rk::split(__rk::labels((8) as i128), __rk::SplitRule::Default, false, false),
    );
    const _: () = {
        const __RK_PARTS: __rk::Parts = __rk::kind_parts(
            __rk::without_tag::<__RkKindTask>(),
            __rk::kind_kept_by(
                __rk::engine::hbase,
                __rk::kind_spec("Item::Task", __RK_SALT, 2usize, b"T"),
            ),
            b"",
            &__rk::kind_fields::<
                { __rk::field_count(__rk::without_tag::<__RkKindTask>()) },
            >(
                __rk::without_tag::<__RkKindTask>(),
                2usize,
                &__rk::joined::<
                    {
                        __rk::joined_width(
                            &[
                                __rk::separator_under(
                                    __rk::without_tag::<__RkKindTask>(),
                                    2usize,
                                    true,
                                ),
                                b"T",
                            ],
                        )
                    },
                >(
                    &[
                        __rk::separator_under(
                            __rk::without_tag::<__RkKindTask>(),
                            2usize,
                            true,
                        ),
                        b"T",
                    ],
                ),
            ),
        );
        #[automatically_derived]
        impl __rk::HoldsKey for __RkKindTask {
            type Row<'__rk_k> = Item;
            type Key<'__rk_k> = <Task as __rk::CheckedBy<__RkAsked>>::Type;
            const LAYOUT: &'static __rk::Layout = &__rk::layout(
                __RK_PARTS,
                &__RK_PARTS.flatten::<{ __RK_PARTS.atoms() }>(),
                __rk::split(&[], __rk::SplitRule::Default, false, false),
            );
            #[inline(always)]
            fn row<'__rk_k>(__rk_key: Self::Key<'__rk_k>) -> Self::Row<'__rk_k> {
                Item::Task(__rk_key)
            }
        }
        const _: () = __rk::check_kind_key(
            __rk::without_tag::<__RkKindTask>(),
            <__RkKindTask as __rk::HoldsKey>::LAYOUT,
        );
        const _: () = __rk::check_suffix_under(
            __rk::without_tag::<__RkKindTask>(),
            <__RkKindTask as __rk::HoldsKey>::LAYOUT,
        );
    };
    const _: () = {
        const __RK_PARTS: __rk::Parts = __rk::kind_parts(
            <__RkKindComment<'static>>::WITHOUT_TAG,
            __rk::kind_kept_by(
                __rk::engine::hbase,
                __rk::kind_spec("Item::Comment", __RK_SALT, 2usize, b""),
            ),
            b"",
            &__rk::kind_fields::<
                { __rk::field_count(<__RkKindComment<'static>>::WITHOUT_TAG) },
            >(
                <__RkKindComment<'static>>::WITHOUT_TAG,
                2usize,
                &__rk::joined::<
                    {
                        __rk::joined_width(
                            &[
                                __rk::separator_under(
                                    <__RkKindComment<'static>>::WITHOUT_TAG,
                                    2usize,
                                    false,
                                ),
                                b"",
                            ],
                        )
                    },
                >(
                    &[
                        __rk::separator_under(
                            <__RkKindComment<'static>>::WITHOUT_TAG,
                            2usize,
                            false,
                        ),
                        b"",
                    ],
                ),
            ),
        );
        mod __rk_field {
            pub(super) enum tenant {}
            pub(super) enum project {}
            pub(super) enum n {}
        }
        const __RK_CHECKED: usize = {
            let _ = <__rk_field::tenant as __rk::StoredField<'_>>::IS_STORED;
            let _ = <__rk_field::project as __rk::StoredField<'_>>::IS_STORED;
            let _ = <__rk_field::n as __rk::StoredField<'_>>::IS_STORED;
            1
        };
        type __RkChecked = [(); __RK_CHECKED];
        #[automatically_derived]
        impl<'__rk_v> __rk::FieldOf<'__rk_v> for __rk_field::tenant {
            type Value = u32;
            type Written = u32;
            type Codec = <Self::Written as __rk::CheckedBy<__RkChecked>>::Type;
            const INDEX: usize = 0usize;
            __rk::values!();
        }
        #[automatically_derived]
        impl<'__rk_v> __rk::FieldOf<'__rk_v> for __rk_field::project {
            type Value = u16;
            type Written = u16;
            type Codec = <Self::Written as __rk::CheckedBy<__RkChecked>>::Type;
            const INDEX: usize = 1usize;
            __rk::values!();
        }
        #[automatically_derived]
        impl<'__rk_v> __rk::FieldOf<'__rk_v> for __rk_field::n {
            type Value = u8;
            type Written = u8;
            type Codec = <Self::Written as __rk::CheckedBy<__RkChecked>>::Type;
            const INDEX: usize = 2usize;
            __rk::values!();
        }
        const __RK_OWN: &__rk::Layout = {
            const __RK_PARTS: __rk::Parts = __rk::parts(
                "Item::Comment",
                b"",
                __rk::None,
                b"",
                &[
                    __rk::field(
                        <__rk_field::tenant as __rk::KeyField<'_>>::FACTS,
                        "tenant",
                        b"",
                        false,
                    ),
                    __rk::field(
                        <__rk_field::project as __rk::KeyField<'_>>::FACTS,
                        "project",
                        b"",
                        false,
                    ),
                    __rk::field(
                        <__rk_field::n as __rk::KeyField<'_>>::FACTS,
                        "n",
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
            const _: () = __rk::check_shared_field(__RK_LAYOUT, 0usize);
            const _: () = __rk::check_shared_field(__RK_LAYOUT, 1usize);
            const _: () = __rk::check_field(__RK_LAYOUT, 2usize);
            __RK_LAYOUT
        };
        impl<'__rk_r> __RkKindComment<'__rk_r> {
            const WITHOUT_TAG: &'static __rk::Layout = __RK_OWN;
        }
        #[automatically_derived]
        impl<'__rk_r> __rk::RowKey for __RkKindComment<'__rk_r> {
            type Bytes = __rk::Vec<u8>;
            type EncodeError = __rk::EncodeError;
            type Decoded<'__rk_k> = Item;
            type Scan<__RkT> = ItemCommentScan<0, __RkT>;
            const LAYOUT: &'static __rk::Layout = &__rk::layout(
                __RK_PARTS,
                &__RK_PARTS.flatten::<{ __RK_PARTS.atoms() }>(),
                __rk::split(&[], __rk::SplitRule::Default, false, false),
            );
        }
        #[automatically_derived]
        impl<'__rk_r> __rk::KeyParts for __RkKindComment<'__rk_r> {
            type Form = __rk::StructKey;
            const TABLE_OF_KIND: __rk::Option<&'static __rk::Layout> = __rk::Some(
                <Item as __rk::RowKey>::LAYOUT,
            );
            #[inline(always)]
            fn each_field<
                __RkK: __rk::RowKey,
                __RkS,
                __RkE: __rk::Each<__RkK, Stop = __RkS>,
            >(&self, __rk_each: &mut __RkE) -> __rk::Result<(), __RkS> {
                if let __rk::Err(__rk_error) = <__rk_field::tenant as __rk::KeyField<
                    '_,
                >>::each::<__RkK, __RkE>(&self.tenant, __rk_each) {
                    return __rk::Err(__rk_error);
                }
                if let __rk::Err(__rk_error) = <__rk_field::project as __rk::KeyField<
                    '_,
                >>::each::<__RkK, __RkE>(&self.project, __rk_each) {
                    return __rk::Err(__rk_error);
                }
                <__rk_field::n as __rk::KeyField<
                    '_,
                >>::each::<__RkK, __RkE>(&self.n, __rk_each)
            }
            fn visit_field<'__rk_k, __RkO, __RkV: __rk::Visit<'__rk_k, Out = __RkO>>(
                __rk_field: usize,
                __rk_visit: __RkV,
            ) -> __rk::Option<__RkO> {
                __rk::Some(
                    match __rk_field {
                        0usize => {
                            <__rk_field::tenant as __rk::KeyField<'_>>::visit(__rk_visit)
                        }
                        1usize => {
                            <__rk_field::project as __rk::KeyField<
                                '_,
                            >>::visit(__rk_visit)
                        }
                        2usize => {
                            <__rk_field::n as __rk::KeyField<'_>>::visit(__rk_visit)
                        }
                        _ => return __rk::None,
                    },
                )
            }
            #[inline(always)]
            fn give_inputs<__RkT: __rk::TakeInputs>(
                &self,
                __rk_inputs: &mut __RkT,
            ) -> __rk::InputResult {
                __rk::give_inputs_of::<Self, Self, __RkT>(self, __rk_inputs)
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
                let __rk_0 = match <__rk_field::tenant as __rk::KeyField<
                    '_,
                >>::read::<__RkK>(&mut __rk_reader) {
                    __rk::Ok(__rk_value) => __rk_value,
                    __rk::Err(__rk_error) => return __rk::Err(__rk_error),
                };
                let __rk_1 = match <__rk_field::project as __rk::KeyField<
                    '_,
                >>::read::<__RkK>(&mut __rk_reader) {
                    __rk::Ok(__rk_value) => __rk_value,
                    __rk::Err(__rk_error) => return __rk::Err(__rk_error),
                };
                let __rk_2 = match <__rk_field::n as __rk::KeyField<
                    '_,
                >>::read::<__RkK>(&mut __rk_reader) {
                    __rk::Ok(__rk_value) => __rk_value,
                    __rk::Err(__rk_error) => return __rk::Err(__rk_error),
                };
                {
                    let __rk_value = __RkKindComment {
                        tenant: &__rk_0,
                        project: &__rk_1,
                        n: &__rk_2,
                        __rk_of: ::core::marker::PhantomData,
                    };
                    if let __rk::Err(__rk_error) = __rk_reader
                        .finish::<__RkK, _>(__rk_strict, &__rk_value)
                    {
                        return __rk::Err(__rk_error);
                    }
                }
                __rk::Ok(Item::Comment {
                    tenant: __rk_0,
                    project: __rk_1,
                    n: __rk_2,
                })
            }
        }
        #[doc(hidden)]
        #[automatically_derived]
        impl<
            '__rk_v,
            '__rk_r,
            __RkI,
            __RkAs,
            __RkC,
        > __rk::SharedField<'__rk_v, __RkI, __RkAs, __RkC> for __RkKindComment<'__rk_r>
        where
            (
                __rk_field::tenant,
                (__rk_field::project, (__rk_field::n, ())),
            ): __rk::SharedField<'__rk_v, __RkI, __RkAs, __RkC>,
        {
            fn apply(
                __rk_query: __rk::Query,
                __rk_condition: __RkC,
                __rk_binds: bool,
            ) -> __rk::Query {
                <(
                    __rk_field::tenant,
                    (__rk_field::project, (__rk_field::n, ())),
                ) as __rk::SharedField<
                    '__rk_v,
                    __RkI,
                    __RkAs,
                    __RkC,
                >>::apply(__rk_query, __rk_condition, __rk_binds)
            }
        }
        __rk::builder!(
            ItemCommentScan, ItemCommentFields[tenant "tenant" project "project" n "n"],
            'v, limit bucket max_ranges resume reversed at_most refuse_full_scan; {
            [#[doc = "`tenant`: `u32`, 4 bytes, ascending."]] tenant filter_tenant 0 1 3
            __RkBinds_tenant
            "`tenant` cannot be bound here: each field is bound once, in key order, and none after a range"
            "bind `tenant` once, before all others, or use `filter_tenant`"[__rk::Form]
            [__C : __rk::Condition < 'v, __rk_field::tenant, __As, < __rk_field::tenant
            as __rk::FieldOf < 'v >> ::Value >] [__rk::Query] } { [#[doc =
            "`project`: `u16`, 2 bytes, ascending."]] project filter_project 1 2 3
            __RkBinds_project
            "`project` cannot be bound here: each field is bound once, in key order, and none after a range"
            "bind `project` once, right after a value of `tenant`, or use `filter_project`"[__rk::Form]
            [__C : __rk::Condition < 'v, __rk_field::project, __As, < __rk_field::project
            as __rk::FieldOf < 'v >> ::Value >] [__rk::Query] } { [#[doc =
            "`n`: `u8`, 1 byte, ascending."]] n filter_n 2 3 3 __RkBinds_n
            "`n` cannot be bound here: each field is bound once, in key order, and none after a range"
            "bind `n` once, right after a value of `project`, or use `filter_n`"[__rk::Form]
            [__C : __rk::Condition < 'v, __rk_field::n, __As, < __rk_field::n as
            __rk::FieldOf < 'v >> ::Value >] [__rk::Query] }
        );
        const _: () = __rk::check_kind_key(
            <__RkKindComment<'static>>::WITHOUT_TAG,
            <__RkKindComment<'static> as __rk::RowKey>::LAYOUT,
        );
    };
    #[automatically_derived]
    impl __rk::RowKey for Item {
        type Bytes = __rk::Vec<u8>;
        type EncodeError = <__rk::Fails<
            { __rk::kinds_can_fail(__RK_LAYOUT) },
        > as __rk::ErrorOf>::Error;
        type Decoded<'__rk_k> = Item;
        type Scan<__RkT> = ItemScan<0, __RkT>;
        /**1. the salt, by `xxh3`
2. `tenant`: as in each record type
3. `project`: as in each record type
4. the tag, and the fields of the record type
*/
        const LAYOUT: &'static __rk::Layout = __RK_LAYOUT;
    }
    #[automatically_derived]
    impl __rk::KeyParts for Item {
        type Form = __rk::EnumKey;
        fn visit_field<'__rk_k, __RkO, __RkV: __rk::Visit<'__rk_k, Out = __RkO>>(
            __rk_field: usize,
            __rk_visit: __RkV,
        ) -> __rk::Option<__RkO> {
            match __rk_field {
                2usize => {
                    __rk::Some(
                        <__rk::RestOfKinds<
                            2usize,
                        > as __rk::KeyField<'_>>::visit(__rk_visit),
                    )
                }
                _ => {
                    <__rk::KeyOfKind<
                        '__rk_k,
                        __RkKindTask,
                    > as __rk::KeyParts>::visit_field(__rk_field, __rk_visit)
                }
            }
        }
        #[inline]
        fn visit_kind<__RkV: __rk::VisitKind>(&self, __rk_visit: __RkV) -> __RkV::Out {
            match self {
                Item::Task(__rk_key) => {
                    __rk_visit
                        .kind(
                            &__rk::HeldAs::<
                                __RkKindTask,
                                <Task as __rk::CheckedBy<__RkAsked>>::Type,
                            >::new(__rk_key),
                        )
                }
                Item::Comment { tenant: __rk_0, project: __rk_1, n: __rk_2, .. } => {
                    __rk_visit
                        .kind(
                            &__RkKindComment {
                                tenant: __rk_0,
                                project: __rk_1,
                                n: __rk_2,
                                __rk_of: ::core::marker::PhantomData,
                            },
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
                    0usize => __rk_visit.kind::<__RkKindComment<'__rk_k>>(),
                    1usize => __rk_visit.kind::<__rk::KeyOfKind<'__rk_k, __RkKindTask>>(),
                    _ => return __rk::None,
                },
            )
        }
    }
    #[automatically_derived]
    impl<'__rk_k> __rk::DerivedCodec<'__rk_k> for Item {
        type Codec = __rk::NestedKey;
    }
    const _: () = __rk::check_input(__RK_LAYOUT, 0usize);
    const _: () = __rk::check_buckets(__RK_LAYOUT, (8) as i128);
    const _: () = __rk::check_hot(__RK_LAYOUT);
    const _: () = __rk::check_under_name(__RK_LAYOUT, 0usize, &["tenant", "project"]);
    const _: () = __rk::check_field_under(
        __RK_LAYOUT,
        0usize,
        &[__rk::without_tag::<__RkKindTask>(), <__RkKindComment<'static>>::WITHOUT_TAG],
    );
    const _: () = __rk::check_under_name(__RK_LAYOUT, 1usize, &["tenant", "project"]);
    const _: () = __rk::check_field_under(
        __RK_LAYOUT,
        1usize,
        &[__rk::without_tag::<__RkKindTask>(), <__RkKindComment<'static>>::WITHOUT_TAG],
    );
    const _: () = __rk::check_under(
        __RK_LAYOUT,
        0usize,
        &["tenant", "project"],
        __rk::without_tag::<__RkKindTask>(),
    );
    const _: () = __rk::check_engine(<__RkKindTask as __rk::HoldsKey>::LAYOUT);
    const _: () = __rk::check_under(
        __RK_LAYOUT,
        1usize,
        &["tenant", "project"],
        <__RkKindComment<'static>>::WITHOUT_TAG,
    );
    const _: () = __rk::check_engine(<__RkKindComment<'static> as __rk::RowKey>::LAYOUT);
    const _: () = __rk::check_kind(__RK_LAYOUT, 1usize, &["tenant", "project"]);
    __rk::builder!(
        ItemScan, ItemFields[tenant "tenant" project "project"], 'v, limit bucket
        max_ranges resume reversed at_most refuse_full_scan; { [#[doc =
        "`tenant`: as in each record type."]] tenant filter_tenant 0 1 2 __RkBinds_tenant
        "`tenant` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `tenant` once, before all others, or use `filter_tenant`"[__rk::Form]
        [__rk::KeyOfKind < 'static, __RkKindTask > : __rk::SharedField < 'v,
        __rk::FirstField, __As, __C >] [< __rk::KeyOfKind < 'static, __RkKindTask > as
        __rk::SharedField < 'v, __rk::FirstField, __As, __C > >] } { [#[doc =
        "`project`: as in each record type."]] project filter_project 1 2 2
        __RkBinds_project
        "`project` cannot be bound here: each field is bound once, in key order, and none after a range"
        "bind `project` once, right after a value of `tenant`, or use `filter_project`"[__rk::Form]
        [__rk::KeyOfKind < 'static, __RkKindTask > : __rk::SharedField < 'v,
        __rk::NextField < __rk::FirstField >, __As, __C >] [< __rk::KeyOfKind < 'static,
        __RkKindTask > as __rk::SharedField < 'v, __rk::NextField < __rk::FirstField >,
        __As, __C > >] }
    );
    impl Item {
        ///Starts a scan of the rows of [`Item::Task`].
        #[inline]
        fn scan_task() -> <<Task as __rk::CheckedBy<
            __RkAsked,
        >>::Type as __rk::RowKey>::Scan<Self> {
            __rk::Builder::of_key::<__rk::KeyOfKind<'static, __RkKindTask>>()
        }
        /// Returns the fields of these rows as values, each under its name.
        fn fields_task() -> <<<Task as __rk::CheckedBy<
            __RkAsked,
        >>::Type as __rk::RowKey>::Scan<Self> as __rk::Builder>::Fields {
            <<<Task as __rk::CheckedBy<
                __RkAsked,
            >>::Type as __rk::RowKey>::Scan<Self> as __rk::Builder>::fields()
        }
        ///Starts a scan of the rows of [`Item::Comment`].
        #[inline]
        fn scan_comment() -> ItemCommentScan<0, Self> {
            __rk::Builder::of_key::<__RkKindComment<'static>>()
        }
        /// Returns the fields of these rows as values, each under its name.
        fn fields_comment() -> <ItemCommentScan<0, Self> as __rk::Builder>::Fields {
            <ItemCommentScan<0, Self> as __rk::Builder>::fields()
        }
    }
};
