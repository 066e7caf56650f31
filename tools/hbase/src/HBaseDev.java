import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.LocalHBaseCluster;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.zookeeper.MiniZooKeeperCluster;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/** ZooKeeper, master, region servers and the Thrift 2 gateway in one JVM, which ends when its standard input does. */
public final class HBaseDev {
  private static final PrintStream err = System.err;

  private final Path dir;
  private final int servers;
  private final Configuration conf = HBaseConfiguration.create();

  private MiniZooKeeperCluster zooKeeper;
  private LocalHBaseCluster cluster;
  /** What the start waits for. */
  private volatile String step = "ZooKeeper";

  private HBaseDev(Path dir, int servers, Integer idleMillis) {
    this.dir = dir;
    this.servers = servers;
    conf.set("hbase.tmp.dir", dir.resolve("tmp").toString());
    conf.set("hbase.rootdir", dir.resolve("data").toUri().toString());
    conf.setInt("hbase.master.wait.on.regionservers.mintostart", servers);
    conf.setInt("hbase.master.wait.on.regionservers.maxtostart", servers);
    String transport = System.getProperty("hbase.dev.transport", "unframed");
    conf.setBoolean("hbase.regionserver.thrift.framed", transport.equals("framed"));
    conf.setBoolean("hbase.regionserver.thrift.http", transport.startsWith("http"));
    conf.setBoolean("hbase.thrift.ssl.enabled", transport.equals("https"));
    conf.set("hbase.thrift.ssl.keystore.store", dir.resolve("gateway.p12").toString());
    conf.set("hbase.thrift.ssl.keystore.password", "loopback");
    conf.set("hbase.thrift.ssl.keystore.keypassword", "loopback");
    conf.set("hbase.thrift.ssl.keystore.type", "PKCS12");
    if (idleMillis != null) conf.setInt("hbase.thrift.server.socket.read.timeout", idleMillis);
  }

  public static void main(String[] args) throws Exception {
    PrintStream out = System.out;
    Path log = Path.of(System.getProperty("hbase.dev.log"));
    Path dir = Path.of(args[0]);
    FileChannel lock = FileChannel.open(dir.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (lock.tryLock() == null) {                    // the log is the other server's, and says nothing of this
      err.println("tools/hbase: " + dir + " is in use by another server: stop that one, or name another folder");
      Runtime.getRuntime().halt(1);
    }
    PrintStream noise = new PrintStream(new FileOutputStream(log.toFile(), true), true);
    System.setOut(noise);                            // standard output is for READY and the answers
    System.setErr(noise);                            // where Thrift prints what clients do
    try (lock) {
      new HBaseDev(dir, Integer.parseInt(args[1]), args.length > 2 ? Integer.valueOf(args[2]) : null).serve(out);
      Runtime.getRuntime().halt(0);                  // threads that HBase leaves behind would hold the JVM
    } catch (Throwable e) {
      e.printStackTrace(err);
      showEndOf(log);
      Runtime.getRuntime().halt(1);
    }
  }

  private static void showEndOf(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log);
    err.println("the end of " + log + ":");
    lines.subList(Math.max(0, lines.size() - 40), lines.size()).forEach(err::println);
  }

  private void serve(PrintStream out) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Thread progress = showProgress();
    startZooKeeper();
    step = "the master";
    DefaultMetricsSystem.setMiniClusterMode(true);   // several servers of one JVM register the same names
    cluster = new LocalHBaseCluster(conf, 1, servers);
    cluster.startup();
    Gateway gateway = new Gateway(conf, freePort());
    step = "the gateway";
    gateway.start();
    step = "the regions of its tables";
    try (Connection connection = ConnectionFactory.createConnection(conf)) {
      waitForRegions(connection);
      progress.interrupt();
      Commands commands = new Commands(connection, gateway);
      say(out, "READY thrift2=127.0.0.1:" + gateway.port + " zk=127.0.0.1:" + zooKeeper.getClientPort());
      for (String line; (line = in.readLine()) != null; ) say(out, commands.answer(line));
    }
    stop();
  }

  /** Says on standard error that HBase starts, and every five seconds what it waits for, until the thread is interrupted. */
  private Thread showProgress() {
    Thread thread = new Thread(() -> {
      err.println("tools/hbase: starting HBase on " + dir);
      try {
        for (int seconds = 5; ; seconds += 5) {
          Thread.sleep(5_000);
          err.println("tools/hbase: waiting for " + step + ", " + seconds + " seconds so far");
        }
      } catch (InterruptedException e) {
        // It has started.
      }
    }, "progress");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** After a restart the master names dead servers for a while. */
  private static void waitForRegions(Connection connection) throws Exception {
    try (Admin admin = connection.getAdmin()) {
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
      for (TableName table : admin.listTableNames()) {
        while (admin.isTableEnabled(table) && !isServed(connection, table, admin.getRegionServers())) {
          if (System.nanoTime() > deadline) throw new IOException("regions of " + table + " are not served after two minutes");
          Thread.sleep(50);
        }
      }
    }
  }

  private static boolean isServed(Connection connection, TableName table, Collection<ServerName> alive) throws IOException {
    try (RegionLocator locator = connection.getRegionLocator(table)) {
      locator.clearRegionLocationCache();
      return locator.getAllRegionLocations().stream().allMatch(l -> alive.contains(l.getServerName()));
    }
  }

  private static void say(PrintStream out, String line) {
    out.println(line);
    out.flush();
  }

  private void startZooKeeper() throws Exception {
    zooKeeper = new MiniZooKeeperCluster(conf);
    zooKeeper.setDefaultClientPort(freePort());
    int port = zooKeeper.startup(dir.resolve("zk").toFile());
    conf.setInt("hbase.zookeeper.property.clientPort", port);
    forgetDeadServers(port);
  }

  /** After a kill, the nodes of the last run's servers would stand until their sessions time out, and the master would wait. */
  private static void forgetDeadServers(int port) throws Exception {
    CountDownLatch connected = new CountDownLatch(1);
    try (ZooKeeper zk = new ZooKeeper("127.0.0.1:" + port, 10_000, event -> connected.countDown())) {
      if (!connected.await(10, TimeUnit.SECONDS)) throw new IOException("ZooKeeper does not answer");
      forgetDeadServers(zk, "/");
    }
  }

  private static void forgetDeadServers(ZooKeeper zk, String path) throws Exception {
    Stat stat = zk.exists(path, false);
    if (stat == null) return;
    if (stat.getEphemeralOwner() != 0) {
      zk.delete(path, -1);
      return;
    }
    for (String child : zk.getChildren(path, false)) {
      forgetDeadServers(zk, path.equals("/") ? "/" + child : path + "/" + child);
    }
  }

  private void stop() throws Exception {
    Thread late = new Thread(() -> {
      try {
        Thread.sleep(30_000);
      } catch (InterruptedException e) {
        return;
      }
      err.println("HBase did not stop within 30 seconds and is cut off");
      Runtime.getRuntime().halt(2);
    }, "late");
    late.setDaemon(true);
    late.start();
    cluster.shutdown();
    cluster.join();
    zooKeeper.shutdown();
  }

  private static int freePort() throws IOException {
    try (ServerSocket s = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return s.getLocalPort();
    }
  }
}
