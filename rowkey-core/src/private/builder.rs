//! The methods of every scan builder.

/// Writes the impls of a scan's builder:
///
/// ```text
/// builder!(CallScan, CallFields [phone "phone" at "at"], 'v, limit bucket max_ranges resume reversed at_most refuse_full_scan; { .. } ..)
/// ```
///
/// `limit` to `refuse_full_scan` are the names of the builder's own methods. The derive passes only the tokens that
/// differ from field to field, because rustc expands this macro in a fraction of the time that a derive takes for the
/// same tokens. `__rk` is the derive's name for `__private0`.
///
/// The trait `$order` marks the builder that binds a field. It is a bound of the method and not an `impl` of that
/// builder alone, so that the message about a field out of order is ours. There is one trait per field, so that the
/// message has the exact names.
#[doc(hidden)]
#[macro_export]
macro_rules! __builder {
    ($scan:ident, $fields:ident [$($field:ident $name:literal)*], $v:lifetime,
     $limit:ident $bucket:ident $max_ranges:ident $resume:ident $reversed:ident $at_most:ident $refuse_full_scan:ident; $({
        [$($docs:tt)*] $bind:ident $filter:ident $at:literal $next:literal $last:literal $order:ident $message:tt $label:tt
        [$($form:tt)*] [$($takes:tt)*] [$($query:tt)*]
    })*) => {
        // In its own scope: a type of the input can have the name of `$fields`.
        const _: () = {
            // A parameter cannot have the name of a constant or of a tuple struct of the input, but that of a function.
            #[allow(unused_imports)]
            use __rk::parameters::{bucket, condition, cursor, f, query, ranges, rows};

            #[automatically_derived]
            impl<const AT: usize, K> ::core::clone::Clone for $scan<{ AT }, K> {
                fn clone(&self) -> Self {
                    Self(::core::clone::Clone::clone(&self.0), self.1)
                }
            }

            #[automatically_derived]
            impl<const AT: usize, K> ::core::fmt::Debug for $scan<{ AT }, K> {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    __rk::show_builder(::core::stringify!($scan), &self.0, f)
                }
            }

            pub struct $fields<F> {
                $(pub $field: F,)*
                __rk_none: [F; 0],
            }

            #[doc(hidden)]
            impl<const AT: usize, K> __rk::Builder for $scan<{ AT }, K> {
                type Key = K;
                type Fields = $fields<__rk::FieldRef<K>>;

                #[inline]
                fn of_key<__K: __rk::RowKey>() -> Self {
                    Self(__rk::Query::new::<__K>(), __rk::of())
                }

                fn fields() -> Self::Fields {
                    $fields { $($field: __rk::field_ref($name),)* __rk_none: [] }
                }
            }

            #[doc(hidden)]
            impl<const AT: usize, K> __rk::OfQuery for $scan<{ AT }, K> {
                #[inline]
                fn of_query(query: __rk::Query) -> Self {
                    Self(query, __rk::of())
                }

                fn into_query(self) -> __rk::Query {
                    self.0
                }
            }

            $(
                #[diagnostic::on_unimplemented(message = $message, label = $label, note = "see RK701 in rowkey::_compile_errors")]
                pub trait $order {}

                #[diagnostic::do_not_recommend]
                impl<K> $order for $scan<$at, K> {}

                // `Query` is not a builder. But if a trait has only one impl, rustc shows it in spite of
                // `do_not_recommend`.
                #[diagnostic::do_not_recommend]
                impl $order for __rk::Query {}
            )*

            #[cfg(doc)]
            __rk::builder_docs!($scan; $({ [$($docs)*] $bind $filter $next })*);

            impl<const AT: usize, K> $scan<{ AT }, K> {
                $(
                    #[cfg(not(doc))]
                    #[doc = "Scans only the rows that match this value or condition on"]
                    $($docs)*
                    #[inline]
                    pub fn $bind<$v, __As: $($form)*, __C>(self, condition: __C) -> __As::Builder<$scan<$next, K>, $scan<$last, K>>
                    where
                        Self: $order,
                        $($takes)*,
                    {
                        __rk::OfQuery::of_query($($query)*::bind(self.0, condition))
                    }

                    #[cfg(not(doc))]
                    #[doc = "Filters the rows of the scan by this value or condition on"]
                    $($docs)*
                    pub fn $filter<$v, __As: __rk::Form, __C>(self, condition: __C) -> Self
                    where
                        $($takes)*,
                    {
                        Self { 0: $($query)*::filter(self.0, condition), 1: self.1 }
                    }
                )*

                /// Scans only this bucket, counted from 0. Parallel readers take one bucket each.
                pub fn $bucket(self, bucket: u32) -> Self {
                    Self { 0: self.0.bucket(bucket), 1: self.1 }
                }

                /// Returns at most this many rows.
                pub fn $limit(self, rows: usize) -> Self {
                    Self { 0: self.0.limit(rows), 1: self.1 }
                }

                /// Sets the maximum number of ranges. The default is 4,096.
                ///
                /// If the scan has to read all buckets and would need more ranges than this, the plan has one range over all buckets,
                /// and every condition becomes a filter. Read such a plan range by range, because it cannot be merged in key order.
                ///
                /// If the query leaves an input of the salt open but few values remain, the salt is computed for each of them: for up to
                /// 4,096 values, or up to the number of buckets if that is more. A plan takes time and memory for its ranges
                /// and for these values, whatever the maximum is.
                pub fn $max_ranges(self, ranges: usize) -> Self {
                    Self { 0: self.0.max_ranges(ranges), 1: self.1 }
                }

                /// Resumes after the row of a cursor that a plan of the same query returned, or starts at the first row if it is `None`.
                /// Read the rows in the order of that plan.
                pub fn $resume(self, cursor: ::core::option::Option<&str>) -> Self {
                    Self { 0: self.0.resume(cursor), 1: self.1 }
                }

                /// Reverses the order of the rows: from the last to the first. Reverse the scan of each page.
                pub fn $reversed(self) -> Self {
                    Self { 0: self.0.reversed(), 1: self.1 }
                }

                /// Makes `plan()` return an error if more than this many ranges are left to read. Unlike the maximum of the planner,
                /// this number does not change the plan.
                pub fn $at_most(self, ranges: usize) -> Self {
                    Self { 0: self.0.at_most(ranges), 1: self.1 }
                }

                /// Makes `plan()` return an error if the scan reads every row, only to drop those that do not meet its conditions.
                pub fn $refuse_full_scan(self) -> Self {
                    Self { 0: self.0.refuse_full_scan(), 1: self.1 }
                }

                /// Returns the plan: ranges of keys, and the filters that remain.
                ///
                /// # Errors
                /// A `ScanError` if there would be too many ranges, if a bound or a bucket is out of range, if the cursor belongs to
                /// another query, or if the scan is a full scan that you refuse.
                #[inline]
                pub fn plan(self) -> ::core::result::Result<$crate::Plan<K>, $crate::ScanError> {
                    self.0.plan_of()
                }
            }
        };
    };
}

/// Writes what rustdoc shows of a builder: the methods of each field without the traits in their signatures.
///
/// rustdoc skips most bodies. It checks one with an `impl Trait` as its result, so these methods take every argument that
/// the others take. This is a macro of its own, because rustc would parse the methods also where it leaves them out.
#[doc(hidden)]
#[macro_export]
macro_rules! __builder_docs {
    ($scan:ident; $({ [$($docs:tt)*] $bind:ident $filter:ident $next:literal })*) => {
        impl<const AT: usize, K> $scan<{ AT }, K> {
            $(
                #[doc = "Scans only the rows that match this value or condition on"]
                $($docs)*
                pub fn $bind(self, condition: impl __rk::parameters::Condition) -> $scan<$next, K> {
                    loop {}
                }

                #[doc = "Filters the rows of the scan by this value or condition on"]
                $($docs)*
                pub fn $filter(self, condition: impl __rk::parameters::Condition) -> Self {
                    loop {}
                }
            )*
        }
    };
}

/// The names of parameters in [`__builder`](crate::__builder), and the type of one, which rustdoc shows.
#[doc(hidden)]
pub mod parameters {
    macro_rules! functions {
        ($($name:ident)*) => { $(#[doc = "A parameter."] pub const fn $name() {})* };
    }

    functions! { bucket condition cursor f query ranges rows }

    /// A value or a condition, in the signatures that rustdoc shows. The methods that rustc sees take a
    /// [`Condition`](crate::Condition).
    pub trait Condition {}

    impl<T> Condition for T {}
}
