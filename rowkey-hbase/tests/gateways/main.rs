//! Servers that are not gateways, stop answering, or send wrong answers. They are fakes on the loopback interface, so
//! the tests need no HBase. Time limits are many times the expected time, and a fraction of the time before there were
//! deadlines.

mod deadlines;
mod fake;
mod fuzzed;
mod http;
mod limits;
mod peers;
mod pool;
mod repeats;
mod rows;
mod tls;
