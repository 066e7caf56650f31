// Each module is one mistake, or several that belong together.
#![allow(unused)]

// Keys that the store would refuse, row by row, when the first long one comes.
mod wider_than_the_store_takes {
    use rowkey::RowKey;

    /// Some are too long.
    #[derive(RowKey)]
    #[rowkey(store = lmdb)]
    struct Url {
        #[pad(500)]
        host: String,
        page: [u8; 16],
    }

    /// All are too long.
    #[derive(RowKey)]
    #[rowkey(store = dynamodb)]
    struct Blob {
        bytes: [u8; 2000],
        name: String,
    }

    /// So is a secondary key, though the struct's own is not.
    #[derive(RowKey)]
    #[rowkey(store = lmdb, index(ByPage(page, host)))]
    struct Host {
        #[pad(500)]
        host: String,
        #[rowkey(skip)]
        page: [u8; 16],
    }

    fn main() {
        let _ = (Url::LAYOUT, Blob::LAYOUT, Host::LAYOUT, ByPage::LAYOUT);
    }
}

fn main() {}
