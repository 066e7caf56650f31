import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Prints java_hash.tsv: `hashCode` of parts of texts, or what `substring` throws. Many texts have surrogate pairs, which
 * `substring` can cut in two.
 *
 * <pre>java tests/vectors/JavaHash.java > tests/vectors/java_hash.tsv</pre>
 */
public final class JavaHash {
  private static final Random RANDOM = new Random(43);
  private static final String[] PIECES = {"a", "b", "7", "-", "--", "é", "淘", "\uFFFF", "😀", "😁", "𝟏", "a😀", "😀-"};

  private static final List<UnaryOperator<String>> PARTS = List.of(
      text -> text,
      text -> text.substring(0, 3),
      text -> text.substring(text.length() - 2),
      text -> text.substring(2),
      text -> text.substring(1).substring(0, 2),
      text -> text.replace("-", "").substring(0, 4),
      text -> text.substring(1).replace("😀", "").substring(1),
      text -> text.substring(0, 1) + text.substring(text.length() - 1));

  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    out.println("text\tall\tfirst_3\tlast_2\tfrom_2\tfrom_1_first_2\twithout_first_4\tfrom_1_without_from_1\tfirst_1_last_1");
    Set<String> texts = new LinkedHashSet<>(List.of("", "a", "😀", "😀😀", "a😀", "😀a", "908582😀513", "2017-12-01"));
    while (texts.size() < 500) {
      StringBuilder text = new StringBuilder();
      for (int pieces = 1 + RANDOM.nextInt(6); pieces > 0; pieces--) text.append(PIECES[RANDOM.nextInt(PIECES.length)]);
      texts.add(text.toString());
    }
    for (String text : texts) {
      out.print(text);
      for (UnaryOperator<String> part : PARTS) {
        String cell;
        try {
          cell = Integer.toString(part.apply(text).hashCode());
        } catch (IndexOutOfBoundsException error) {
          cell = "throws";
        }
        out.print("\t" + cell);
      }
      out.println();
    }
    out.flush();
  }
}
