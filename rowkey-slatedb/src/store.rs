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
/// A write returns when the object store has it. SlateDB puts what is written into the object store every 100 milliseconds
/// (`Settings::flush_interval`), and a write waits for that; writes that wait together go together, so write batches, or many
/// at once. A store that is made by [`without_waiting`](Self::without_waiting) returns as soon as readers see the write, and a
/// crash loses the writes of the last interval: whole batches, the last ones.
///
/// Readers see a write before the object store has it.
///
/// A folder of this machine is an object store that syncs what it has to the disk, if [`open_folder`](Self::open_folder) opens it.
///
/// # One writer
///
/// A database has one writer: the program that opened it last. That fences the writer before it. The next write of the fenced one
/// fails with [`SlateError::Fenced`], and so do all its calls afterwards. A fenced store that is
/// [`without_waiting`](Self::without_waiting) finds out later: what it has written since then is lost.
#[derive(Clone)]
pub struct SlateStore {
    pub(crate) db: Db,
    pub(crate) is_durable: bool,
    scan_options: Arc<ScanOptions>,
}

impl SlateStore {
    /// The rows of an open database, which has the settings, the filters and the caches that it was opened with.
    #[must_use]
    pub fn new(db: Db) -> Self {
        Self { db, is_durable: true, scan_options: Arc::default() }
    }

    /// Opens the database at a path in an object store, or makes one there.
    ///
    /// # Errors
    ///
    /// [`SlateError::Open`].
    pub async fn open(path: impl Into<Path>, objects: Arc<dyn ObjectStore>) -> Result<Self, SlateError> {
        let path = path.into();
        match Db::open(path.clone(), objects).await {
            Ok(db) => Ok(Self::new(db)),
            Err(source) => Err(or_fenced(source, &format!("open the SlateDB database `{path}`"), |source| {
                SlateError::Open { path, source }
            })),
        }
    }

    /// Opens the database in a folder of this machine, or makes one there.
    ///
    /// Every object and its folder are synced to the disk (`fsync`) before a write returns, so what was acknowledged survives a
    /// power cut, unless the store is [`without_waiting`](Self::without_waiting). To do without, give [`open`](Self::open) a
    /// `LocalFileSystem` of your own: it does not sync unless `with_fsync(true)` is set.
    ///
    /// # Errors
    ///
    /// [`SlateError::Folder`] and [`SlateError::Open`].
    pub async fn open_folder(folder: impl AsRef<std::path::Path>) -> Result<Self, SlateError> {
        let folder = folder.as_ref();
        let wrong = |source| SlateError::Folder { folder: folder.to_owned(), source };
        create_synced(folder).map_err(|error| wrong(error.into()))?;
        let objects = synced_objects(folder).map_err(|error| wrong(error.into()))?;
        Self::open("rows", Arc::new(objects)).await
    }

    /// The same rows, whose writes do not wait for the object store.
    #[must_use]
    pub fn without_waiting(mut self) -> Self {
        self.is_durable = false;
        self
    }

    /// The same rows, scanned with other options: `read_ahead_bytes`, `max_fetch_tasks`, `cache_blocks`, .. The order of a
    /// scan is not among them.
    #[must_use]
    pub fn with_scan_options(mut self, options: ScanOptions) -> Self {
        self.scan_options = Arc::new(options);
        self
    }

    /// The database.
    #[must_use]
    pub const fn db(&self) -> &Db {
        &self.db
    }

    /// `true` if the rows of both stores are those of one open database.
    pub(crate) fn is_of_database_of(&self, other: &Self) -> bool {
        // SlateDB has one channel for each open database, which tells its status.
        self.db.subscribe().same_channel(&other.db.subscribe())
    }

    /// Closes the database for all clones, after what was written is in the object store. Without it, that happens in the
    /// background as long as the runtime lives.
    ///
    /// # Errors
    ///
    /// [`SlateError::Close`].
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

/// The objects in a folder. A put returns when the file and the entry in its folder are on the disk.
fn synced_objects(folder: &std::path::Path) -> object_store::Result<LocalFileSystem> {
    Ok(LocalFileSystem::new_with_prefix(folder)?.with_fsync(true))
}

/// Makes a folder, and those above it, whose entries are on the disk. The object store does so for the folders inside.
fn create_synced(folder: &std::path::Path) -> io::Result<()> {
    let is_missing = |folder: &&std::path::Path| !folder.as_os_str().is_empty() && !folder.exists();
    let missing = folder.ancestors().take_while(is_missing).count();
    fs::create_dir_all(folder)?;
    // Only Unix lets a program open a folder and sync it.
    if cfg!(unix) && missing > 0 {
        let made = fs::canonicalize(folder)?;
        for above in made.ancestors().skip(1).take(missing) {
            fs::File::open(above)?.sync_all()?;
        }
    }
    Ok(())
}

/// Shows if writes wait.
impl fmt::Debug for SlateStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SlateStore").field("is_durable", &self.is_durable).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// That the disk has an object after a put can be seen by cutting the power only. So this looks at the option, which
    /// `LocalFileSystem` shows; `strace -f -e trace=fsync,fdatasync` shows the calls.
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
