package timemory.history.store;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import timemory.results.Results;
import timemory.tools.io.AtomicFile;

/**
 * A file with the results of many runs: a DuckDB database with the tables of {@link Schema}.
 *
 * <p>Not thread-safe, and for one process at a time: while it is open, other processes that want to open it wait or are refused. Failures
 * are {@link IOException}s whose message starts with the file name.
 */
public final class HistoryFile implements AutoCloseable {
    private static final long BETWEEN_TRIES_MS = 100;
    private static final int MAX_TRIES = 300;

    private final Database database;

    /** {@code null} if the regions are unknown, or no longer known. */
    private @Nullable RunWriter adding;

    private HistoryFile(Database database) {
        this.database = database;
    }

    /** Opens {@code path}, creating it if missing. If another process has it open, waits for up to half a minute. */
    public static HistoryFile create(Path path) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        if (folder == null) throw new IOException(path + " is not a file name");
        Files.createDirectories(folder);
        for (int tries = 1;; tries++) {
            try {
                return open(path, false);
            } catch (Database.BusyException failure) {
                if (tries == MAX_TRIES) throw failure;
                pause(failure);
            }
        }
    }

    private static void pause(IOException why) throws IOException {
        try {
            Thread.sleep(BETWEEN_TRIES_MS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw why;
        }
    }

    /** Opens {@code path}, read-only if {@code isRead}. */
    public static HistoryFile open(Path path, boolean isRead) throws IOException {
        return open(path, isRead, isRead ? List.of() : Compaction.filesBeside(path));
    }

    /** Opens {@code path} read-only, to {@link #export} it to {@code target}. */
    public static HistoryFile openToExport(Path path, Path target) throws IOException {
        return open(path, true, List.of(AtomicFile.unfinished(target)));
    }

    private static HistoryFile open(Path path, boolean isRead, List<Path> others) throws IOException {
        if (isRead && !Files.isRegularFile(path)) throw new IOException(path + ": no such file: `timemory history add` creates one");
        Database database = Database.open(path, isRead, others);
        try {
            Schema.prepare(database, isRead);
            return new HistoryFile(database);
        } catch (IOException | RuntimeException exception) {
            database.close();
            throw exception;
        }
    }

    /** Returns the number of the run whose files have this digest; 0 if there is none. */
    public int runWith(String digest) throws IOException {
        String statement = "select run from runs where digest = ?";
        return database.ask(statement, one -> one.setString(1, digest), row -> row.next() ? row.getInt(1) : 0);
    }

    /** Adds a run in a transaction, and returns its number. */
    public int add(RunFacts facts, Results results, String digest) throws IOException {
        RunWriter now = adding != null ? adding : new RunWriter(database, regions(List.of()));
        adding = null; // after a failure, it may have cached regions that were not stored
        int run = now.add(facts, results, digest);
        adding = now;
        return run;
    }

    /** Returns the regions of {@code metrics}; of all metrics if that is empty. */
    public List<Region> regions(List<String> metrics) throws IOException {
        String condition =
                metrics.isEmpty() ? "" : " where metric in (" + String.join(", ", metrics.stream().map(one -> "?").toList()) + ")";
        return database.ask("select region, metric, unit, path from regions" + condition + " order by region", one -> {
            for (int i = 0; i < metrics.size(); i++) one.setString(i + 1, metrics.get(i));
        }, row -> {
            List<Region> regions = new ArrayList<>();
            while (row.next()) regions.add(new Region(row.getInt(1), row.getString(2), row.getString(3), Database.texts(row.getArray(4))));
            return regions;
        });
    }

    /** Returns all runs in time order. */
    public List<Run> runs() throws IOException {
        String statement =
                "select run, ended, commit, branch, machine, program, map_keys(parameters), map_values(parameters), count(region) "
                        + "from runs left join measured using (run) group by all order by ended, run";
        return database.ask(statement, none -> {}, row -> {
            List<Run> runs = new ArrayList<>();
            while (row.next()) {
                Instant at = row.getTimestamp(2).toLocalDateTime().toInstant(ZoneOffset.UTC);
                List<String> names = Database.texts(row.getArray(7));
                List<String> values = Database.texts(row.getArray(8));
                Map<String, String> parameters = new HashMap<>();
                for (int i = 0; i < names.size(); i++) parameters.put(names.get(i), values.get(i));
                RunFacts facts = new RunFacts(at, row.getString(3), row.getString(4), row.getString(5), row.getString(6), parameters);
                runs.add(new Run(row.getInt(1), facts, row.getInt(9)));
            }
            return runs;
        });
    }

    /** A value, and the index of its run. */
    private record Found(int at, long laps, double sum) {}

    /** Returns the values of each of {@code regions} in those of {@code runs} that have it, in the order of {@code runs}. */
    public Map<Integer, Values> valuesOf(List<Integer> regions, List<Run> runs) throws IOException {
        Map<Integer, Integer> order = new HashMap<>();
        for (int i = 0; i < runs.size(); i++) order.put(runs.get(i).number(), i);
        Object[] numbers = regions.toArray();
        String statement = "select region, run, coalesce(laps, -1), sum from measured where region in (select unnest(?))";
        return database.ask(statement, one -> one.setArray(1, database.connection.createArrayOf("INTEGER", numbers)), row -> {
            Map<Integer, List<Found>> found = new HashMap<>();
            while (row.next()) {
                Integer at = order.get(row.getInt(2));
                if (at == null) continue;
                found.computeIfAbsent(row.getInt(1), none -> new ArrayList<>()).add(new Found(at, row.getLong(3), row.getDouble(4)));
            }
            Map<Integer, Values> values = new HashMap<>();
            found.forEach((region, rows) -> values.put(region, inOrder(rows, runs)));
            return values;
        });
    }

    private static Values inOrder(List<Found> rows, List<Run> runs) {
        rows.sort(Comparator.comparingInt(Found::at));
        int size = rows.size();
        Values values = new Values(new int[size], new long[size], new double[size]);
        for (int i = 0; i < size; i++) {
            values.runs()[i] = runs.get(rows.get(i).at).number();
            values.laps()[i] = rows.get(i).laps;
            values.sums()[i] = rows.get(i).sum;
        }
        return values;
    }

    /** Returns the values of one run by region number. */
    public Map<Integer, Values> valuesIn(Run run) throws IOException {
        String statement = "select region, coalesce(laps, -1), sum from measured where run = ?";
        return database.ask(statement, one -> one.setInt(1, run.number()), row -> {
            Map<Integer, Values> values = new HashMap<>();
            while (row.next()) {
                values.put(row.getInt(1),
                        new Values(new int[] {run.number()}, new long[] {row.getLong(2)}, new double[] {row.getDouble(3)}));
            }
            return values;
        });
    }

    /** Deletes runs, and regions that no other run has. Returns the number of deleted runs. */
    public int remove(List<Integer> runs) throws IOException {
        adding = null;
        return database.whole(() -> {
            int removed = 0;
            for (int run : runs) {
                removed += (int) database.number("select count(*) from runs where run = " + run);
                for (String table : List.of("runs", "body", "tail")) database.execute("delete from " + table + " where run = " + run);
            }
            database.execute("delete from regions where region not in (select region from measured)");
            return removed;
        });
    }

    /** Sorts values if enough were added since the last time, which makes trends fast to read. */
    public void tidyIfDue() throws IOException {
        if (Compaction.isDue(database)) Compaction.sort(database);
    }

    /** Sorts all values and rewrites the file without the space of deleted values. Closes it. */
    public void tidy() throws IOException {
        Compaction.sort(database);
        Compaction.writeAnew(database);
    }

    /**
     * Writes all values with their runs and regions to the file passed to {@link #openToExport}.
     *
     * @param format {@code parquet} or {@code csv}
     */
    public void export(Path file, String format) throws IOException {
        Path part = AtomicFile.unfinished(file);
        try {
            if (format.equals("parquet")) writeParquet(part);
            else writeCsv(part);
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static final String ALL = " from measured join runs using (run) join regions using (region) order by region, run";

    private void writeParquet(Path file) throws IOException {
        database.execute(
                "copy (select run, ended, commit, branch, machine, program, parameters, metric, unit, path, laps, sum" + ALL + ") to "
                        + Database.quoted(file.toAbsolutePath().toString()) + " (format parquet, compression zstd, use_tmp_file false)");
    }

    private void writeCsv(Path file) throws IOException {
        String statement =
                "select run, ended::varchar as ended, commit, branch, machine, program, parameters::varchar as parameters, metric, "
                        + "unit, array_to_string(path, '/') as path, laps, sum::varchar as sum" + ALL;
        try (Writer out = Files.newBufferedWriter(file)) {
            database.read(statement, rows -> {
                int columns = rows.getMetaData().getColumnCount();
                for (int i = 1; i <= columns; i++) {
                    out.append(i == 1 ? "" : ",").append(CsvCell.of(rows.getMetaData().getColumnLabel(i)));
                }
                out.append('\n');
                while (rows.next()) {
                    for (int i = 1; i <= columns; i++) out.append(i == 1 ? "" : ",").append(CsvCell.of(rows.getString(i)));
                    out.append('\n');
                }
            });
        }
    }

    /** Returns the result of a statement: a row of column names, and rows of texts, {@code null} for NULL. */
    public List<@Nullable String[]> query(String statement) throws IOException {
        return database.ask(statement, none -> {}, row -> {
            List<@Nullable String[]> rows = new ArrayList<>();
            int columns = row.getMetaData().getColumnCount();
            String[] names = new String[columns];
            for (int i = 0; i < columns; i++) names[i] = row.getMetaData().getColumnLabel(i + 1);
            rows.add(names);
            while (row.next()) {
                @Nullable
                String[] values = new String[columns];
                for (int i = 0; i < columns; i++) values[i] = row.getString(i + 1);
                rows.add(values);
            }
            return rows;
        });
    }

    @Override
    public void close() throws IOException {
        database.close();
    }
}
