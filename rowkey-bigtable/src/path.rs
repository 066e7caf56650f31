//! The names of tables in calls.

use tonic::metadata::{Ascii, MetadataValue};

use crate::config::Config;

/// The names of a table for its row calls. They are formatted once, not for each call.
#[derive(Debug)]
pub(crate) struct TablePath {
    /// The name of the table in its instance.
    pub(crate) table: String,
    /// `projects/P/instances/I/tables/T`.
    pub(crate) full: String,
    /// The route of the calls on its rows.
    pub(crate) route: Route,
}

/// The fields of a request from which Bigtable finds the server, as a header value: `table_name=..`.
pub(crate) type Route = Option<MetadataValue<Ascii>>;

impl TablePath {
    pub(crate) fn new(config: &Config, table: &str) -> Self {
        let full = config.table_name(table);
        let profile = (!config.app_profile.is_empty()).then_some(("app_profile_id", config.app_profile.as_str()));
        let route = route([("table_name", full.as_str())].into_iter().chain(profile));
        Self { table: table.into(), full, route }
    }
}

/// Returns the route with these fields. It is always `Some`, because it only has bytes of URLs.
pub(crate) fn route<'f>(fields: impl IntoIterator<Item = (&'f str, &'f str)>) -> Route {
    let fields: Vec<_> = fields.into_iter().map(|(name, value)| format!("{name}={}", escape(value))).collect();
    fields.join("&").parse().ok()
}

/// Escapes `text` for the value of a URL parameter.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(2 * text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => escaped.push(char::from(byte)),
            _ => escaped.extend(['%', hex_digit(byte >> 4), hex_digit(byte & 15)]),
        }
    }
    escaped
}

fn hex_digit(digit: u8) -> char {
    char::from_digit(digit.into(), 16).unwrap_or('0').to_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_are_escaped() {
        let route = route([("name", "projects/p/tables/a-b_c.d~é"), ("app_profile_id", "a&b")]);
        assert_eq!(route.unwrap(), "name=projects%2Fp%2Ftables%2Fa-b_c.d~%C3%A9&app_profile_id=a%26b");
    }

    #[test]
    fn a_path_names_the_profile_if_there_is_one() {
        let config = Config::emulator("localhost:1", "p", "i");
        let path = TablePath::new(&config, "t");
        assert_eq!((path.table.as_str(), path.full.as_str()), ("t", "projects/p/instances/i/tables/t"));
        assert_eq!(path.route.unwrap(), "table_name=projects%2Fp%2Finstances%2Fi%2Ftables%2Ft");
        let path = TablePath::new(&config.app_profile("batch"), "t");
        assert_eq!(path.route.unwrap(), "table_name=projects%2Fp%2Finstances%2Fi%2Ftables%2Ft&app_profile_id=batch");
    }
}
