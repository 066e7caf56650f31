import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;

/** Runs SQL through Phoenix's JDBC driver: a statement a line; its rows a line each, then `OK` or `ERROR ..`. */
public final class PhoenixOracle {
  public static void main(String[] args) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (Connection connection = DriverManager.getConnection("jdbc:phoenix:" + args[0])) {
      connection.setAutoCommit(true);
      out.println("READY");
      for (String sql; (sql = in.readLine()) != null; ) {
        try (Statement statement = connection.createStatement()) {
          if (statement.execute(sql)) rows(statement.getResultSet(), out);
          out.println("OK");
        } catch (SQLException e) {
          out.println("ERROR " + String.valueOf(e.getMessage()).replaceAll("\\s+", " "));
        }
      }
    }
    Runtime.getRuntime().halt(0);
  }

  private static void rows(ResultSet rows, PrintStream out) throws SQLException {
    int columns = rows.getMetaData().getColumnCount();
    while (rows.next()) {
      String[] row = new String[columns];
      for (int i = 0; i < columns; i++) row[i] = text(rows.getObject(i + 1));
      out.println(String.join("\t", row));
    }
  }

  /** Bytes in hex, times as epoch milliseconds. */
  private static String text(Object value) {
    if (value instanceof byte[] bytes) return HexFormat.of().formatHex(bytes);
    if (value instanceof java.util.Date time) return Long.toString(time.getTime());
    return String.valueOf(value);
  }
}
