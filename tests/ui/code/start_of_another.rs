use rowkey::KeyCode;

#[derive(KeyCode)]
enum Side {
    #[code("call")]
    Call,
    #[code("caller")]
    Caller,
}

fn main() {}
