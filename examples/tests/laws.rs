//! The laws of the keys of the small programs, whose sources are read here a second time.

#[allow(dead_code)]
#[cfg(feature = "bigtable")]
#[path = "../small/bigtable.rs"]
mod bigtable;
#[allow(dead_code)]
#[path = "../small/engine.rs"]
mod engine;
#[allow(dead_code)]
#[path = "../small/feed.rs"]
mod feed;
#[allow(dead_code)]
#[path = "../small/new_key.rs"]
mod new_key;
#[allow(dead_code)]
#[path = "../small/old_table.rs"]
mod old_table;
#[allow(dead_code)]
#[path = "../small/rekey.rs"]
mod rekey;
#[allow(dead_code)]
#[path = "../small/sensors.rs"]
mod sensors;

#[cfg(feature = "bigtable")]
mod of_bigtable {
    rowkey::laws!(super::bigtable::Post);
}

rowkey::laws!(
    engine::Reading,
    feed::Row,
    new_key::TextCall,
    new_key::Call,
    old_table::Call,
    rekey::today::Reading,
    rekey::step1::Reading,
    rekey::Reading,
    sensors::Reading
);

rowkey_store::move_laws!(new_key::TextCall => new_key::Call);
