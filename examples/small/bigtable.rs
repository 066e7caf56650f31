//! How do I use Bigtable in async code? A table in the emulator, pages of one tenant, and rows of several writers.
use rowkey::RowKey;
use rowkey_bigtable::{Bigtable, Config};
use rowkey_store::AsyncTable;
use std::error::Error;

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(store = bigtable)] // a key that begins with a time, or is too long for Bigtable, does not compile
#[rowkey(answers(tenant, at in ..))]
pub(crate) struct Post {
    #[salt(buckets = 4)]
    tenant: u32,
    #[reverse_ts]
    at: i64,
    post: u64,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let address = std::env::args().nth(1).ok_or("run it with `tools/bigtable/with`, which passes the address")?;
    let bigtable = Bigtable::connect(Config::emulator(&address, "rowkey", "examples")).await?;
    bigtable.create_table::<Post>("posts", "f").await?; // 4 tablets
    let posts = AsyncTable::new(bigtable.table("posts", "f"));
    let post = |n: u32| Post { tenant: n % 3, at: i64::from(n) * 1_000, post: n.into() };
    posts.put_all((0..100).map(|n| (post(n), n.to_string()))).await?;

    // The posts of a tenant, newest first, are in one bucket of four. A request would read one page and return its cursor.
    let (mut found, mut cursor, mut pages) = (Vec::new(), None, 0);
    loop {
        let page = Post::scan().tenant(1).limit(10).resume(cursor.as_deref()).plan()?;
        assert_eq!(page.ranges().len(), 1);
        let mut rows = posts.scan(&page).await?;
        while let Some(row) = rows.next().await {
            let (post, text) = row?;
            assert_eq!(text, post.post.to_string().as_bytes());
            found.push(post);
        }
        (cursor, pages) = (rows.cursor(), pages + 1);
        if !rows.has_more().await? {
            break;
        }
    }
    assert_eq!((found, pages), ((0..100).rev().map(post).filter(|post| post.tenant == 1).collect(), 4));

    // Other writers of the same row: only the first creates it, and only one of two edits of `a` wins.
    assert!(posts.put_if_absent(&post(100), "a").await?);
    assert!(!posts.put_if_absent(&post(100), "b").await?);
    let edits = (posts.compare_and_set(&post(100), Some("a"), Some("c")).await?, posts.get(&post(100)).await?);
    assert_eq!(edits, (true, Some(b"c".to_vec())));
    assert!(!posts.compare_and_set(&post(100), Some("a"), Some("d")).await?);
    println!("{pages} pages of tenant 1, and one winner");
    Ok(())
}
