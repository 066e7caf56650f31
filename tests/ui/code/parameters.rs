use rowkey::KeyCode;

#[derive(KeyCode)]
enum Side<'a> {
    #[code(0)]
    Callee,
}

fn main() {}
