use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(separator = "|")]
struct Task {
    #[pad(8)]
    tenant: String,
    project: u32,
    id: u64,
}

#[derive(RowKey)]
#[rowkey(under(tenant, project))]
enum Item {
    #[rowkey(tag = "T")]
    Task(Task),
    #[rowkey(tag = "W", separator = "|")]
    Width {
        #[pad(10)]
        tenant: String,
        project: u32,
    },
    #[rowkey(tag = "Y", separator = "|")]
    Type {
        #[pad(8)]
        tenant: String,
        project: i32,
    },
    #[rowkey(tag = "D", separator = "|")]
    Descending {
        #[pad(8)]
        tenant: String,
        #[rowkey(desc)]
        project: u32,
    },
    #[rowkey(tag = "S")]
    Separator {
        #[pad(8)]
        tenant: String,
        project: u32,
    },
}

fn main() {}
