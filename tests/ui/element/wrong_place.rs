use rowkey::RowKey;

#[derive(RowKey)]
#[rowkey(table(
    ByKind(kind, element(at.year), id),
    ByTime(id, at, element(at.year)),
    ById(id, element(id.div(9), bytes(3)), at),
    Twice(element(at.year), element(at.hour), at),
    NoElement(digest(at), at),
))]
struct Places {
    #[rowkey(element(md5(id), bytes(4)))]
    id: u32,
    #[rowkey(element(id.div(60), bytes(4)))]
    kind: u8,
    #[rowkey(time(millis), element(extra.div(60), bytes(2)))]
    at: i64,
    #[rowkey(skip)]
    extra: u8,
}

fn main() {}
