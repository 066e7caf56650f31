use rowkey::{KeyCode, RowKey};

// Two lists of codes that differ in their last one alone.
macro_rules! codes {
    ($name:ident, $last:literal) => {
        #[derive(KeyCode, Clone, Copy)]
        enum $name {
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
            #[code($last)]
            Last,
        }
    };
}

codes!(Before, "x");
codes!(After, "y");

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
