import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;

/** Prints what the master knows of the regions of a table by its servers' reports, as CSV: the Thrift gateway does not tell it. */
public final class RegionLoads {
  public static void main(String[] args) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    int colon = args[0].lastIndexOf(':');
    if (colon < 1 || colon == args[0].length() - 1) {
      System.err.println("tools/hbase/loads: expected HOST:PORT of the cluster's ZooKeeper, found " + args[0]);
      Runtime.getRuntime().halt(2);
    }
    Configuration configuration = HBaseConfiguration.create();
    configuration.set("hbase.zookeeper.quorum", args[0].substring(0, colon));
    configuration.set("hbase.zookeeper.property.clientPort", args[0].substring(colon + 1));
    int status = 0;
    try (Connection connection = ConnectionFactory.createConnection(configuration); Admin admin = connection.getAdmin()) {
      print(admin, TableName.valueOf(args[1]), out);
    } catch (Exception e) {
      System.err.println("tools/hbase/loads: " + e);
      status = 1;
    }
    Runtime.getRuntime().halt(status);
  }

  private static void print(Admin admin, TableName table, PrintStream out) throws Exception {
    if (!admin.tableExists(table)) throw new TableNotFoundException(table);
    // By name: the servers' reports name a region so, and may lack one that has just moved.
    Map<byte[], RegionMetrics> reported = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    ClusterMetrics cluster = admin.getClusterMetrics(EnumSet.of(ClusterMetrics.Option.LIVE_SERVERS));
    for (ServerMetrics server : cluster.getLiveServerMetrics().values()) reported.putAll(server.getRegionMetrics());
    Map<byte[], RegionInfo> regions = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    // The primaries: read replicas have the same start, and counts of their own.
    for (RegionInfo region : admin.getRegions(table)) {
      if (region.getReplicaId() == RegionInfo.DEFAULT_REPLICA_ID) regions.put(region.getStartKey(), region);
    }
    out.println("start,read_requests,write_requests,store_megabytes");
    for (RegionInfo region : regions.values()) {
      RegionMetrics load = reported.get(region.getRegionName());
      if (load == null) throw new IllegalStateException("no server has reported the region " + region.getRegionNameAsString() + " yet");
      double megabytes = load.getStoreFileSize().get(Size.Unit.MEGABYTE) + load.getMemStoreSize().get(Size.Unit.MEGABYTE);
      out.println(HexFormat.of().formatHex(region.getStartKey()) + "," + load.getReadRequestCount() + ","
          + load.getWriteRequestCount() + "," + Math.round(megabytes));
    }
  }
}
