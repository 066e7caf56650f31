import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.apache.phoenix.schema.SortOrder;
import org.apache.phoenix.schema.types.PDataType;
import org.apache.phoenix.schema.types.PDate;
import org.apache.phoenix.schema.types.PTime;
import org.apache.phoenix.schema.types.PTimestamp;
import org.apache.phoenix.schema.types.PUnsignedDate;
import org.apache.phoenix.schema.types.PUnsignedTime;
import org.apache.phoenix.schema.types.PUnsignedTimestamp;

/**
 * Prints phoenix_times.tsv: what Phoenix's column types write of times, in both orders. Run it with Phoenix on the class path:
 *
 * <pre>java -cp "$(tools/hbase/fetch phoenix)/lib/*" tests/vectors/PhoenixTimes.java > tests/vectors/phoenix_times.tsv</pre>
 */
public final class PhoenixTimes {
  public static void main(String[] args) {
    Map<String, PDataType<?>> types = new TreeMap<>(Map.of("DATE", PDate.INSTANCE, "TIME", PTime.INSTANCE, "TIMESTAMP", PTimestamp.INSTANCE,
        "UNSIGNED_DATE", PUnsignedDate.INSTANCE, "UNSIGNED_TIME", PUnsignedTime.INSTANCE, "UNSIGNED_TIMESTAMP", PUnsignedTimestamp.INSTANCE));
    long[] millis = {-62_135_596_800_000L, -86_400_000L, -1_000, -999, -1, 0, 1, 999, 1_000, 43_200_000, 1_512_130_200_007L, 253_370_764_799_999L};
    System.out.println("sql_type\tmillis\tnanos\torder\thex");
    for (Map.Entry<String, PDataType<?>> type : types.entrySet()) {
      for (long at : millis) {
        for (int nanos : type.getKey().endsWith("TIMESTAMP") ? new int[] {0, 1, 999_999} : new int[] {0}) {
          for (SortOrder order : SortOrder.values()) {
            System.out.println(String.join("\t", type.getKey(), Long.toString(at), Integer.toString(nanos), order.name(),
                bytes(type.getValue(), value(type.getKey(), at, nanos), order)));
          }
        }
      }
    }
  }

  private static Object value(String type, long millis, int nanos) {
    if (type.endsWith("TIMESTAMP")) {
      Timestamp value = new Timestamp(millis);
      value.setNanos(value.getNanos() + nanos);
      return value;
    }
    return type.endsWith("TIME") ? new Time(millis) : new Date(millis);
  }

  private static String bytes(PDataType<?> type, Object value, SortOrder order) {
    try {
      return HexFormat.of().formatHex(type.toBytes(value, order));
    } catch (RuntimeException e) {
      return "ERR:" + e.getClass().getSimpleName();
    }
  }
}
