//! How do I get from queries to a table? The guide in one file: a feed with tenants in redb, by author, page by page.
use rowkey::RowKey;
use rowkey_store::{IndexedTable, Json, KeyOf, RedbStore, Store, Table, TableError};
use std::error::Error;

#[derive(RowKey, Debug, PartialEq)]
#[rowkey(under(tenant))] // the rows of a tenant are next to each other
pub(crate) enum Row {
    #[rowkey(tag = "P", index(ByAuthor(tenant, author, at, post; answers(tenant, author, at in ..))))]
    Post {
        #[rowkey(terminated)]
        tenant: String,
        #[reverse_ts]
        at: i64,
        post: u64,
        author: u64,
    },
    #[rowkey(tag = "U")]
    User {
        #[rowkey(terminated)]
        tenant: String,
        user: u64,
    },
}

#[derive(serde::Serialize, serde::Deserialize, Debug)]
enum Value {
    Post { text: String },
    User { name: String },
}
type Rows = IndexedTable<Row, RedbStore, Json<Value>>;
type Page = Result<(Vec<Value>, Option<String>), TableError<<RedbStore as Store>::Error>>;

/// Returns a page and the cursor of the next one. A form sends `cursor=` for the first. A wrong cursor is a 400.
fn page(rows: &Rows, by: &Table<ByAuthor, RedbStore, KeyOf<Row>>, cursor: &str) -> Page {
    let plan = ByAuthor::scan().tenant("acme").author(7).limit(2).resume(Some(cursor).filter(|text| !text.is_empty()));
    let mut found = rows.rows_by(by, &plan.plan()?)?;
    let values = found.by_ref().map(|row| row.map(|(.., value)| value)).collect::<Result<_, _>>()?;
    let (next, has_more) = (found.cursor(), found.has_more()?);
    Ok((values, next.filter(|_| has_more)))
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = common::Scratch::new()?;
    let store = RedbStore::open(folder.path().join("feed.redb"), "rows")?; // once for each file
    let by_author = Table::new(store.with_table("by_author")?).with_values();
    let rows: Rows = IndexedTable::new(Table::new(store).with_values()).with_index(&by_author);
    for (tenant, post) in [("acme", 1), ("acme", 2), ("acme", 3), ("other", 4)] {
        rows.put(&Row::User { tenant: tenant.into(), user: 7 }, Value::User { name: "Anna".into() })?;
        let key = Row::Post { tenant: tenant.into(), at: 1_000, post, author: 7 };
        rows.put(&key, Value::Post { text: format!("post {post}") })?;
    }
    let (first, cursor) = page(&rows, &by_author, "")?;
    let (second, end) = page(&rows, &by_author, &cursor.unwrap_or_default())?;
    println!("{first:?}, then {second:?}");
    assert_eq!((first.len(), second.len(), end), (2, 1, None));
    assert!(page(&rows, &by_author, "nonsense").is_err_and(|error| error.is_wrong_cursor()));
    assert_eq!(rows.delete_all(&Row::scan().tenant("acme").plan()?)?, 4); // the other tenant stays
    Ok(())
}
