import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;

/** What can be asked of the running server, a line at a time. */
final class Commands {
  private final Connection connection;
  private final Gateway gateway;

  Commands(Connection connection, Gateway gateway) {
    this.connection = connection;
    this.gateway = gateway;
  }

  /** One line for one line: `OK ..` or `ERROR ..`. */
  String answer(String line) {
    try {
      String said = run(line.trim().split("\\s+"));
      return said.isEmpty() ? "OK" : "OK " + said;
    } catch (Exception e) {
      return "ERROR " + String.valueOf(e.getMessage()).lines().findFirst().orElse(e.toString());
    }
  }

  private String run(String[] w) throws Exception {
    switch (w[0] + "/" + (w.length - 1)) {
      case "gateway/1": return gateway(w[1]);
      case "split/2": return split(TableName.valueOf(w[1]), bytes(w[2]));
      case "move/2": return move(TableName.valueOf(w[1]), bytes(w[2]));
      case "flush/1": return flush(TableName.valueOf(w[1]));
      case "regions/1": return regions(TableName.valueOf(w[1]));
      default: throw new IOException("no such command: " + String.join(" ", w) + "; there are: gateway stop, "
          + "gateway start, split TABLE HEXROW, move TABLE HEXROW, flush TABLE, regions TABLE");
    }
  }

  private String gateway(String what) throws Exception {
    switch (what) {
      case "stop": gateway.stop(); return "";
      case "start": gateway.start(); return "thrift2=127.0.0.1:" + gateway.port;
      default: throw new IOException("gateway stop or gateway start, not gateway " + what);
    }
  }

  /** Cuts the region that holds the row before it; done when both halves are open. */
  private String split(TableName table, byte[] row) throws Exception {
    try (Admin admin = connection.getAdmin()) {
      byte[] region = locate(table, row).getRegion().getRegionName();
      try {
        admin.splitRegionAsync(region, row).get();
      } catch (Exception e) {
        if (!isHalf(e)) throw e;
        admin.majorCompactRegion(region);
        splitWhole(admin, region, row);
      }
    }
    return locate(table, row).getServerName().getAddress().toString();
  }

  /** A region just split still reads its parent's files, and cannot be split before it is compacted. */
  private static void splitWhole(Admin admin, byte[] region, byte[] row) throws Exception {
    for (long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30); ; Thread.sleep(200)) {
      try {
        admin.splitRegionAsync(region, row).get();
        return;
      } catch (Exception e) {
        if (!isHalf(e) || System.nanoTime() > deadline) throw e;
      }
    }
  }

  private static boolean isHalf(Exception e) {
    return String.valueOf(e.getMessage()).contains("NOT splittable");
  }

  /** Moves the region that holds the row to the next region server. */
  private String move(TableName table, byte[] row) throws Exception {
    HRegionLocation from = locate(table, row);
    try (Admin admin = connection.getAdmin()) {
      List<ServerName> servers = new ArrayList<>(admin.getRegionServers(true));
      if (servers.size() < 2) throw new IOException("there is one region server: start with --servers 2");
      servers.sort(null);
      ServerName to = servers.get((servers.indexOf(from.getServerName()) + 1) % servers.size());
      admin.move(from.getRegion().getEncodedNameAsBytes(), to);
    }
    ServerName now = locate(table, row).getServerName();
    if (now.equals(from.getServerName())) throw new IOException("the region is still on " + now.getAddress());
    return now.getAddress().toString();
  }

  private String flush(TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.flush(table);
    }
    return "";
  }

  private String regions(TableName table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(table)) throw new TableNotFoundException(table);
    }
    List<String> said = new ArrayList<>();
    try (RegionLocator locator = connection.getRegionLocator(table)) {
      locator.clearRegionLocationCache();
      for (HRegionLocation l : locator.getAllRegionLocations()) {
        said.add(HexFormat.of().formatHex(l.getRegion().getStartKey()) + "=" + l.getServerName().getAddress());
      }
    }
    return String.join(" ", said);
  }

  private HRegionLocation locate(TableName table, byte[] row) throws IOException {
    try (RegionLocator locator = connection.getRegionLocator(table)) {
      return locator.getRegionLocation(row, true);
    }
  }

  private static byte[] bytes(String hex) throws IOException {
    try {
      return HexFormat.of().parseHex(hex);
    } catch (IllegalArgumentException e) {
      throw new IOException("a row is given in hex, which this is not: " + hex);
    }
  }
}
