//! The store.

use rowkey_store::{AsyncStore, Batch};
use slatedb::Db;
use slatedb::config::ScanOptions;
use slatedb::object_store::local::LocalFileSystem;
use slatedb::object_store::path::Path;
use slatedb::object_store::{self, ObjectStore};
use std::fmt;
use std::fs;
use std::io;
use std::sync::Arc;

use crate::error::or_fenced;
use crate::{SlateError, SlateReader};

/// The rows of a SlateDB database. Clones share the database.
///
/// # Durability
///
/// By default, a write returns when it is in the object store. SlateDB flushes its writes to the object store every 100
/// milliseconds (`Settings::flush_interval`), so a write returns after the next flush. Concurrent writes share a flush,
/// so use batches or many concurrent writes.
///
/// After [`without_waiting`](Self::without_waiting), a write returns as soon as readers can see it. A crash then loses
/// the writes of the last interval. It loses whole batches, and only the last ones.
///
/// Readers can see a write before it is in the object store.
///
/// A local folder is an object store too. [`open_folder`](Self::open_folder) opens one that syncs its files to disk.
///
/// # One writer
///
/// A database has one writer: the program that opened it last. Opening it fences the previous writer. The next write of
/// the fenced program fails with [`SlateError::Fenced`], and so do all its later calls. After
/// [`without_waiting`](Self::without_waiting), a fenced program notices later, and loses the writes that it made since
/// then.
///
/// # Example
///
/// The [crate documentation](crate) has a complete example.
#[derive(Clone)]
pub struct SlateStore {
    pub(crate) db: Db,
    pub(crate) is_durable: bool,
    pub(crate) scan_options: Arc<ScanOptions>,
}

impl SlateStore {
    /// Creates a store over an open database. It keeps the settings, filters, and caches of the database.
    #[must_use]
    pub fn new(db: Db) -> Self {
        Self { db, is_durable: true, scan_options: Arc::default() }
    }

    /// Opens the database at a path in an object store, or creates it.
    ///
    /// # Errors
    ///
    /// Returns [`SlateError::Open`].
    pub async fn open(path: impl Into<Path>, objects: Arc<dyn ObjectStore>) -> Result<Self, SlateError> {
        let path = path.into();
        match Db::open(path.clone(), objects).await {
            Ok(db) => Ok(Self::new(db)),
            Err(source) => Err(or_fenced(source, &format!("open the SlateDB database `{path}`"), |source| {
                SlateError::Open { path, source }
            })),
        }
    }

    /// Opens the database in a local folder, or creates it.
    ///
    /// A write returns after it has synced every object and its folder to disk (`fsync`). So acknowledged writes
    /// survive a power failure, unless the store is [`without_waiting`](Self::without_waiting). To skip the syncs, pass
    /// your own `LocalFileSystem` to [`open`](Self::open). It does not sync unless you set `with_fsync(true)`.
    ///
    /// # Errors
    ///
    /// Returns [`SlateError::Folder`] or [`SlateError::Open`].
    pub async fn open_folder(folder: impl AsRef<std::path::Path>) -> Result<Self, SlateError> {
        let folder = folder.as_ref();
        let wrong = |source| SlateError::Folder { folder: folder.to_owned(), source };
        create_synced(folder).map_err(|error| wrong(error.into()))?;
        let objects = synced_objects(folder).map_err(|error| wrong(error.into()))?;
        Self::open("rows", Arc::new(objects)).await
    }

    /// Returns a store whose writes do not wait for the object store.
    #[must_use]
    pub fn without_waiting(mut self) -> Self {
        self.is_durable = false;
        self
    }

    /// Sets the scan options of SlateDB, such as `read_ahead_bytes`, `max_fetch_tasks`, and `cache_blocks`. They do not
    /// include the order of a scan.
    #[must_use]
    pub fn with_scan_options(mut self, options: ScanOptions) -> Self {
        self.scan_options = Arc::new(options);
        self
    }

    /// Returns the database.
    #[must_use]
    pub const fn db(&self) -> &Db {
        &self.db
    }

    /// Returns `true` if both stores use the same open database.
    pub(crate) fn is_of_database_of(&self, other: &Self) -> bool {
        // SlateDB has one status channel per open database.
        self.db.subscribe().same_channel(&other.db.subscribe())
    }

    /// Closes the database for all clones, after all writes are in the object store. If you do not call it, the writes
    /// still reach the object store in the background, as long as the runtime runs.
    ///
    /// # Errors
    ///
    /// Returns [`SlateError::Close`].
    pub async fn close(&self) -> Result<(), SlateError> {
        let close_error =
            |source| or_fenced(source, "close the SlateDB database", |source| SlateError::Close { source });
        self.db.close().await.map_err(close_error)
    }
}

impl AsyncStore for SlateStore {
    type Error = SlateError;
    type Reader = SlateReader;

    async fn reader(&self) -> Result<SlateReader, SlateError> {
        Ok(SlateReader::new(self.db.snapshot()?, self.scan_options.clone()))
    }

    async fn write(&self, batch: &Batch) -> Result<(), SlateError> {
        self.write_batch(batch).await
    }
}

/// Opens a folder as an object store. A put returns when the file and its directory entry are on disk.
fn synced_objects(folder: &std::path::Path) -> object_store::Result<LocalFileSystem> {
    Ok(LocalFileSystem::new_with_prefix(folder)?.with_fsync(true))
}

/// Creates a folder and its missing parents, and syncs their directory entries to disk. The object store does so for
/// the folders inside.
fn create_synced(folder: &std::path::Path) -> io::Result<()> {
    let is_missing = |folder: &&std::path::Path| !folder.as_os_str().is_empty() && !folder.exists();
    let missing = folder.ancestors().take_while(is_missing).count();
    fs::create_dir_all(folder)?;
    // Only Unix lets a program open and sync a folder.
    if cfg!(unix) && missing > 0 {
        let made = fs::canonicalize(folder)?;
        for above in made.ancestors().skip(1).take(missing) {
            fs::File::open(above)?.sync_all()?;
        }
    }
    Ok(())
}

/// Shows whether writes wait for the object store.
impl fmt::Debug for SlateStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SlateStore").field("is_durable", &self.is_durable).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only a power failure shows whether a put object is on disk. So this test checks the option, which the `Debug`
    /// output of `LocalFileSystem` contains. To see the system calls, run `strace -f -e trace=fsync,fdatasync`.
    #[test]
    fn a_folder_syncs_its_objects() {
        let folder = tempfile::tempdir().unwrap();
        let objects = synced_objects(folder.path()).unwrap();
        assert!(format!("{objects:?}").contains("fsync: true"), "{objects:?}");
        let default = LocalFileSystem::new_with_prefix(folder.path()).unwrap();
        assert!(format!("{default:?}").contains("fsync: false"), "the option is now the default: {default:?}");
    }

    #[test]
    fn folders_are_made_from_any_path() {
        let folder = tempfile::tempdir().unwrap();
        for path in ["a", "b/c/d", "b/c/e", "b/../f/g", "a"] {
            create_synced(&folder.path().join(path)).unwrap();
            assert!(folder.path().join(path).is_dir(), "{path}");
        }
        std::fs::write(folder.path().join("file"), "").unwrap();
        create_synced(&folder.path().join("file/inside")).unwrap_err();
    }
}
