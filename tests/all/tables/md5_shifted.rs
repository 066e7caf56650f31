//! E. `6a0ec66::id`: seven hex digits of the md5 of the id, shifted right by one bit; 500 regions.

use super::rows::{Rows, region, same};
use rowkey::{DecodeError, RowKey};

#[derive(RowKey, Clone, Debug, PartialEq)]
#[rowkey(separator = "::", split(keys = rowkey::split::md5_string(500)))]
struct IdRow {
    #[salt(md5, buckets = 1 << 27, hex(7))]
    id: String,
}

#[test]
fn keys() {
    let refused = Rows::read("e_md5shift_keys").check(|row| {
        let key = row.bytes("key_hex");
        assert_eq!(region(IdRow::SPLIT_KEYS, &key), row.number("region_of_split500"));
        let id = IdRow { id: row.text("row_id").into() };
        if let Err(DecodeError::Salt { found, expected, .. }) = IdRow::decode(&key) {
            assert_eq!(row.text("charset"), "GBK");
            assert_eq!(IdRow::decode_lenient(&key), Ok(id));
            return Err(format!("{found:07x} is of the GBK bytes, the key's own give {expected:07x}"));
        }
        same(id, &key)
    });
    refused.are(&["s4k16: 6df2172 is of the GBK bytes, the key's own give 0956ae3"]);
}

/// Other numbers of regions.
macro_rules! cut {
    ($keys:ident: $($name:ident $regions:literal),*) => {
        $(
            #[derive(RowKey)]
            #[rowkey(separator = "::", split(keys = rowkey::split::md5_string($regions)))]
            struct $name {
                #[salt(md5, buckets = 1 << 27, hex(7))]
                id: String,
            }
        )*

        fn $keys(regions: u32) -> Option<&'static [&'static [u8]]> {
            match regions {
                $($regions => Some($name::SPLIT_KEYS),)*
                500 => Some(IdRow::SPLIT_KEYS),
                _ => None,
            }
        }
    };
}

cut!(split_keys_of: In2 2, In3 3, In8 8, In10 10, In16 16);

#[test]
fn split_keys() {
    let refused = Rows::read("e_md5stringsplit").check(|row| {
        let regions = row.number("regions");
        let keys = split_keys_of(regions).ok_or("no such table here")?;
        assert_eq!(keys.len() as u32 + 1, regions);
        assert_eq!(keys[row.number::<usize>("index")], row.bytes("split_hex"));
        Ok::<_, &str>(())
    });
    refused.are(&[]);
    assert_eq!(IdRow::LAYOUT.dead_regions(), []);
}

rowkey::laws!(IdRow);
