//! What is shown of keys, plans and errors, however long what they hold is.

use rowkey::{KeyRange, RowKey};

#[derive(RowKey, Debug)]
struct Named {
    kind: u8,
    name: String,
}

#[derive(RowKey, Debug)]
struct Byte {
    kind: u8,
}

#[derive(RowKey, Debug)]
struct Coded {
    side: Side,
}

#[derive(rowkey::KeyCode, Debug)]
enum Side {
    #[code("a")]
    Left,
    #[code("bb")]
    Right,
}

/// Texts of every width around what is shown whole, and around what a formatter can pad to.
#[test]
fn keys_of_any_width_are_explained() {
    for width in (0..300).chain([21_845, 21_846, 21_847, 65_534, 65_535, 65_536, 200_000]) {
        let name = "é".repeat(width / 2) + &"x".repeat(width % 2);
        let key = [&[7], name.as_bytes()].concat();
        let explanation = Named::explain(&key);
        let shown = explanation.to_string();
        assert_eq!(explanation.parts()[1].bytes(), name.as_bytes());
        assert_eq!(explanation.parts()[1].value(), Ok(format!("{name:?}").as_str()));
        assert_eq!(shown.contains(&format!("({width} bytes)")), width > 40, "{shown}");
        assert!(shown.lines().all(|line| line.chars().count() < 400), "{shown}");
        // A key that is too long ends in what is no part of it.
        let rest = Byte::explain(&key).to_string();
        assert_eq!(rest.contains(&format!("({width} bytes)")), width > 40, "{rest}");
    }
}

#[test]
fn other_texts_hold_any_width_too() {
    let name = "n".repeat(200_000);
    let key = Named { kind: 7, name: name.clone() }.encode().unwrap();
    let plan = Named::scan().kind(7u8).name(name.as_str()).plan().unwrap();
    assert!(plan.explain().to_string().contains(&name));
    assert!(KeyRange::exactly(&key).to_string().len() > key.len());
    for error in [Byte::decode(&key).unwrap_err().to_string(), Coded::decode(&key[1..]).unwrap_err().to_string()] {
        assert!(!error.is_empty());
    }
    assert!(Coded::explain(name.as_bytes()).to_string().contains("WRONG"));
    assert!(Named::decode(&[7, 0xFF]).is_err());
}

rowkey::laws!(Named, Byte, Coded);
