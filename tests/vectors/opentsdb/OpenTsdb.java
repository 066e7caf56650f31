import java.io.PrintStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.opentsdb.core.Aggregators;
import net.opentsdb.core.Const;
import net.opentsdb.core.Internal;
import net.opentsdb.core.RowKey;
import net.opentsdb.core.TSDB;
import net.opentsdb.utils.Config;
import org.hbase.async.HBaseClient;
import org.hbase.async.Scanner;

/**
 * Prints what OpenTSDB 2.4.0 itself computes, of names whose uids are set here instead of read from HBase: tables/opentsdb_keys.tsv, the rows
 * of points, and tables/opentsdb_scans.tsv, the ranges of its queries. It needs Maven, and sends nothing.
 *
 * <pre>
 * cd tests/vectors/opentsdb
 * mvn -q dependency:copy-dependencies -DoutputDirectory=target/lib
 * java -cp 'target/lib/*' OpenTsdb.java keys > ../tables/opentsdb_keys.tsv
 * java -cp 'target/lib/*' OpenTsdb.java scans > ../tables/opentsdb_scans.tsv
 * </pre>
 */
public final class OpenTsdb {
  private static final PrintStream OUT = System.out;
  private static final int[][] SALTS = {{0, 20}, {1, 20}, {1, 8}, {1, 256}, {2, 500}};
  private static final String[] METRICS = {"000001", "0000ff", "01e240", "800000", "ffffff"};
  /** Uids of names and values, in the order of names: OpenTSDB sorts the pairs by uid. */
  private static final String[][] PAIRS = {{"00000a", "000001"}, {"000003", "ff0000"}, {"ffffff", "000000"}, {"000100", "0000ff"}};
  private static final long[] SECONDS = {0, 1, 3599, 3600, 1356998400, 1357002000, 1700000000, 2147483647, 4294963200L, 4294967295L};

  public static void main(String[] args) throws Exception {
    System.setOut(System.err); // its log
    Config config = new Config(false);
    TSDB tsdb = new TSDB(new HBaseClient("127.0.0.1:1"), config);
    for (String metric : METRICS) {
      set(tsdb, "metrics", "m" + metric, metric);
    }
    for (String[] pair : PAIRS) {
      set(tsdb, "tag_names", "k" + pair[0], pair[0]);
      set(tsdb, "tag_values", "v" + pair[1], pair[1]);
    }
    if (args[0].equals("keys")) {
      keys(tsdb);
    } else {
      scans(tsdb);
    }
    OUT.flush();
    System.exit(0);
  }

  private static void keys(TSDB tsdb) throws Exception {
    OUT.println("salt_width\tsalt_buckets\tmetric_hex\tseconds\tbase_time\tpairs_hex\tkey_hex");
    Method template = method("net.opentsdb.core.IncomingDataPoints", "rowKeyTemplate", TSDB.class, String.class, Map.class);
    for (int[] salt : SALTS) {
      salt(salt);
      for (String metric : METRICS) {
        for (Map<String, String> tags : tags()) {
          for (long seconds : SECONDS) {
            byte[] row = (byte[]) template.invoke(null, tsdb, "m" + metric, tags);
            long base = Internal.baseTime(seconds);
            Internal.setBaseTime(row, (int) base);
            RowKey.prefixKeyWithSalt(row);
            OUT.println(salt[0] + "\t" + salt[1] + "\t" + metric + "\t" + seconds + "\t" + base + "\t" + given(tags) + "\t" + hex(row));
          }
        }
      }
    }
  }

  private static void scans(TSDB tsdb) throws Exception {
    OUT.println("salt_width\tsalt_buckets\tmetric_hex\tstart_seconds\tend_seconds\tstart_base\tend_base\tranges_hex");
    Class<?> type = Class.forName("net.opentsdb.core.TsdbQuery");
    Method scanner = method(type.getName(), "getScanner", int.class);
    Method startBase = method(type.getName(), "getScanStartTimeSeconds");
    Method endBase = method(type.getName(), "getScanEndTimeSeconds");
    long[][] spans = {{1356998400, 1356998401}, {1356998400, 1357002000}, {1357000000, 1357100000}, {3600, 2147480000}};
    for (int[] salt : SALTS) {
      salt(salt);
      // Hundreds of ranges are the same for each metric.
      for (String metric : salt[1] > 20 ? new String[] {METRICS[2]} : METRICS) {
        for (long[] span : spans) {
          net.opentsdb.core.Query query = tsdb.newQuery();
          query.setStartTime(span[0]);
          query.setEndTime(span[1]);
          query.setTimeSeries("m" + metric, new HashMap<>(), Aggregators.get("sum"), false);
          List<String> ranges = new ArrayList<>();
          for (int bucket = 0; bucket < (salt[0] == 0 ? 1 : salt[1]); bucket++) {
            Scanner scan = (Scanner) scanner.invoke(query, bucket);
            ranges.add(hex(key(scan, "start_key")) + ":" + hex(key(scan, "stop_key")));
          }
          OUT.println(salt[0] + "\t" + salt[1] + "\t" + metric + "\t" + span[0] + "\t" + span[1] + "\t" + startBase.invoke(query) + "\t"
              + endBase.invoke(query) + "\t" + String.join(",", ranges));
        }
      }
    }
  }

  /** The first one to four of the pairs. */
  private static List<Map<String, String>> tags() {
    List<Map<String, String>> all = new ArrayList<>();
    Map<String, String> tags = new HashMap<>();
    for (String[] pair : PAIRS) {
      tags.put("k" + pair[0], "v" + pair[1]);
      all.add(new HashMap<>(tags));
    }
    return all;
  }

  private static String given(Map<String, String> tags) {
    return List.of(PAIRS).stream().filter(pair -> tags.containsKey("k" + pair[0])).map(pair -> pair[0] + pair[1]).collect(Collectors.joining(","));
  }

  /** As the configuration would set them; a width of 0 is a table without salt. */
  private static void salt(int[] salt) throws Exception {
    method("net.opentsdb.core.Const", "setSaltWidth", int.class).invoke(null, salt[0]);
    method("net.opentsdb.core.Const", "setSaltBuckets", int.class).invoke(null, salt[1]);
    if (Const.SALT_WIDTH() != salt[0]) {
      throw new IllegalStateException("the salt was not set");
    }
  }

  /** Fills the cache of names, so that nothing is asked of HBase. */
  private static void set(TSDB tsdb, String ids, String name, String uid) throws Exception {
    Field field = TSDB.class.getDeclaredField(ids);
    field.setAccessible(true);
    Method map = method("net.opentsdb.uid.UniqueId", "cacheMapping", String.class, byte[].class);
    map.invoke(field.get(tsdb), name, HexFormat.of().parseHex(uid));
  }

  private static byte[] key(Scanner scanner, String name) throws Exception {
    Field field = Scanner.class.getDeclaredField(name);
    field.setAccessible(true);
    return (byte[]) field.get(scanner);
  }

  private static Method method(String type, String name, Class<?>... parameters) throws Exception {
    Method method = Class.forName(type).getDeclaredMethod(name, parameters);
    method.setAccessible(true);
    return method;
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
