import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.thrift.TBoundedThreadPoolServer;
import org.apache.hadoop.hbase.thrift2.ThriftServer;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.server.TServer;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TSocket;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.TTransportFactory;

/** The Thrift 2 gateway, which can be stopped and started on one port. */
final class Gateway {
  private final Configuration conf;
  final int port;
  private Server server;

  Gateway(Configuration conf, int port) {
    this.conf = conf;
    this.port = port;
    conf.setInt("hbase.regionserver.thrift.port", port);
  }

  /** Returns when the port is open. */
  synchronized void start() throws Exception {
    if (server != null) throw new IOException("the gateway runs already");
    Server s = new Server(conf);
    Thread thread = new Thread(() -> s.serve(), "thrift2");
    thread.setDaemon(true);
    thread.start();
    s.waitUntilOpen(thread);
    server = s;
  }

  /** Returns when the port and all client connections are closed. */
  synchronized void stop() throws IOException {
    if (server == null) throw new IOException("the gateway is stopped already");
    server.close();
    server = null;
  }

  private static final class Server extends ThriftServer {
    private volatile Listener listener;
    private volatile Throwable failure;

    Server(Configuration conf) { super(conf); }

    void serve() {
      try {
        run(new String[0]);
      } catch (Throwable e) {
        failure = e;
      }
    }

    void waitUntilOpen(Thread thread) throws Exception {
      while (thread.isAlive()) {
        Listener l = listener;
        if (l != null && l.listening || httpServer != null && httpServer.isStarted()) return;
        Thread.sleep(10);
      }
      throw new IOException("the gateway ended at its start", failure);
    }

    void close() throws IOException {
      if (httpServer == null) {
        tserver.stop();
        listener.closeClients();
      } else {
        try {
          httpServer.stop();
        } catch (Exception e) {
          throw new IOException("the gateway does not stop", e);
        }
      }
      pauseMonitor.stop();
    }

    @Override
    protected TServer getTThreadPoolServer(TProtocolFactory protocol, TProcessor processor,
        TTransportFactory transport, InetSocketAddress address) throws Exception {
      listener = new Listener(address, conf.getInt("hbase.thrift.server.socket.read.timeout", 60_000));
      TBoundedThreadPoolServer.Args args = new TBoundedThreadPoolServer.Args(listener, conf);
      args.processor(processor).transportFactory(transport).protocolFactory(protocol);
      return new TBoundedThreadPoolServer(args, metrics);
    }
  }

  /** Knows its clients: the gateway's own server leaves their connections open when it stops. */
  private static final class Listener extends TServerSocket {
    private final Set<TSocket> clients = ConcurrentHashMap.newKeySet();
    private final Object accepting = new Object();
    volatile boolean listening;
    private volatile boolean closed;

    Listener(InetSocketAddress address, int idleMillis) throws TTransportException {
      super(new ServerSocketTransportArgs().bindAddr(address).clientTimeout(idleMillis));
    }

    @Override
    public void listen() throws TTransportException {
      super.listen();
      listening = true;
    }

    @Override
    public TSocket accept() throws TTransportException {
      TSocket client;
      synchronized (accepting) {
        client = super.accept();
      }
      clients.removeIf(c -> c.getSocket() == null || c.getSocket().isClosed());
      clients.add(client);
      if (closed) client.close();
      return client;
    }

    /** Returns when the port is closed: the kernel keeps it open for the thread that waits for a client, until that thread wakes. */
    @Override
    public void close() {
      closed = true;
      super.close();
      synchronized (accepting) {
        // That thread has left.
      }
    }

    void closeClients() {
      for (TSocket c : clients) {
        Socket s = c.getSocket();
        try {
          if (s != null) s.close();
        } catch (IOException e) {
          // closed by its own side
        }
      }
    }
  }
}
