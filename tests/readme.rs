//! What the README shows is what the code prints.

use rowkey::RowKey;

#[derive(RowKey, Debug, PartialEq)]
struct Call {
    #[salt(xor, buckets = 6)]
    #[pad(20)]
    phone: String,
    #[reverse_ts]
    at: i64,
}

const README: &str = include_str!("../README.md");

#[track_caller]
fn shows(text: impl ToString) {
    let text = text.to_string();
    assert!(README.contains(text.trim_end()), "the README does not show\n{text}");
}

#[test]
fn the_struct_its_bytes_and_its_scan() {
    let key = Call { phone: "13362666677".into(), at: 1_512_101_400_000 }.encode().unwrap();
    shows(Call::LAYOUT);
    shows(Call::explain(&key));
    shows(Call::scan().phone("13362666677").at_in(1_512_000_000_000..).limit(3).plan().unwrap().explain());
}

#[test]
fn what_does_not_compile() {
    shows(include_str!("ui/ambiguous/text_behind_alias.stderr"));
    shows(include_str!("ui/dead-region/outside_an_alphabet.stderr"));
    shows(include_str!("ui/salt/modulo_of_a_clock.stderr"));
    shows(include_str!("ui/salt/unknown_field.stderr"));
}
