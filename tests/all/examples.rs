//! The laws of the keys of the examples, whose sources are read here a second time.

#[allow(dead_code)]
#[path = "../../examples/calls/call.rs"]
mod call;
#[allow(dead_code)]
#[path = "../../examples/flights/departure.rs"]
mod departure;
#[allow(dead_code)]
#[path = "../../examples/kinds/keys.rs"]
mod keys;
#[allow(dead_code)]
#[path = "../../examples/photos/keys.rs"]
mod photos;

rowkey::laws!(
    call::TextKey,
    call::BinaryKey,
    departure::Departure,
    departure::ByCarrier,
    keys::Site,
    keys::User,
    keys::Thread,
    photos::Photo,
    photos::ByTag
);
