// Each module is one mistake, or several that belong together.
#![allow(unused)]

mod same_code {
    use rowkey::KeyCode;

    #[derive(KeyCode)]
    enum Side {
        #[code("a")]
        Callee,
        #[code("a")]
        Caller,
    }
}

mod start_of_another {
    use rowkey::KeyCode;

    #[derive(KeyCode)]
    enum Side {
        #[code("call")]
        Call,
        #[code("caller")]
        Caller,
    }
}

mod starts_with_another {
    use rowkey::KeyCode;

    #[derive(KeyCode)]
    enum Side {
        #[code("caller")]
        Caller,
        #[code("call")]
        Call,
    }
}

fn main() {}
