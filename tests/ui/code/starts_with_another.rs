use rowkey::KeyCode;

#[derive(KeyCode)]
enum Side {
    #[code("caller")]
    Caller,
    #[code("call")]
    Call,
}

fn main() {}
