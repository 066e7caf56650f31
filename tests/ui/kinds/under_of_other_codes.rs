use rowkey::{KeyCode, RowKey};

// The two differ in their last code alone.
#[derive(KeyCode, Clone, Copy)]
enum Before {
    #[code("a code of many bytes, so that few of them fill the line: number 000")]
    V0,
    #[code("a code of many bytes, so that few of them fill the line: number 001")]
    V1,
    #[code("a code of many bytes, so that few of them fill the line: number 002")]
    V2,
    #[code("a code of many bytes, so that few of them fill the line: number 003")]
    V3,
    #[code("a code of many bytes, so that few of them fill the line: number 004")]
    V4,
    #[code("a code of many bytes, so that few of them fill the line: number 005")]
    V5,
    #[code("a code of many bytes, so that few of them fill the line: number 006")]
    V6,
    #[code("a code of many bytes, so that few of them fill the line: number 007")]
    V7,
    #[code("x")]
    Last,
}

#[derive(KeyCode, Clone, Copy)]
enum After {
    #[code("a code of many bytes, so that few of them fill the line: number 000")]
    V0,
    #[code("a code of many bytes, so that few of them fill the line: number 001")]
    V1,
    #[code("a code of many bytes, so that few of them fill the line: number 002")]
    V2,
    #[code("a code of many bytes, so that few of them fill the line: number 003")]
    V3,
    #[code("a code of many bytes, so that few of them fill the line: number 004")]
    V4,
    #[code("a code of many bytes, so that few of them fill the line: number 005")]
    V5,
    #[code("a code of many bytes, so that few of them fill the line: number 006")]
    V6,
    #[code("a code of many bytes, so that few of them fill the line: number 007")]
    V7,
    #[code("y")]
    Last,
}

#[derive(RowKey)]
#[rowkey(under(host))]
enum Row {
    #[rowkey(tag = "U")]
    User {
        #[rowkey(separator = b"/")]
        host: Before,
        id: u64,
    },
    #[rowkey(tag = "H")]
    Host {
        #[rowkey(separator = b"/")]
        host: After,
        id: u64,
    },
}

fn main() {}
