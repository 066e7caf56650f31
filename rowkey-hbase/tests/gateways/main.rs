//! Gateways that are none, that stop answering, or that lie. They are fakes on loopback, so the tests need no HBase. Bounds
//! on time are many times what is expected, and a fraction of what was spent before there were deadlines.

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
