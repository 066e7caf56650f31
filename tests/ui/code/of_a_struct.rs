use rowkey::KeyCode;

#[derive(KeyCode)]
struct Side;

fn main() {}
