//! What the builders of all scans have.

/// `builder!(CallScan, Call)`: the impls of a builder that no field has part in.
#[doc(hidden)]
#[macro_export]
macro_rules! __builder {
    ($scan:ident, $key:ty) => {
        #[automatically_derived]
        impl<const AT: usize, __Paths: ::core::clone::Clone> ::core::clone::Clone for $scan<{ AT }, __Paths> {
            fn clone(&self) -> Self {
                Self(::core::clone::Clone::clone(&self.0))
            }
        }

        #[automatically_derived]
        impl<const AT: usize, __Paths: ::core::fmt::Debug> ::core::fmt::Debug for $scan<{ AT }, __Paths> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_tuple(::core::stringify!($scan)).field(&self.0).finish()
            }
        }

        #[automatically_derived]
        impl<const AT: usize, __Paths: $crate::private::Paths<$key>> $scan<{ AT }, __Paths> {
            /// Only the rows of this bucket, counted from 0: for parallel readers.
            pub fn bucket(self, bucket: u32) -> Self {
                Self(self.0.bucket(bucket))
            }

            /// At most so many rows.
            pub fn limit(self, rows: usize) -> Self {
                Self(self.0.limit(rows))
            }

            /// At most so many ranges, 4,096 unless given. Above 65,536, call this before values are bound.
            pub fn max_ranges(self, ranges: usize) -> Self {
                Self(self.0.max_ranges(ranges))
            }

            /// Only the rows after that of a cursor, which a plan of the same query gave.
            pub fn resume(self, cursor: &str) -> Self {
                Self(self.0.resume(cursor))
            }

            /// The plan.
            ///
            /// # Errors
            /// Where there would be too many ranges, a bound or a bucket has no place, or the cursor is of another scan.
            #[inline]
            pub fn plan(self) -> ::core::result::Result<$crate::ScanPlan, $crate::ScanError> {
                self.0.plan()
            }
        }
    };
}
