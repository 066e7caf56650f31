use rowkey::KeyCode;

#[derive(KeyCode)]
enum Side {
    #[code("")]
    Callee,
}

fn main() {}
