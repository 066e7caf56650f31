use rowkey::KeyCode;

#[derive(KeyCode)]
enum Side {
    #[code(1.5)]
    Callee,
    #[code(true)]
    Caller,
}

fn main() {}
