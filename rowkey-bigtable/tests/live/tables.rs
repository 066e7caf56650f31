//! Creates, describes, and deletes tables.

use rowkey::RowKey;
use rowkey_bigtable::{Bigtable, BigtableError, Config, Family};
use rowkey_core::KeyRange;
use rowkey_store::{Batch, Change, Direction};

use crate::emulator::{Model, bigtable, fresh, write};

#[derive(RowKey, Debug)]
struct Call {
    #[salt(buckets = 16)]
    #[pad(20)]
    #[allow(dead_code, reason = "only its keys' layout is looked at")]
    phone: String,
    #[allow(dead_code, reason = "only its keys' layout is looked at")]
    at: u64,
}

#[derive(RowKey)]
struct Wide {
    #[pad(4097)]
    #[allow(dead_code, reason = "only its keys' layout is looked at")]
    name: String,
}

#[tokio::test]
async fn a_table_is_made_for_a_key_type_and_removed() {
    let bigtable = bigtable().await;
    assert!(!bigtable.table_exists("calls").await.unwrap());
    bigtable.create_table::<Call>("calls", "f").await.unwrap();
    assert!(bigtable.table_exists("calls").await.unwrap());
    assert!(bigtable.tables().await.unwrap().contains(&"calls".to_owned()));
    let families = bigtable.describe_table("calls").await.unwrap().column_families;
    assert_eq!(families.keys().collect::<Vec<_>>(), ["f"]);
    let error = bigtable.create_table::<Call>("calls", "f").await.unwrap_err();
    assert_eq!(error.to_string(), "the Bigtable table `calls` already exists");
    bigtable.delete_table("calls").await.unwrap();
    assert!(!bigtable.table_exists("calls").await.unwrap());
    let error = bigtable.delete_table("calls").await.unwrap_err();
    assert!(matches!(error, BigtableError::NoTable { .. }), "{error:?}");
}

#[tokio::test]
async fn keys_that_bigtable_does_not_take_are_refused_with_the_layout_s_width() {
    let bigtable = bigtable().await;
    let error = bigtable.create_table::<Wide>("wide", "f").await.unwrap_err();
    let text =
        "expected keys of at most 4096 bytes for the Bigtable table `wide`, found `Wide`, whose keys have 4097 bytes";
    assert_eq!(error.to_string(), text);
    assert!(!bigtable.table_exists("wide").await.unwrap());
}

#[tokio::test]
async fn a_family_keeps_the_cells_that_it_says() {
    let bigtable = bigtable().await;
    let families = [Family::new("one"), Family::new("all").max_versions(None)];
    bigtable.create_split_table("kept", &families, &["m"]).await.unwrap();
    let described = bigtable.describe_table("kept").await.unwrap().column_families;
    let has_rule = |family: &str| described[family].gc_rule.as_ref().is_some_and(|rule| rule.rule.is_some());
    assert!(has_rule("one") && !has_rule("all"));
}

#[tokio::test]
async fn a_missing_table_and_a_missing_family_are_told() {
    let there = fresh("there").await;
    let missing = there.bigtable().table("missing", "f");
    let no_family = there.bigtable().table("there", "g");
    for (store, text) in [
        (missing, "Bigtable has no table `missing`: "),
        (no_family, "the Bigtable table `there` has no column family `g`"),
    ] {
        let put = store.write(Batch::new().put("k", "v")).await.unwrap_err();
        assert!(put.to_string().starts_with(text), "{put}");
        let set = store.compare_and_set(b"k", None, Change::Put(b"v")).await.unwrap_err();
        assert!(set.to_string().starts_with(text), "{set}");
    }
    let missing = there.bigtable().table("missing", "f");
    for error in [
        missing.get(b"k").await.unwrap_err(),
        missing.scan(KeyRange::all(), Direction::Reverse).advance().await.unwrap_err(),
        missing.split_keys().await.unwrap_err(),
    ] {
        assert!(matches!(error, BigtableError::NoTable { .. }), "{error:?}");
    }
}

#[tokio::test]
async fn row_keys_are_sampled_in_their_order() {
    let store = fresh("sampled").await;
    let model: Model = (0..5_000_u32).map(|at| (at.to_be_bytes().to_vec(), vec![0; 100])).collect();
    write(&store, &model).await;
    let samples = store.bigtable().sample_row_keys("sampled").await.unwrap();
    // The emulator samples rows at random, about one of a hundred.
    assert!(samples.len() > 5, "{samples:?}");
    let (end, keys) = samples.split_last().unwrap();
    assert!(keys.windows(2).all(|two| two[0].key < two[1].key && two[0].offset_bytes < two[1].offset_bytes));
    assert!(keys.iter().all(|it| model.contains_key(&it.key)));
    assert!(end.offset_bytes >= 500_000, "{end:?}");
    let split_keys = store.split_keys().await.unwrap();
    assert!(split_keys.iter().all(|key| !key.is_empty()));
}

#[tokio::test]
async fn an_address_that_is_none_or_where_nobody_listens_is_told() {
    let connect = async |address: &str| Bigtable::connect(Config::emulator(address, "p", "i")).await.unwrap_err();
    let error = connect("not an address").await;
    assert!(matches!(error, BigtableError::Address { .. }), "{error:?}");
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let error = connect(&port.to_string()).await;
    assert_eq!(error.to_string(), format!("cannot reach Bigtable at `{port}`"));
}

rowkey::laws!(Call);
