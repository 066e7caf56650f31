import java.math.BigInteger;
import java.util.HexFormat;
import java.util.TreeSet;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Prints java_numbers.tsv: integers as Java writes them, as text and as bytes. Run it with HBase's `Bytes` on the class path:
 *
 * <pre>java -cp "$(tools/hbase/fetch plain)/lib/*" tests/vectors/JavaNumbers.java > tests/vectors/java_numbers.tsv</pre>
 */
public final class JavaNumbers {
  private static final HexFormat HEX = HexFormat.of();

  public static void main(String[] args) {
    System.out.println("bits\tvalue\tdigits\thex\tHEX\tbinary\treverse_ts\treverse_decimal\treverse_hex");
    for (int bits : new int[] {8, 16, 32, 64, 128}) {
      for (BigInteger value : values(bits)) print(bits, value);
    }
  }

  /** The ends of the signed and the unsigned type, zero, and all powers of ten between them, each with its neighbours. */
  private static TreeSet<BigInteger> values(int bits) {
    BigInteger half = BigInteger.TWO.pow(bits - 1), all = half.add(half);
    TreeSet<BigInteger> near = new TreeSet<>();
    for (BigInteger edge : new BigInteger[] {BigInteger.ZERO, half, half.negate(), all}) near.add(edge);
    for (BigInteger power = BigInteger.ONE; power.compareTo(all) < 0; power = power.multiply(BigInteger.TEN)) {
      near.add(power);
      near.add(power.negate());
    }
    for (int bit = 8; bit < bits; bit += 8) near.add(BigInteger.TWO.pow(bit));
    TreeSet<BigInteger> values = new TreeSet<>();
    for (BigInteger edge : near) {
      for (int by = -1; by <= 1; by++) {
        BigInteger value = edge.add(BigInteger.valueOf(by));
        if (value.compareTo(half.negate()) >= 0 && value.compareTo(all) < 0) values.add(value);
      }
    }
    return values;
  }

  private static void print(int bits, BigInteger value) {
    boolean signed = value.signum() < 0, isLong = value.bitLength() < 64;
    int digits = BigInteger.TWO.pow(bits).subtract(BigInteger.ONE).toString().length();
    String text = isLong ? Long.toString(value.longValue()) : value.toString();
    System.out.println(String.join("\t",
        Integer.toString(bits),
        text,
        signed ? "-" : isLong ? String.format("%0" + digits + "d", value.longValue()) : String.format("%0" + digits + "d", value),
        signed ? "-" : isLong ? String.format("%0" + bits / 4 + "x", value.longValue()) : String.format("%0" + bits / 4 + "x", value),
        signed ? "-" : isLong ? String.format("%0" + bits / 4 + "X", value.longValue()) : String.format("%0" + bits / 4 + "X", value),
        HEX.formatHex(binary(bits, value)),
        isLong ? HEX.formatHex(Bytes.toBytes(Long.MAX_VALUE - value.longValue())) : "-",
        isLong ? Long.toString(Long.MAX_VALUE - value.longValue()) : "-",
        isLong ? String.format("%016x", Long.MAX_VALUE - value.longValue()) : "-"));
  }

  /** Two's complement; of what no signed type holds, the same bits. */
  private static byte[] binary(int bits, BigInteger value) {
    return switch (bits) {
      case 8 -> new byte[] {value.byteValue()};
      case 16 -> Bytes.toBytes(value.shortValue());
      case 32 -> Bytes.toBytes(value.intValue());
      case 64 -> Bytes.toBytes(value.longValue());
      default -> Bytes.add(Bytes.toBytes(value.shiftRight(64).longValue()), Bytes.toBytes(value.longValue()));
    };
  }
}
