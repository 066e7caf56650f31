use rowkey::KeyCode;

#[derive(KeyCode)]
enum Side {
    #[code(0)]
    Callee(u64),
    #[code(1)]
    Caller { id: u64 },
}

fn main() {}
