use rowkey::KeyCode;

#[derive(KeyCode)]
enum Side {
    #[code(256)]
    Callee,
}

fn main() {}
