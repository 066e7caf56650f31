use rowkey::RowKey;

#[derive(RowKey)]
struct Task {
    tenant: String,
}

#[derive(RowKey)]
#[rowkey(under(tenant))]
enum Item {
    #[rowkey(tag = "T")]
    Task(Task),
    #[rowkey(tag = "C")]
    Comment { tenant: String },
}

fn main() {}
