//! A fake Bigtable. It answers each call as the test specifies, down to the bytes of the stream.

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use bytes::{BufMut, Bytes, BytesMut};
use futures_util::stream::{self, Stream, StreamExt};
use googleapis_tonic_google_bigtable_v2::google::rpc;
use http_body_util::{BodyExt, StreamBody};
use prost::Message;
use rowkey_bigtable::{Bigtable, Config};
use std::convert::Infallible;
use std::future::{Future, pending, ready};
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::Code;
use tonic::body::Body;
use tonic::codegen::Service;
use tonic::codegen::http::{HeaderMap, Request, Response};
use tonic::server::NamedService;
use tonic::transport::server::Connected;
use tonic::transport::{Server, ServerTlsConfig};

/// The end of a stream.
#[derive(Clone, Debug)]
pub enum End {
    /// The stream ends normally.
    Ok,
    /// A Bigtable status.
    Say(Code, &'static str),
    /// A Bigtable status with the delay before the next attempt.
    SayWait(Code, Duration),
    /// The stream ends without a status, as with some proxies.
    Silent,
    /// The stream ends in the middle of a message.
    InMessage,
    /// The stream is reset.
    Reset,
    /// The stream stalls.
    Hang,
    /// Empty messages follow without end.
    Empty,
}

/// The answer to a call: messages, and the end.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The time before each message, and before the end.
    pub gap: Duration,
    pub messages: Vec<Vec<u8>>,
    pub end: End,
}

impl Reply {
    pub fn new<M: Message>(messages: impl IntoIterator<Item = M>, end: End) -> Self {
        Self { gap: Duration::ZERO, messages: messages.into_iter().map(|it| it.encode_to_vec()).collect(), end }
    }

    pub const fn end(end: End) -> Self {
        Self { gap: Duration::ZERO, messages: Vec::new(), end }
    }
}

/// A received call.
pub struct Received {
    /// The method, such as `ReadRows`.
    pub method: String,
    pub headers: HeaderMap,
    message: Bytes,
}

impl Received {
    pub fn message<M: Message + Default>(&self) -> M {
        M::decode(self.message.clone()).unwrap()
    }
}

type Answer = dyn Fn(&Received) -> Reply + Send + Sync;

/// A running server, which ends when this is dropped.
pub struct Fake {
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    open: Arc<AtomicUsize>,
}

/// A connection that counts as open until it is dropped.
struct Counted {
    stream: TcpStream,
    open: Arc<AtomicUsize>,
}

impl Counted {
    fn new(stream: TcpStream, open: &Arc<AtomicUsize>) -> Self {
        open.fetch_add(1, Ordering::SeqCst);
        Self { stream, open: Arc::clone(open) }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.open.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Connected for Counted {
    type ConnectInfo = ();

    fn connect_info(&self) {}
}

impl AsyncRead for Counted {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Counted {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

impl Fake {
    pub async fn start(answer: impl Fn(&Received) -> Reply + Send + Sync + 'static) -> Self {
        Self::start_at("127.0.0.1:0", Arc::new(answer)).await
    }

    pub async fn start_tls(tls: ServerTlsConfig, answer: impl Fn(&Received) -> Reply + Send + Sync + 'static) -> Self {
        Self::serve("127.0.0.1:0", Server::builder().tls_config(tls).unwrap(), Arc::new(answer)).await
    }

    pub async fn start_at(address: &str, answer: Arc<Answer>) -> Self {
        Self::serve(address, Server::builder(), answer).await
    }

    async fn serve(address: &str, server: Server, answer: Arc<Answer>) -> Self {
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let open = Arc::<AtomicUsize>::default();
        let counted = Arc::clone(&open);
        let connections =
            TcpListenerStream::new(listener).map(move |stream| stream.map(|stream| Counted::new(stream, &counted)));
        let server = server
            .max_concurrent_streams(100)
            .add_service(Rows(Arc::clone(&answer)))
            .add_service(Tables(answer))
            .serve_with_incoming_shutdown(connections, async {
                let _ = stopped.await;
            });
        tokio::spawn(server);
        Self { address, stop: Some(stop), open }
    }

    /// Sends GOAWAY on all connections, and accepts no more connections.
    pub fn go_away(&mut self) {
        self.stop.take();
    }

    /// Returns the number of open connections.
    pub fn connections(&self) -> usize {
        self.open.load(Ordering::SeqCst)
    }

    pub fn config(&self) -> Config {
        Config::emulator(&self.address.to_string(), "p", "i")
    }

    pub async fn bigtable(&self) -> Bigtable {
        Bigtable::connect(self.config()).await.unwrap()
    }
}

#[derive(Clone)]
struct Rows(Arc<Answer>);

#[derive(Clone)]
struct Tables(Arc<Answer>);

impl NamedService for Rows {
    const NAME: &'static str = "google.bigtable.v2.Bigtable";
}

impl NamedService for Tables {
    const NAME: &'static str = "google.bigtable.admin.v2.BigtableTableAdmin";
}

type Answering = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

macro_rules! answers {
    ($service:ty) => {
        impl Service<Request<Body>> for $service {
            type Response = Response<Body>;
            type Error = Infallible;
            type Future = Answering;

            fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
                Poll::Ready(Ok(()))
            }

            fn call(&mut self, request: Request<Body>) -> Answering {
                let answer = Arc::clone(&self.0);
                Box::pin(async move { Ok(respond(request, &*answer).await) })
            }
        }
    };
}

answers!(Rows);
answers!(Tables);

async fn respond(request: Request<Body>, answer: &Answer) -> Response<Body> {
    let (head, body) = request.into_parts();
    let message = body.collect().await.map(|it| it.to_bytes().slice(5..)).unwrap_or_default();
    let method = head.uri.path().rsplit('/').next().unwrap_or_default().to_owned();
    let reply = answer(&Received { method, headers: head.headers, message });
    let mut response = Response::new(Body::new(StreamBody::new(frames(reply))));
    response.headers_mut().insert("content-type", "application/grpc".parse().unwrap());
    response
}

type Frame = http_body::Frame<Bytes>;

fn frames(reply: Reply) -> impl Stream<Item = Result<Frame, io::Error>> + Send {
    let Reply { gap, messages, end: last } = reply;
    let data = stream::iter(messages).then(move |message| async move {
        pause(gap).await;
        Ok(Frame::data(framed(&message)))
    });
    let is_endless = matches!(last, End::Empty);
    let empty = Bytes::from(framed(&[]).repeat(1_000));
    let empty = stream::repeat_with(move || Ok(Frame::data(empty.clone())));
    let last = async move {
        pause(gap).await;
        end(last).await
    };
    let last = stream::once(last).filter_map(ready);
    data.chain(empty.take(if is_endless { usize::MAX } else { 0 })).chain(last)
}

/// Waits for the gap. Without a gap, it does not wait at all, because a timer takes milliseconds.
async fn pause(gap: Duration) {
    if gap > Duration::ZERO {
        tokio::time::sleep(gap).await;
    }
}

/// Returns a message with its length in front.
fn framed(message: &[u8]) -> Bytes {
    let mut bytes = BytesMut::new();
    bytes.put_u8(0);
    bytes.put_u32(u32::try_from(message.len()).unwrap());
    bytes.put_slice(message);
    bytes.freeze()
}

/// Returns a status with a delay in its `RetryInfo`.
pub fn waiting(code: Code, delay: Duration) -> rpc::Status {
    let info = rpc::RetryInfo { retry_delay: Some(delay.try_into().unwrap()) };
    let mut status = rpc::Status { code: code.into(), ..rpc::Status::default() };
    status.details.resize_with(1, Default::default);
    status.details[0].type_url = "type.googleapis.com/google.rpc.RetryInfo".into();
    status.details[0].value = info.encode_to_vec();
    status
}

async fn end(end: End) -> Option<Result<Frame, io::Error>> {
    let status = |code: Code, message: &str| {
        let mut trailers = HeaderMap::new();
        trailers.insert("grpc-status", i32::from(code).into());
        trailers.insert("grpc-message", message.parse().unwrap());
        Some(Ok(Frame::trailers(trailers)))
    };
    match end {
        End::Ok => status(Code::Ok, ""),
        End::Say(code, message) => status(code, message),
        End::SayWait(code, delay) => {
            let mut trailers = HeaderMap::new();
            trailers.insert("grpc-status", i32::from(code).into());
            let details = STANDARD_NO_PAD.encode(waiting(code, delay).encode_to_vec());
            trailers.insert("grpc-status-details-bin", details.parse().unwrap());
            Some(Ok(Frame::trailers(trailers)))
        }
        End::Silent => None,
        End::InMessage => Some(Ok(Frame::data(Bytes::from_static(&[0, 0, 0, 0, 9, 1, 2, 3])))),
        End::Reset => {
            // A reset overtakes bytes that are not sent yet.
            tokio::time::sleep(Duration::from_millis(10)).await;
            Some(Err(io::Error::other("reset")))
        }
        End::Hang | End::Empty => pending().await,
    }
}
