use rowkey::KeyCode;

#[derive(KeyCode)]
enum Side {
    #[code("a")]
    Callee,
    #[code("a")]
    Caller,
}

fn main() {}
