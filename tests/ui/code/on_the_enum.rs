use rowkey::KeyCode;

#[derive(KeyCode)]
#[code(1)]
enum Side {
    #[code(0)]
    Callee,
}

fn main() {}
