use rowkey::KeyCode;

#[derive(KeyCode)]
#[repr(i16)]
enum Side {
    Wide = 300,
    Negative = -1,
    Sum = 1 + 1,
    Fine = 7,
    Coded,
}

fn main() {}
