//! The same tables and the same query on async engines: Bigtable, and SlateDB in a folder.

use rowkey::{OwnedKey, Plan, RowKey};
use rowkey_store::{AsyncStore, AsyncTable, Batch};
use std::collections::BTreeSet;
use std::error::Error;

use crate::call::{BinaryKey, Call, TextKey};
use crate::tables::{Question, found_is_wanted};

/// The maximum number of rows per batch.
const BATCH: usize = 20_000;

/// The calls, the query, and its plans for both keys.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    pub calls: &'a BTreeSet<Call>,
    pub question: &'a Question,
    pub old: &'a Plan<TextKey>,
    pub new: &'a Plan<BinaryKey>,
}

impl Asked<'_> {
    /// Loads the calls into one store per key, and runs the query on both. Returns `true` if the results match the full
    /// scan.
    async fn ask<S: AsyncStore>(&self, engine: &str, [text, binary]: [S; 2]) -> Result<bool, Box<dyn Error>> {
        load::<TextKey, S>(&text, self.calls).await?;
        load::<BinaryKey, S>(&binary, self.calls).await?;
        let old = answer::<TextKey, S>(text, &format!("old key, on {engine}"), self.old, self.question).await?;
        Ok(old & answer::<BinaryKey, S>(binary, &format!("new key, on {engine}"), self.new, self.question).await?)
    }

    /// Runs the query on Bigtable at `address`, in tables whose names begin with `name`.
    #[cfg(feature = "bigtable")]
    pub fn ask_bigtable(&self, address: &str, name: &str) -> Result<bool, Box<dyn Error>> {
        use rowkey_bigtable::{Bigtable, Config};

        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let bigtable = Bigtable::connect(Config::emulator(address, "rowkey", "examples")).await?;
            let text = common::bigtable::table::<TextKey>(&bigtable, &format!("{name}_text")).await?;
            let binary = common::bigtable::table::<BinaryKey>(&bigtable, &format!("{name}_binary")).await?;
            self.ask("Bigtable", [text, binary]).await
        })
    }

    /// Runs the query on SlateDB databases in `folder`.
    #[cfg(feature = "slatedb")]
    pub fn ask_slatedb(&self, folder: &std::path::Path) -> Result<bool, Box<dyn Error>> {
        use rowkey_slatedb::SlateStore;

        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_time().build()?;
        runtime.block_on(async {
            let text = SlateStore::open_folder(folder.join("calls_text")).await?;
            let binary = SlateStore::open_folder(folder.join("calls")).await?;
            let right = self.ask("SlateDB", [text.clone(), binary.clone()]).await?;
            text.close().await?;
            binary.close().await?;
            Ok(right)
        })
    }
}

async fn load<K, S>(store: &S, calls: &BTreeSet<Call>) -> Result<(), Box<dyn Error>>
where
    S: AsyncStore,
    K: RowKey + for<'c> From<&'c Call>,
{
    let mut batch = Batch::new();
    for call in calls {
        batch.put(K::from(call).encode()?, []);
        if batch.len() == BATCH {
            store.write(&batch).await?;
            batch.clear();
        }
    }
    Ok(store.write(&batch).await?)
}

async fn answer<K, S>(store: S, which: &str, plan: &Plan<K>, question: &Question) -> Result<bool, Box<dyn Error>>
where
    S: AsyncStore,
    K: OwnedKey + TryInto<Call, Error: Error + 'static>,
{
    let table = AsyncTable::<K, S>::new(store);
    let mut rows = table.scan(plan).await?;
    let mut found = BTreeSet::new();
    while let Some(row) = rows.next().await {
        found.insert(row?.0.try_into()?);
    }
    Ok(found_is_wanted(&found, rows.rows_read(), which, plan, question))
}
