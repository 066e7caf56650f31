import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * Prints java_times.tsv: instants as counts since the epoch and as text, as Java writes them. Run it with
 *
 * <pre>java tests/vectors/JavaTimes.java > tests/vectors/java_times.tsv</pre>
 */
public final class JavaTimes {
  /** As Java writes them, and as the attribute `time` does. */
  private static final String[][] PATTERNS = {
    {"uuuu-MM-dd HH:mm:ss.SSSSSSSSS", "%F %T.%9f"},
    {"uuuu-MM-dd HH:mm", "%Y-%m-%d %H:%M"},
    {"uuuuMMddHHmmssSSS", "%Y%m%d%H%M%S%3f"},
    {"uuuuDDDHH", "%Y%j%H"},
    {"uuuuMM", "%Y%m"},
  };

  public static void main(String[] args) {
    List<String> header = new ArrayList<>(List.of("seconds", "nanos", "secs", "millis", "micros", "nanos_count", "reverse_millis"));
    for (String[] pattern : PATTERNS) header.add(pattern[1]);
    header.add(PATTERNS[0][1] + " +08:00");
    System.out.println(String.join("\t", header));
    List<String> days = List.of("0000-01-01", "0004-02-29", "1582-10-15", "1677-09-22", "1900-02-28", "1969-12-31", "1970-01-01",
        "1999-12-31", "2000-02-29", "2016-12-31", "2017-03-01", "2038-01-19", "2262-04-10", "9999-12-29");
    for (String day : days) {
      for (String time : List.of("00:00:00", "00:00:00.000000001", "03:14:07.999", "12:10:00", "23:59:59.999999", "23:59:59.999999999")) {
        print(Instant.parse(day + "T" + time + "Z"));
      }
    }
  }

  /** The counts are rounded down; `-` is a count that no `long` holds. */
  private static void print(Instant at) {
    List<String> cells = new ArrayList<>();
    cells.add(Long.toString(at.getEpochSecond()));
    cells.add(Integer.toString(at.getNano()));
    for (long perSecond = 1; perSecond <= 1_000_000_000; perSecond *= 1_000) {
      String cell;
      try {
        long whole = Math.multiplyExact(at.getEpochSecond() + (at.getEpochSecond() < 0 ? 1 : 0), perSecond);
        long unit = 1_000_000_000L / perSecond;
        long rest = at.getNano() / unit - (at.getEpochSecond() < 0 ? perSecond : 0);
        cell = Long.toString(Math.addExact(whole, rest));
      } catch (ArithmeticException e) {
        cell = "-";
      }
      cells.add(cell);
    }
    if (at.toEpochMilli() != Long.parseLong(cells.get(3))) throw new IllegalStateException(at.toString());
    cells.add(HexFormat.of().formatHex(ByteBuffer.allocate(8).putLong(Long.MAX_VALUE - at.toEpochMilli()).array()));
    for (String[] pattern : PATTERNS) cells.add(text(pattern[0], at, ZoneOffset.UTC));
    cells.add(text(PATTERNS[0][0], at, ZoneOffset.ofHours(8)));
    System.out.println(String.join("\t", cells));
  }

  private static String text(String pattern, Instant at, ZoneOffset offset) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).format(at.atOffset(offset));
  }
}
