use rowkey::KeyCode;

#[derive(KeyCode)]
#[rowkey(separator = "_")]
enum Side {
    #[rowkey(cod = 1)]
    Callee,
}

fn main() {}
