import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/** Prints rows of `rpad(colume1, 'x', 20) + colume2`: both values in hex of their UTF-8, and the row. A longer value is kept. */
public class JavaPad {
    static String rpad(String text, char with, int width) {
        StringBuilder padded = new StringBuilder(text);
        while (padded.length() < width) padded.append(with);
        return padded.toString();
    }

    static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    public static void main(String[] args) {
        System.out.println("first_hex\tsecond_hex\trow_hex");
        String twenty = "abcdefghijklmnopqrst";
        List<String> firsts = List.of("", "a", "host1", "host12", "主机", "主机x1", "é", "日本語の名前", "😀", "😀😀😀😀😀😀😀😀😀😀", "a😀",
            "αβγδεζηθικλμνξοπρστυ", "主机主机主机主机主机主机主机主机主机主机", twenty, twenty + "u", "aaaaaaaaaaaaaaaaaaa😀", "hostx", "x", "主x");
        for (String first : firsts) {
            for (String second : List.of("c2", "", "主机", "xx")) {
                System.out.println(hex(first) + "\t" + hex(second) + "\t" + hex(rpad(first, 'x', 20) + second));
            }
        }
    }
}
