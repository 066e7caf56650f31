//! A separator of the last field before the tag, which a variant that ends with that field must have, too.

use rowkey::RowKey;

#[derive(RowKey)]
struct Host {
    #[rowkey(chars("a-z"))]
    host: String,
}

#[derive(RowKey)]
#[rowkey(under(host))]
enum Row {
    #[rowkey(tag = "V")]
    Visit {
        #[rowkey(chars("a-z"), separator = "/")]
        host: String,
        at: u8,
    },
    #[rowkey(tag = "L")]
    Last {
        #[rowkey(chars("a-z"))]
        host: String,
    },
    #[rowkey(tag = "H")]
    Host(Host),
}

fn main() {}
