//! The law of scans, type by type, by brute force.

#[macro_use]
mod universe;

mod computed;
mod costs;
mod field_orders;
mod filters;
mod inputs;
mod instants;
mod lists;
mod made;
mod nested;
mod numbers;
mod older_tags;
mod optional;
mod ordered_code;
mod parts;
mod salts;
mod settings;
mod suffix;
mod texts;
mod times;
mod tuples;
mod unheld;
mod via;
mod views;
