//! Kills a program with SIGKILL at any moment while it writes to redb or fjall.

use store_suite::killed::{
    ByTag, Photo, Program, SaltedPhoto, keeps_acknowledged_batches, keeps_moving_rows, keeps_secondary_keys,
};

/// Makes the tests of an engine, in a module with its name.
macro_rules! survives_sigkill {
    ($engine:ident, $feature:literal, $store:ident) => {
        #[cfg(feature = $feature)]
        mod $engine {
            use super::*;
            use rowkey_store::$store;

            fn program(test: &'static str) -> Program<$store> {
                let open = |path: &_, table: &_| $store::open(path, table).unwrap();
                Program { test, open, other: |store, table| store.with_table(table).unwrap() }
            }

            #[test]
            fn acknowledged_batches_survive_sigkill() {
                let test = concat!("killed::", $feature, "::acknowledged_batches_survive_sigkill");
                keeps_acknowledged_batches(&program(test));
            }

            #[test]
            fn secondary_keys_survive_sigkill() {
                keeps_secondary_keys(&program(concat!("killed::", $feature, "::secondary_keys_survive_sigkill")));
            }

            #[test]
            fn moving_rows_survive_sigkill() {
                keeps_moving_rows(&program(concat!("killed::", $feature, "::moving_rows_survive_sigkill")));
            }
        }
    };
}

survives_sigkill!(fjall, "fjall", FjallStore);
survives_sigkill!(redb, "redb", RedbStore);

rowkey::laws!(Photo, ByTag, SaltedPhoto);
rowkey_store::move_laws!(Photo => SaltedPhoto, SaltedPhoto => Photo);
