package timemory.history.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Array;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.duckdb.DuckDBConnection;

/** A connection to a DuckDB file. Errors name the file and describe the problem without DuckDB internals. */
final class Database implements AutoCloseable {
    final Path path;
    final DuckDBConnection connection;

    private Database(Path path, DuckDBConnection connection) {
        this.path = path;
        this.connection = connection;
    }

    /** Opens {@code path}. Statements can access only this file and {@code others}, because its content may be untrusted. */
    static Database open(Path path, boolean isRead, List<Path> others) throws IOException {
        String name = path.toAbsolutePath().toString();
        if (name.indexOf(';') >= 0) {
            throw new IOException(
                    path + ": its path contains a ';', after which DuckDB reads options, such as "
                            + "statements to run. Use a path without one");
        }
        Properties properties = new Properties();
        if (isRead) properties.setProperty("duckdb.read_only", "true");
        properties.setProperty("autoinstall_known_extensions", "false");
        properties.setProperty("autoload_known_extensions", "false");
        properties.setProperty("memory_limit", "1GB");
        try {
            Connection connection = DriverManager.getConnection("jdbc:duckdb:" + name, properties);
            Database database = new Database(path, connection.unwrap(DuckDBConnection.class));
            try {
                database.confine(others);
            } catch (IOException | RuntimeException failure) {
                connection.close();
                throw failure;
            }
            return database;
        } catch (SQLException exception) {
            if (isLocked(String.valueOf(exception.getMessage()))) throw new BusyException(path, exception);
            throw failure(path, exception);
        }
    }

    /** Opens a database without a file. */
    static Database inMemory() throws IOException {
        Path none = Path.of(":memory:");
        try {
            return new Database(none, DriverManager.getConnection("jdbc:duckdb:").unwrap(DuckDBConnection.class));
        } catch (SQLException exception) {
            throw failure(none, exception);
        }
    }

    private void confine(List<Path> others) throws IOException {
        String paths = String.join(", ", others.stream().map(other -> quoted(other.toAbsolutePath().toString())).toList());
        execute("set allowed_paths = [" + paths + "]");
        execute("set enable_external_access = false");
        execute("set lock_configuration = true");
    }

    /** Thrown if another process has the file open. */
    static final class BusyException extends IOException {
        private static final long serialVersionUID = 1;

        private BusyException(Path path, SQLException cause) {
            super(path + ": another process has it open", cause);
        }
    }

    private static boolean isLocked(String message) {
        return message.contains("Conflicting lock") || message.contains("Could not set lock");
    }

    IOException failure(SQLException wrong) {
        return failure(path, wrong);
    }

    private static IOException failure(Path path, SQLException wrong) {
        return new IOException(path + ": " + sentence(String.valueOf(wrong.getMessage())), wrong);
    }

    private static String sentence(String message) {
        if (message.contains("not a valid DuckDB database")) return "is not a timemory history file";
        String first = message.lines().findFirst().orElse("");
        return first.replaceFirst("^(java\\.[\\w.]+: )?([A-Z][\\w ]* Error: )?", "");
    }

    void execute(String statement) throws IOException {
        try (Statement one = connection.createStatement()) {
            one.execute(statement);
        } catch (SQLException exception) {
            throw failure(exception);
        }
    }

    /** Returns the number that a statement returns. */
    long number(String statement) throws IOException {
        return ask(statement, none -> {}, row -> {
            row.next();
            return row.getLong(1);
        });
    }

    /** Binds arguments to parameters. */
    interface Filling {
        void fill(PreparedStatement statement) throws SQLException;
    }

    /** Reads the result of a statement. */
    interface Reading<T> {
        T read(ResultSet rows) throws SQLException, IOException;
    }

    <T> T ask(String statement, Filling arguments, Reading<T> reading) throws IOException {
        try (PreparedStatement ask = connection.prepareStatement(statement)) {
            arguments.fill(ask);
            try (ResultSet rows = ask.executeQuery()) {
                return reading.read(rows);
            }
        } catch (SQLException exception) {
            throw failure(exception);
        }
    }

    /** Reads the result of a statement, without returning anything. */
    interface Reader {
        void read(ResultSet rows) throws SQLException, IOException;
    }

    void read(String statement, Reader reader) throws IOException {
        ask(statement, none -> {}, rows -> {
            reader.read(rows);
            return rows;
        });
    }

    /** Modifies the file in a transaction. */
    interface Change<T> {
        T make() throws SQLException, IOException;
    }

    /** Modifies the file, without returning anything. */
    interface Step {
        void make() throws SQLException, IOException;
    }

    void whole(Step step) throws IOException {
        whole(() -> {
            step.make();
            return step;
        });
    }

    <T> T whole(Change<T> change) throws IOException {
        try {
            connection.setAutoCommit(false);
            try {
                T made = change.make();
                connection.commit();
                return made;
            } catch (SQLException | IOException | RuntimeException | Error failure) {
                connection.rollback();
                throw failure;
            } finally {
                connection.setAutoCommit(true);
            }
        } catch (SQLException exception) {
            throw failure(exception);
        }
    }

    Array texts(Object[] texts) throws SQLException {
        return connection.createArrayOf("VARCHAR", texts);
    }

    static List<String> texts(Array array) throws SQLException {
        return Arrays.stream((Object[]) array.getArray()).map(String::valueOf).toList();
    }

    /** Returns {@code text} as an SQL literal. */
    static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException exception) {
            throw failure(exception);
        }
    }
}
