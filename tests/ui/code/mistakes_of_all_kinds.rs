use rowkey::KeyCode;

#[derive(KeyCode)]
#[rowkey(krate = ::rowkey)]
enum Side<'a> {
    #[code(1)]
    Caller,
    #[code("1")]
    Callee,
}

#[derive(KeyCode)]
enum Kind {
    #[code(a)]
    Call,
    #[code = "b"]
    Text,
    #[code("c", "d")]
    Data,
    #[code]
    Other,
    #[rowkey(code)]
    None,
}

fn main() {}
