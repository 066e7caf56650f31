// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod mistakes_of_all_kinds {
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
}

mod parameters {
    use rowkey::KeyCode;

    #[derive(KeyCode)]
    enum Side<'a> {
        #[code(0)]
        Callee,
    }
}

fn main() {}
