import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.text.DecimalFormat;
import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;

/**
 * Prints java_call_keys.tsv: the keys of calls as an old Java program writes them, or what it throws, for inputs that people
 * type and for those that they should not. The two methods in the middle are the program's own.
 *
 * <pre>java tests/vectors/JavaCallKeys.java > tests/vectors/java_call_keys.tsv</pre>
 */
public final class JavaCallKeys {
  private static final int REGIONS = 6;
  private static final Random RANDOM = new Random(133);

  public static String getPartionKey(String call1, String buildTime, int regions) {
    String last4Num = call1.substring(7);
    String yearMonth = buildTime.replace("-", "").substring(0, 6);
    int hashCode = (Integer.parseInt(last4Num) ^ Integer.parseInt(yearMonth)) % regions;
    return new DecimalFormat("00").format(hashCode);
  }

  public static String getRowKey(
      String parKey, String call1, String bulidTime, String call2, String flag, String duration) {
    return parKey + "_" + call1 + "_" + bulidTime + "_" + call2 + "_" + flag + "_" + duration;
  }

  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    out.println("call1\tbuild_time\tkey\tthrown");
    Set<String> printed = new LinkedHashSet<>();
    for (int zero = 0; zero <= Character.MAX_VALUE; zero++) {
      // Every script with digits, and the characters beside them.
      if (Character.digit((char) zero, 10) != 0) continue;
      for (int near = -1; near <= 10; near++) printed.add("1336266" + (char) (zero + near) + "\t2017-12-01 12:10");
    }
    while (printed.size() < 4_000) printed.add(phone() + "\t" + time());
    for (String inputs : printed) {
      String[] input = inputs.split("\t", -1);
      String key = "", thrown = "";
      try {
        key = getRowKey(getPartionKey(input[0], input[1], REGIONS), input[0], input[1], "14444445555", "0", "180");
      } catch (RuntimeException error) {
        thrown = error.getClass().getSimpleName();
      }
      out.println(inputs + "\t" + key + "\t" + thrown);
    }
    out.flush();
  }

  private static String phone() {
    String[] starts = {"1336266", "1336266", "1336266", "13３6266", "淘36266", "😀36266", "133626", "😀3626", "", "+861336"};
    String[] ends = {
      digits(4), digits(4), digits(4), digits(1), digits(5), digits(9), digits(10), digits(12), "", "-", "+",
      "-" + digits(3), "-" + digits(4), "+" + digits(4), "-" + digits(10), "--1", "+-1", "- 1", "−1", "－1",
      "2147483647", "2147483648", "-2147483648", "-2147483649", "000000000000000000000001", "-0", "+0",
      turned(digits(4), 0xFF10), turned(digits(4), 0x0660), "-" + turned(digits(3), 0x0966), digits(2) + turned(digits(2), 0xFF10),
      "𝟏𝟐", "１２x", digits(3) + "a", "１𝟐", "²", "Ⅳ", "一", " 12", "12 ", "1.5", "1,000",
    };
    return starts[RANDOM.nextInt(starts.length)] + ends[RANDOM.nextInt(ends.length)];
  }

  private static String time() {
    String month = "20" + digits(2) + "-" + String.format("%02d", 1 + RANDOM.nextInt(12));
    String[] times = {
      month + "-01 12:10", month + "-01 12:10", month + "-01 12:10", month + "-01 12:10", month + "-01 12:10", month,
      "20" + digits(2) + "-" + RANDOM.nextInt(10) + "-9 1:05", "2017-1", "2017-", "201712", "20171", "", "-----",
      "2017/12/01", "+20171-01", "-2017-12-01", "20-17-12-01", turned("2017", 0xFF10) + "-12-01", "2017-1２-01",
      "2017年12月", "201712😀", "20171😀", "2017-12-01T12:10", digits(9), "+" + digits(5), "\uFFFF01712",
    };
    return times[RANDOM.nextInt(times.length)];
  }

  private static String digits(int count) {
    StringBuilder digits = new StringBuilder();
    for (int i = 0; i < count; i++) digits.append((char) ('0' + RANDOM.nextInt(10)));
    return digits.toString();
  }

  /** ASCII digits in another script, whose zero is `zero`. */
  private static String turned(String digits, int zero) {
    StringBuilder turned = new StringBuilder();
    digits.chars().forEach(digit -> turned.append((char) (digit - '0' + zero)));
    return turned.toString();
  }
}
