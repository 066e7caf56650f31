use rowkey::KeyCode;

#[derive(KeyCode)]
enum Side {
    #[code(0)]
    #[rowkey(code = 1)]
    Callee,
}

fn main() {}
