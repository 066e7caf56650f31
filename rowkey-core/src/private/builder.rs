//! The methods of every scan builder.

/// `builder!(CallScan, 'v; { .. } ..)`: the impls of a scan's builder. The derive passes only what differs from field
/// to field, because rustc expands this macro in a fraction of the time that a derive takes for the same tokens. `__rk` is
/// the derive's name for `__private0`.
#[doc(hidden)]
#[macro_export]
macro_rules! __builder {
    ($scan:ident, $v:lifetime; $({
        [$($docs:tt)*] $next:ident $last:ident $marker:ty; [$($order:tt)*]
        $equal:ident $any:ident $within:ident $filter:ident $filter_any:ident $filter_within:ident
        [$($arg:tt)*] [$($list:tt)*] [$($range:tt)*] [$($any_range:tt)*]
        $(
            [$($text_docs:tt)*] [$($text_order:tt)*] $starts_with:ident $ends_with:ident
            $filter_starts_with:ident $filter_ends_with:ident $filter_contains:ident
            [$($start:tt)*] [$($text:tt)*]
        )?
        $(
            repeated [$($items_docs:tt)*] [$($items_order:tt)*] $starts_with_items:ident
            $filter_starts_with_items:ident $filter_contains_items:ident
            [$($items:tt)*]
        )?
    })*) => {
        #[automatically_derived]
        impl<const AT: usize> ::core::clone::Clone for $scan<{ AT }> {
            fn clone(&self) -> Self {
                Self(::core::clone::Clone::clone(&self.0))
            }
        }

        #[automatically_derived]
        impl<const AT: usize> ::core::fmt::Debug for $scan<{ AT }> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                __rk::show_builder(::core::stringify!($scan), &self.0, f)
            }
        }

        impl<const AT: usize> $scan<{ AT }> {
            $(
                #[doc = "Rows with this value of"]
                $($docs)*
                #[inline]
                pub fn $equal<$v, __As>(self, value: impl $($arg)*) -> $next
                where
                    Self: $($order)*,
                {
                    $next { 0: self.0.equal(value) }
                }

                #[doc = "Rows with one of these values of"]
                $($docs)*
                pub fn $any<$v>(self, values: impl $($list)*) -> $next
                where
                    Self: $($order)*,
                {
                    $next { 0: self.0.any(values) }
                }

                #[doc = "Rows with a value in this range, in natural order, of"]
                $($docs)*
                #[inline]
                pub fn $within<$v>(self, range: impl $($range)*) -> $last
                where
                    Self: $($order)*,
                {
                    $last { 0: self.0.within(range) }
                }

                $(
                    #[doc = "Rows with a value that begins with this text of"]
                    $($text_docs)*
                    #[inline]
                    pub fn $starts_with<$v>(self, start: impl $($start)*) -> $last
                    where
                        Self: $($text_order)*,
                    {
                        $last { 0: self.0.text(__rk::TextPart::Start, start) }
                    }

                    #[doc = "Rows with a value that ends with this text, in one range if it is `reverse_text`, of"]
                    $($text_docs)*
                    #[inline]
                    pub fn $ends_with<$v>(self, end: impl $($text)*) -> $last
                    where
                        Self: $($text_order)*,
                    {
                        $last { 0: self.0.text(__rk::TextPart::End, end) }
                    }
                )?

                $(
                    #[doc = "Rows with a list that begins with these values of"]
                    $($items_docs)*
                    pub fn $starts_with_items<$v>(self, items: impl $($items)*) -> $last
                    where
                        Self: $($items_order)*,
                    {
                        $last { 0: self.0.items(items) }
                    }
                )?
            )*

            $(
                #[doc = "Filters the rows in the ranges: keeps those with this value of"]
                $($docs)*
                pub fn $filter<$v, __As>(self, by: impl $($arg)*) -> Self {
                    Self { 0: self.0.filter_equal(by) }
                }

                #[doc = "Filters the rows in the ranges: keeps those with one of these values of"]
                $($docs)*
                pub fn $filter_any<$v>(self, by: impl $($list)*) -> Self {
                    Self { 0: self.0.filter_any(by) }
                }

                #[doc = "Filters the rows in the ranges: keeps those with a value in this range of"]
                $($docs)*
                pub fn $filter_within<$v>(self, by: impl $($any_range)*) -> Self {
                    Self { 0: self.0.filter_within(by) }
                }

                $(
                    #[doc = "Filters the rows in the ranges: keeps those with a value that begins with this text of"]
                    $($text_docs)*
                    pub fn $filter_starts_with<$v>(self, by: impl $($text)*) -> Self {
                        Self { 0: self.0.filter_text(__rk::TextPart::Start, by) }
                    }

                    #[doc = "Filters the rows in the ranges: keeps those with a value that ends with this text of"]
                    $($text_docs)*
                    pub fn $filter_ends_with<$v>(self, by: impl $($text)*) -> Self {
                        Self { 0: self.0.filter_text(__rk::TextPart::End, by) }
                    }

                    #[doc = "Filters the rows in the ranges: keeps those with a value that contains this text of"]
                    $($text_docs)*
                    pub fn $filter_contains<$v>(self, by: impl $($text)*) -> Self {
                        Self { 0: self.0.filter_text(__rk::TextPart::Anywhere, by) }
                    }
                )?

                $(
                    #[doc = "Filters the rows in the ranges: keeps those with a list that begins with these values of"]
                    $($items_docs)*
                    pub fn $filter_starts_with_items<$v>(self, by: impl $($items)*) -> Self {
                        Self { 0: self.0.filter_items(__rk::TextPart::Start, by) }
                    }

                    #[doc = "Filters the rows in the ranges: keeps those with a list that holds these values, side by side, of"]
                    $($items_docs)*
                    pub fn $filter_contains_items<$v>(self, by: impl $($items)*) -> Self {
                        Self { 0: self.0.filter_items(__rk::TextPart::Anywhere, by) }
                    }
                )?
            )*

            /// Scans only the rows of this bucket, counted from 0, for parallel readers.
            pub fn bucket(self, bucket: u32) -> Self {
                Self { 0: self.0.bucket(bucket) }
            }

            /// Limits the scan to this many rows.
            pub fn limit(self, rows: usize) -> Self {
                Self { 0: self.0.limit(rows) }
            }

            /// Allows at most this many ranges; the default is 4,096.
            ///
            /// If the scan has to read all buckets, and these are more ranges, it reads all labels as one range, and checks per row
            /// what is asked of fields. Such a plan is read range by range. It cannot be merged in the order of the key.
            ///
            /// If an input of the salt is not bound, but few values of it are left, the salt is computed for each of them:
            /// for up to 4,096 values, or up to the number of buckets if that is greater. So a plan takes time and memory
            /// for its ranges and for the values that were given, whatever `ranges` is.
            pub fn max_ranges(self, ranges: usize) -> Self {
                Self { 0: self.0.max_ranges(ranges) }
            }

            /// Scans only the rows after the row of a cursor, which a plan of the same query gave. Read them in the order of that plan.
            pub fn resume(self, cursor: &str) -> Self {
                Self { 0: self.0.resume(cursor) }
            }

            /// Makes the plan.
            ///
            /// # Errors
            /// A `ScanError` if there would be too many ranges, if a bound or a bucket is out of range,
            /// or if the cursor is of another scan.
            #[inline]
            pub fn plan(self) -> ::core::result::Result<$crate::ScanPlan, $crate::ScanError> {
                self.0.plan()
            }
        }
    };
}

/// `under!(ItemScan, Task, 'v; { .. } ..)`: the methods of an enum's builder about the fields that all its kinds begin with. They ask
/// `Task`, the first kind, if it takes a value.
#[doc(hidden)]
#[macro_export]
macro_rules! __under {
    ($scan:ident, $first:ty, $v:lifetime; $({
        [$($docs:tt)*] $next:ident $last:ident $number:ty; [$($order:tt)*]
        $equal:ident $any:ident $within:ident $starts_with:ident
        $filter:ident $filter_any:ident $filter_within:ident $filter_starts_with:ident
    })*) => {
        impl<const AT: usize> $scan<{ AT }> {
            $(
                #[doc = "Rows with this value of"]
                $($docs)*
                pub fn $equal<$v, __As, __V>(self, value: __V) -> $next
                where
                    Self: $($order)*,
                    $first: __rk::AsksField<$v, $number, __rk::Equal<__V, __As>>,
                {
                    $next { 0: <$first as __rk::AsksField<$v, $number, _>>::ask(self.0, __rk::Equal::to(value)) }
                }

                #[doc = "Rows with one of these values of"]
                $($docs)*
                pub fn $any<$v, __V>(self, values: __V) -> $next
                where
                    Self: $($order)*,
                    $first: __rk::AsksField<$v, $number, __rk::List<__V>>,
                {
                    $next { 0: <$first as __rk::AsksField<$v, $number, _>>::ask(self.0, __rk::List(values)) }
                }

                #[doc = "Rows with a value in this range, in natural order, of"]
                $($docs)*
                pub fn $within<$v, __V>(self, range: __V) -> $last
                where
                    Self: $($order)*,
                    $first: __rk::AsksField<$v, $number, __rk::Within<__V>>,
                {
                    $last { 0: <$first as __rk::AsksField<$v, $number, _>>::ask(self.0, __rk::Within(range)) }
                }

                #[doc = "Rows with a value that begins with this text of"]
                $($docs)*
                pub fn $starts_with<$v, __V>(self, start: __V) -> $last
                where
                    Self: $($order)*,
                    $first: __rk::AsksField<$v, $number, __rk::PartOfText<__V>>,
                {
                    let question = __rk::PartOfText(__rk::TextPart::Start, start);
                    $last { 0: <$first as __rk::AsksField<$v, $number, _>>::ask(self.0, question) }
                }

                #[doc = "Filters the rows in the ranges: keeps those with this value of"]
                $($docs)*
                pub fn $filter<$v, __As, __V>(self, by: __V) -> Self
                where
                    $first: __rk::AsksField<$v, $number, __rk::Filtered<__rk::Equal<__V, __As>>>,
                {
                    let question = __rk::Filtered(__rk::Equal::to(by));
                    Self { 0: <$first as __rk::AsksField<$v, $number, _>>::ask(self.0, question) }
                }

                #[doc = "Filters the rows in the ranges: keeps those with one of these values of"]
                $($docs)*
                pub fn $filter_any<$v, __V>(self, by: __V) -> Self
                where
                    $first: __rk::AsksField<$v, $number, __rk::Filtered<__rk::List<__V>>>,
                {
                    let question = __rk::Filtered(__rk::List(by));
                    Self { 0: <$first as __rk::AsksField<$v, $number, _>>::ask(self.0, question) }
                }

                #[doc = "Filters the rows in the ranges: keeps those with a value in this range of"]
                $($docs)*
                pub fn $filter_within<$v, __V>(self, by: __V) -> Self
                where
                    $first: __rk::AsksField<$v, $number, __rk::Filtered<__rk::Within<__V>>>,
                {
                    let question = __rk::Filtered(__rk::Within(by));
                    Self { 0: <$first as __rk::AsksField<$v, $number, _>>::ask(self.0, question) }
                }

                #[doc = "Filters the rows in the ranges: keeps those with a value that begins with this text of"]
                $($docs)*
                pub fn $filter_starts_with<$v, __V>(self, by: __V) -> Self
                where
                    $first: __rk::AsksField<$v, $number, __rk::Filtered<__rk::PartOfText<__V>>>,
                {
                    let question = __rk::Filtered(__rk::PartOfText(__rk::TextPart::Start, by));
                    Self { 0: <$first as __rk::AsksField<$v, $number, _>>::ask(self.0, question) }
                }
            )*
        }
    };
}
