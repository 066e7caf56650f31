use rowkey::KeyCode;

#[derive(KeyCode)]
enum Side {
}

fn main() {}
