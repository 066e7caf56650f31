use futures::stream::{self, TryStreamExt};
use object_store::path::Path;
use object_store::{ObjectMeta, ObjectStore};
use rowkey::scan::Direction;
use rowkey::{KeyRange, Plan};
use std::error::Error;

/// Returns the keys of a plan in order, with the metadata of their objects, listing all buckets concurrently.
pub async fn rows<K>(store: &dyn ObjectStore, plan: &Plan<K>) -> Result<Vec<(Vec<u8>, ObjectMeta)>, Box<dyn Error>> {
    let mut rows = plan.stream(|range, direction| {
        let listed = stream::once(list(store, range, direction));
        listed.map_ok(|rows| stream::iter(rows.into_iter().map(Ok::<_, object_store::Error>))).try_flatten()
    });
    let mut found = Vec::new();
    while let Some(row) = rows.next().await {
        found.push(row??);
    }
    Ok(found)
}

/// Lists a whole range and sorts it, because the order of a list is not guaranteed.
async fn list(
    store: &dyn ObjectStore,
    range: KeyRange,
    direction: Direction,
) -> object_store::Result<Vec<(Vec<u8>, ObjectMeta)>> {
    let path = |key: &[u8]| Path::parse(str::from_utf8(key).ok()?).ok();
    // The longest folder with the whole range: a prefix of its keys that ends at a `/`.
    let is_within = |folder: &&[u8]| {
        range.stop().is_some_and(|stop| KeyRange::prefix(folder).stop().is_some_and(|end| stop <= end))
    };
    let ends = (0..=range.start().len()).rev().filter(|&end| range.start()[..end].ends_with(b"/"));
    let folder = ends.map(|end| &range.start()[..end]).find(is_within).and_then(path);
    // The offset is not listed itself. Without the last character, it is below the first key.
    let offset = range.start().split_last().and_then(|(_, offset)| path(offset));
    let listed = match offset {
        Some(offset) => store.list_with_offset(folder.as_ref(), &offset),
        None => store.list(folder.as_ref()),
    };
    let listed: Vec<ObjectMeta> = listed.try_collect().await?;
    let rows = listed.into_iter().map(|object| (object.location.as_ref().as_bytes().to_vec(), object));
    let mut rows: Vec<_> = rows.filter(|(key, _)| range.contains(key)).collect();
    rows.sort_unstable_by(|(a, _), (b, _)| match direction {
        Direction::Forward => a.cmp(b),
        Direction::Reverse => b.cmp(a),
    });
    Ok(rows)
}
