use rowkey::{KeyCode, RowKey};

#[derive(KeyCode)]
enum Side {
    #[code("a")]
    A,
    #[code("b")]
    B,
}

struct Place;

#[derive(RowKey)]
struct Codes {
    sides: [Side; 2],
}

#[derive(RowKey)]
struct Nothing {
    none: [u16; 0],
}

#[derive(RowKey)]
struct Places {
    places: [Place; 2],
}

#[derive(RowKey)]
struct Texts {
    texts: (u8, String, u8),
}

#[derive(RowKey)]
struct Seven {
    all: (u8, u8, u8, u8, u8, u8, u8),
}

fn main() {}
