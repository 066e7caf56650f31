use rowkey::KeyCode;

#[derive(KeyCode)]
enum Side {
    #[code(0)]
    Callee,
    Caller,
}

fn main() {}
