//! The answers of the [service](super::service), as HTTP/2 frames.

use bytes::{BufMut, Bytes, BytesMut};
use fastrand::Rng;
use futures_util::stream::{self, Stream, StreamExt};
use http_body_util::StreamBody;
use std::future::{pending, ready};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::sleep;
use tonic::Code;
use tonic::body::Body;
use tonic::codegen::http::{HeaderMap, Response};

use super::faults::Ending;
use super::network::Link;

pub(super) type Frame = Result<http_body::Frame<Bytes>, io::Error>;

/// Returns an answer with the frames of messages, and its end.
pub(super) fn response(
    frames: impl Stream<Item = Frame> + Send + 'static,
    ending: impl Future<Output = Option<Frame>> + Send + 'static,
) -> Response<Body> {
    let frames = frames.chain(stream::once(ending).filter_map(ready));
    let mut response = Response::new(Body::new(StreamBody::new(frames)));
    response.headers_mut().insert("content-type", "application/grpc".parse().expect("a header"));
    response
}

/// Returns an answer with only a status in its headers.
pub(super) fn only_status(code: Code, message: &str) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.headers_mut() = status(code, message);
    response.headers_mut().insert("content-type", "application/grpc".parse().expect("a header"));
    response
}

fn status(code: Code, message: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert("grpc-status", i32::from(code).into());
    headers.insert("grpc-message", message.parse().expect("a header"));
    headers
}

/// Returns the frames of a message, split anywhere.
pub(super) fn frames(message: &[u8], rng: &mut Rng) -> Vec<Frame> {
    let mut bytes = BytesMut::new();
    bytes.put_u8(0);
    bytes.put_u32(u32::try_from(message.len()).expect("a message of less than 4 GiB"));
    bytes.put_slice(message);
    let mut rest = bytes.freeze();
    let mut frames = Vec::new();
    while frames.len() < 2 && rng.bool() && rest.len() > 1 {
        frames.push(Ok(http_body::Frame::data(rest.split_to(rng.usize(1..rest.len())))));
    }
    frames.push(Ok(http_body::Frame::data(rest)));
    frames
}

/// Returns the last frame of an answer, if it has one.
pub(super) async fn end(ending: Ending, link: Arc<Link>) -> Option<Frame> {
    match ending {
        Ending::Ok => Some(Ok(http_body::Frame::trailers(status(Code::Ok, "")))),
        Ending::Says(code, message) => Some(Ok(http_body::Frame::trailers(status(code, message)))),
        Ending::Silent => None,
        Ending::InMessage => Some(Ok(http_body::Frame::data(Bytes::from_static(&[0, 0, 0, 0, 9, 1, 2, 3])))),
        Ending::Reset => {
            // A reset overtakes bytes that are not sent yet.
            sleep(Duration::from_millis(10)).await;
            Some(Err(io::Error::other("reset")))
        }
        Ending::Cut => {
            link.cut();
            pending().await
        }
        Ending::Hangs => pending().await,
    }
}
