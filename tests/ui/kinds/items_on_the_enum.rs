use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(reserve("X"), tag = "R", other)]
#[rowkey(separator = "|", encoding = fdb_tuple, table(ById(id)), desc)]
#[salt(buckets = 16)]
enum Row {
    #[rowkey(tag = "U")]
    User { id: u64 },
}

fn main() {}
