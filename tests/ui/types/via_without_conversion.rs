use rowkey::RowKey;

#[derive(Clone)]
struct CallId(u32);

impl From<u32> for CallId {
    fn from(id: u32) -> Self {
        Self(id)
    }
}

struct NoCopy(u32);

impl From<u32> for NoCopy {
    fn from(id: u32) -> Self {
        Self(id)
    }
}

impl From<NoCopy> for u32 {
    fn from(id: NoCopy) -> Self {
        id.0
    }
}

#[derive(Clone)]
struct OneWay(u32);

impl From<OneWay> for u32 {
    fn from(id: OneWay) -> Self {
        id.0
    }
}

#[derive(RowKey)]
struct IntoIsMissing {
    #[rowkey(via = u32)]
    id: CallId,
}

#[derive(RowKey)]
struct CloneIsMissing {
    #[rowkey(via = u32)]
    id: NoCopy,
}

#[derive(RowKey)]
struct FromIsMissing {
    #[rowkey(via = u32)]
    id: OneWay,
}

fn main() {}
