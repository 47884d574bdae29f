package timemory.history.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Array;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import timemory.results.Results;

/**
 * A file of DuckDB with the results of many runs.
 *
 * <p>Runs come one after another, and are asked for by region. So there are two tables of values, {@code tail} in the order in which they
 * came, and {@code body} in the order of regions; {@link #tidy} moves the one into the other. The view {@code measured} has both.
 *
 * <pre>
 * runs(run, ended, commit, branch, machine, program, parameters, digest)
 * regions(region, metric, unit, path)
 * tail, body, measured(run, region, laps, sum)
 * </pre>
 *
 * <p>By one thread at a time, and one process: while it is open, others that want to open it are refused. Statements of others can read no other
 * files, and load nothing.
 */
public final class HistoryFile implements AutoCloseable {
    private static final int VERSION = 1;

    /** So many values may lie in the order in which they came before they are moved, of 200 runs of 2,000 regions; */
    private static final long MOST_IN_TAIL = 400_000;

    /** or this part of the others, so that it is done ever more seldom. */
    private static final int TAIL_OF_BODY = 4;

    private final Path path;
    private final DuckDBConnection connection;
    private final Map<Measured.Key, Integer> known = new HashMap<>();
    private int lastRegion;

    private HistoryFile(Path path, DuckDBConnection connection) {
        this.path = path;
        this.connection = connection;
    }

    /** Opens {@code path}, which is made where it is not there. */
    public static HistoryFile create(Path path) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        if (folder == null) throw new IOException(path + " is no name of a file");
        Files.createDirectories(folder);
        return open(path, false);
    }

    /** Opens {@code path}, to look at it alone where {@code isRead}. */
    public static HistoryFile open(Path path, boolean isRead) throws IOException {
        if (isRead && !Files.isRegularFile(path)) throw new IOException(path + ": there is no such file: `timemory history add` makes one");
        Properties properties = new Properties();
        if (isRead) properties.setProperty("duckdb.read_only", "true");
        properties.setProperty("autoinstall_known_extensions", "false");
        properties.setProperty("autoload_known_extensions", "false");
        properties.setProperty("memory_limit", "1GB");
        try {
            Connection connection = DriverManager.getConnection("jdbc:duckdb:" + path.toAbsolutePath(), properties);
            HistoryFile file = new HistoryFile(path, connection.unwrap(DuckDBConnection.class));
            try {
                file.prepare(isRead);
            } catch (SQLException | IOException wrong) {
                file.close();
                throw wrong;
            }
            return file;
        } catch (SQLException wrong) {
            throw new IOException(path + ": " + sentence(wrong), wrong);
        }
    }

    /** Without the names of classes and of the kind of error. */
    private static String sentence(SQLException wrong) {
        String text = String.valueOf(wrong.getMessage()).lines().findFirst().orElse("").replaceFirst("^(java\\.[\\w.]+: )?([A-Z][\\w ]* Error: )?", "");
        if (text.contains("Conflicting lock") || text.contains("Could not set lock")) return "another process has it open";
        return text.contains("not a valid DuckDB database") ? "is no file of timemory history" : text;
    }

    private void prepare(boolean isRead) throws SQLException, IOException {
        try (Statement statement = connection.createStatement()) {
            boolean isNew;
            try (ResultSet tables = statement.executeQuery("select count(*) from information_schema.tables where table_name = 'history'")) {
                tables.next();
                isNew = tables.getInt(1) == 0;
            }
            if (isNew) {
                boolean isEmpty;
                try (ResultSet tables = statement.executeQuery("select count(*) from information_schema.tables")) {
                    tables.next();
                    isEmpty = tables.getInt(1) == 0;
                }
                if (isRead || !isEmpty) throw new IOException(path + ": is a database, and none of timemory history");
                makeTables(statement);
            }
            try (ResultSet version = statement.executeQuery("select version from history")) {
                if (!version.next() || version.getInt(1) != VERSION)
                    throw new IOException(path + ": is of another version of timemory history");
            }
        }
    }

    private static void makeTables(Statement statement) throws SQLException {
        statement.execute("begin");
        statement.execute("create table runs(run integer primary key, ended timestamp not null, commit varchar not null, "
                + "branch varchar not null, machine varchar not null, program varchar not null, "
                + "parameters map(varchar, varchar) not null, digest varchar not null)");
        statement.execute("create table regions(region integer primary key, metric varchar not null, unit varchar not null, "
                + "path varchar[] not null)");
        for (String table : List.of("tail", "body"))
            statement.execute("create table " + table + "(run integer not null, region integer not null, laps bigint, sum double not null)");
        statement.execute("create view measured as select * from body union all select * from tail");
        statement.execute("create table history as select " + VERSION + " as version");
        statement.execute("commit");
    }

    /** From now on statements read no other files and load nothing. */
    public void confine() throws IOException {
        execute("set enable_external_access = false");
        execute("set lock_configuration = true");
    }

    private void execute(String statement) throws IOException {
        try (Statement one = connection.createStatement()) {
            one.execute(statement);
        } catch (SQLException wrong) {
            throw new IOException(path + ": " + sentence(wrong), wrong);
        }
    }

    /** The number of the run whose files have this digest; 0 where there is none. */
    public int runWith(String digest) throws IOException {
        return ask("select run from runs where digest = ?", statement -> statement.setString(1, digest), row -> row.next() ? row.getInt(1) : 0);
    }

    /** Adds a run, whole or not at all; returns its number. */
    public int add(RunFacts facts, Results results, String digest) throws IOException {
        try {
            if (known.isEmpty()) readRegions();
            connection.setAutoCommit(false);
            try {
                int run = 1 + askFor("select coalesce(max(run), 0) from runs");
                addRun(run, facts, digest);
                addValues(run, Measured.of(results));
                connection.commit();
                return run;
            } catch (SQLException | RuntimeException failure) {
                connection.rollback();
                known.clear();
                lastRegion = 0;
                throw failure;
            } finally {
                connection.setAutoCommit(true);
            }
        } catch (SQLException wrong) {
            throw new IOException(path + ": " + sentence(wrong), wrong);
        }
    }

    private void addRun(int run, RunFacts facts, String digest) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("insert into runs values (?, ?, ?, ?, ?, ?, map(?, ?), ?)")) {
            insert.setInt(1, run);
            insert.setTimestamp(2, Timestamp.valueOf(LocalDateTime.ofInstant(facts.at(), ZoneOffset.UTC)));
            insert.setString(3, facts.commit());
            insert.setString(4, facts.branch());
            insert.setString(5, facts.machine());
            insert.setString(6, facts.program());
            insert.setArray(7, connection.createArrayOf("VARCHAR", facts.parameters().keySet().toArray()));
            insert.setArray(8, connection.createArrayOf("VARCHAR", facts.parameters().values().toArray()));
            insert.setString(9, digest);
            insert.execute();
        }
    }

    private void addValues(int run, Map<Measured.Key, Measured.Value> measured) throws SQLException {
        List<Measured.Key> added = new ArrayList<>();
        try (DuckDBAppender tail = connection.createAppender(DuckDBConnection.DEFAULT_SCHEMA, "tail")) {
            for (Map.Entry<Measured.Key, Measured.Value> one : measured.entrySet()) {
                Integer region = known.get(one.getKey());
                if (region == null) {
                    region = ++lastRegion;
                    known.put(one.getKey(), region);
                    added.add(one.getKey());
                }
                tail.beginRow();
                tail.append(run);
                tail.append(region.intValue());
                if (one.getValue().laps < 0) tail.appendNull();
                else tail.append(one.getValue().laps);
                tail.append(one.getValue().sum);
                tail.endRow();
            }
        }
        try (PreparedStatement insert = connection.prepareStatement("insert into regions values (?, ?, ?, ?)")) {
            for (Measured.Key key : added) {
                insert.setInt(1, known.get(key));
                insert.setString(2, key.metric());
                insert.setString(3, key.unit());
                insert.setArray(4, connection.createArrayOf("VARCHAR", key.path().toArray()));
                insert.addBatch();
            }
            if (!added.isEmpty()) insert.executeBatch();
        }
    }

    private void readRegions() throws SQLException {
        for (Region region : regionsWhere("", List.of())) {
            known.put(new Measured.Key(region.metric(), region.unit(), region.path()), region.number());
            lastRegion = region.number();
        }
    }

    /** All regions of {@code metrics}, of all metrics where there are none. */
    public List<Region> regions(List<String> metrics) throws IOException {
        try {
            String marks = String.join(", ", metrics.stream().map(metric -> "?").toList());
            return regionsWhere(metrics.isEmpty() ? "" : " where metric in (" + marks + ")", metrics);
        } catch (SQLException wrong) {
            throw new IOException(path + ": " + sentence(wrong), wrong);
        }
    }

    private List<Region> regionsWhere(String condition, List<String> arguments) throws SQLException {
        List<Region> regions = new ArrayList<>();
        try (PreparedStatement ask = connection.prepareStatement("select region, metric, unit, path from regions" + condition + " order by region")) {
            for (int i = 0; i < arguments.size(); i++) ask.setString(i + 1, arguments.get(i));
            try (ResultSet row = ask.executeQuery()) {
                while (row.next()) regions.add(new Region(row.getInt(1), row.getString(2), row.getString(3), texts(row.getArray(4))));
            }
        }
        return regions;
    }

    private static List<String> texts(Array array) throws SQLException {
        return Arrays.stream((Object[]) array.getArray()).map(String::valueOf).toList();
    }

    /** All runs, by their times. */
    public List<Run> runs() throws IOException {
        String statement = "select run, ended, commit, branch, machine, program, map_keys(parameters), map_values(parameters), "
                + "(select count(*) from measured m where m.run = r.run) from runs r order by ended, run";
        return ask(statement, none -> {}, row -> {
            List<Run> runs = new ArrayList<>();
            while (row.next()) {
                Instant at = row.getTimestamp(2).toLocalDateTime().toInstant(ZoneOffset.UTC);
                List<String> names = texts(row.getArray(7));
                List<String> values = texts(row.getArray(8));
                Map<String, String> parameters = new HashMap<>();
                for (int i = 0; i < names.size(); i++) parameters.put(names.get(i), values.get(i));
                RunFacts facts = new RunFacts(at, row.getString(3), row.getString(4), row.getString(5), row.getString(6), parameters);
                runs.add(new Run(row.getInt(1), facts, row.getInt(9)));
            }
            return runs;
        });
    }

    /** What each of {@code regions} took in those of {@code runs} that have it, in the order of {@code runs}. */
    public Map<Integer, Values> valuesOf(List<Integer> regions, List<Run> runs) throws IOException {
        Map<Integer, Integer> order = new HashMap<>();
        for (int i = 0; i < runs.size(); i++) order.put(runs.get(i).number(), i);
        Object[] numbers = regions.toArray();
        String statement = "select region, run, laps, sum from measured where region in (select unnest(?)) order by region";
        return ask(statement, one -> one.setArray(1, connection.createArrayOf("INTEGER", numbers)), row -> {
            Map<Integer, List<double[]>> found = new HashMap<>();
            while (row.next()) {
                Integer at = order.get(row.getInt(2));
                if (at == null) continue;
                long laps = row.getLong(3);
                double[] value = {at, row.wasNull() ? -1 : laps, row.getDouble(4)};
                found.computeIfAbsent(row.getInt(1), none -> new ArrayList<>()).add(value);
            }
            Map<Integer, Values> values = new HashMap<>();
            found.forEach((region, rows) -> values.put(region, inOrder(rows, runs)));
            return values;
        });
    }

    private static Values inOrder(List<double[]> rows, List<Run> runs) {
        rows.sort((one, other) -> Double.compare(one[0], other[0]));
        int size = rows.size();
        Values values = new Values(new int[size], new long[size], new double[size]);
        for (int i = 0; i < size; i++) {
            values.runs()[i] = runs.get((int) rows.get(i)[0]).number();
            values.laps()[i] = (long) rows.get(i)[1];
            values.sums()[i] = rows.get(i)[2];
        }
        return values;
    }

    /** What one run took: by the numbers of regions. */
    public Map<Integer, Values> valuesIn(Run run) throws IOException {
        return ask("select region, laps, sum from measured where run = ?", one -> one.setInt(1, run.number()), row -> {
            Map<Integer, Values> values = new HashMap<>();
            while (row.next()) {
                long laps = row.getLong(2);
                long known = row.wasNull() ? -1 : laps;
                values.put(row.getInt(1), new Values(new int[] {run.number()}, new long[] {known}, new double[] {row.getDouble(3)}));
            }
            return values;
        });
    }

    /** Forgets runs, and regions that no other has; returns how many there were. */
    public int remove(List<Integer> runs) throws IOException {
        int removed = 0;
        execute("begin");
        try {
            for (int run : runs) {
                removed += askFor("select count(*) from runs where run = " + run);
                for (String table : List.of("runs", "body", "tail")) execute("delete from " + table + " where run = " + run);
            }
            execute("delete from regions where region not in (select region from measured)");
            execute("commit");
        } catch (IOException | SQLException failure) {
            execute("rollback");
            throw failure instanceof IOException known ? known : new IOException(path + ": " + failure.getMessage(), failure);
        }
        known.clear();
        lastRegion = 0;
        return removed;
    }

    /** Tidies where enough came since it was done last. */
    public void tidyIfDue() throws IOException {
        try {
            long body = askFor("select count(*) from body");
            if (askFor("select count(*) from tail") > Math.max(MOST_IN_TAIL, body / TAIL_OF_BODY)) sort();
        } catch (SQLException wrong) {
            throw new IOException(path + ": " + sentence(wrong), wrong);
        }
    }

    private void sort() throws IOException {
        execute("begin");
        execute("create or replace table sorted as select * from measured order by region, run");
        execute("drop view measured");
        execute("drop table body");
        execute("alter table sorted rename to body");
        execute("delete from tail");
        execute("create view measured as select * from body union all select * from tail");
        execute("commit");
    }

    /** Puts all values in the order of regions, and gives back the space of what was deleted: the file is written anew. Closes it. */
    public void tidy() throws IOException {
        sort();
        Path fresh = path.resolveSibling("." + path.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        Files.deleteIfExists(fresh);
        try {
            execute("attach " + quoted(fresh.toAbsolutePath().toString()) + " as fresh");
            for (String table : List.of("history", "runs", "regions", "tail", "body")) copyTable(table);
            execute("create view fresh.measured as select * from body union all select * from tail");
            execute("detach fresh");
            close();
            Files.move(fresh, path, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
            Files.deleteIfExists(fresh.resolveSibling(fresh.getFileName() + ".wal"));
        }
    }

    /** As it is defined, with its keys, and in its order. */
    private void copyTable(String table) throws IOException {
        String definition = ask("select sql from duckdb_tables() where table_name = ? and database_name = current_database()",
                statement -> statement.setString(1, table), row -> row.next() ? row.getString(1) : "");
        execute(definition.replaceFirst("(?i)create table (\\w+\\.)?", "create table fresh."));
        String order = table.equals("body") ? " order by region, run" : "";
        execute("insert into fresh." + table + " select * from " + table + order);
    }

    /**
     * Writes all values with what is known of their runs and regions.
     *
     * @param format {@code parquet} or {@code csv}
     */
    public void export(Path file, String format) throws IOException {
        String how = format.equals("parquet") ? "format parquet, compression zstd" : "format csv, header";
        String path = format.equals("parquet") ? "path" : "array_to_string(path, '/') as path";
        execute("copy (select run, ended, commit, branch, machine, program, parameters, metric, unit, " + path + ", laps, sum from measured "
                + "join runs using (run) join regions using (region) order by region, run) to " + quoted(file.toAbsolutePath().toString())
                + " (" + how + ")");
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /** What a statement returns: a row of names, and rows of texts. */
    public List<String[]> query(String statement) throws IOException {
        return ask(statement, none -> {}, row -> {
            List<String[]> rows = new ArrayList<>();
            int columns = row.getMetaData().getColumnCount();
            String[] names = new String[columns];
            for (int i = 0; i < columns; i++) names[i] = row.getMetaData().getColumnLabel(i + 1);
            rows.add(names);
            while (row.next()) {
                String[] values = new String[columns];
                for (int i = 0; i < columns; i++) values[i] = row.getString(i + 1);
                rows.add(values);
            }
            return rows;
        });
    }

    private int askFor(String statement) throws SQLException {
        try (Statement ask = connection.createStatement(); ResultSet row = ask.executeQuery(statement)) {
            row.next();
            return row.getInt(1);
        }
    }

    private interface Filling {
        void fill(PreparedStatement statement) throws SQLException;
    }

    private interface Reading<T> {
        T read(ResultSet rows) throws SQLException;
    }

    private <T> T ask(String statement, Filling arguments, Reading<T> reading) throws IOException {
        try (PreparedStatement ask = connection.prepareStatement(statement)) {
            arguments.fill(ask);
            try (ResultSet rows = ask.executeQuery()) {
                return reading.read(rows);
            }
        } catch (SQLException wrong) {
            throw new IOException(path + ": " + sentence(wrong), wrong);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException wrong) {
            throw new IOException(path + ": " + sentence(wrong), wrong);
        }
    }
}
