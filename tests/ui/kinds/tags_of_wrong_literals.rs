use rowkey::RowKey;

const TAG: &str = "P";

#[derive(RowKey)]
enum Row {
    #[rowkey(tag = 300)]
    Number { id: u64 },
    #[rowkey(tag = "")]
    Empty { id: u64 },
    #[rowkey(tag = TAG)]
    Constant { id: u64 },
    #[rowkey(tag = 1.5)]
    Float { id: u64 },
    #[rowkey(tag)]
    Absent { id: u64 },
    #[rowkey(tag("P"))]
    Parentheses { id: u64 },
}

fn main() {}
