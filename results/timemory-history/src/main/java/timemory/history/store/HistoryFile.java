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
 * A file with the results of many runs: a database of DuckDB, whose tables {@link Schema} describes.
 *
 * <p>By one thread at a time, and one process: while it is open, others that want to open it wait or are refused. Failures are {@link
 * IOException}s whose message begins with the file.
 */
public final class HistoryFile implements AutoCloseable {
    private static final long BETWEEN_TRIES_MS = 100;
    private static final int MAX_TRIES = 300;

    private final Database database;

    /** {@code null} where the regions are not known, or no longer. */
    private @Nullable RunWriter adding;

    private HistoryFile(Database database) {
        this.database = database;
    }

    /** Opens {@code path}, which is made where it is not there. Waits a while, half a minute at most, where another process has it. */
    public static HistoryFile create(Path path) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        if (folder == null) throw new IOException(path + " is no name of a file");
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

    /** Opens {@code path}, to look at it alone where {@code isRead}. */
    public static HistoryFile open(Path path, boolean isRead) throws IOException {
        return open(path, isRead, isRead ? List.of() : Compaction.filesBeside(path));
    }

    /** Opens {@code path} to look at it, and to {@link #export} it to {@code target}. */
    public static HistoryFile openToExport(Path path, Path target) throws IOException {
        return open(path, true, List.of(AtomicFile.unfinished(target)));
    }

    private static HistoryFile open(Path path, boolean isRead, List<Path> others) throws IOException {
        if (isRead && !Files.isRegularFile(path)) throw new IOException(path + ": there is no such file: `timemory history add` makes one");
        Database database = Database.open(path, isRead, others);
        try {
            Schema.prepare(database, isRead);
            return new HistoryFile(database);
        } catch (IOException | RuntimeException exception) {
            database.close();
            throw exception;
        }
    }

    /** The number of the run whose files have this digest; 0 where there is none. */
    public int runWith(String digest) throws IOException {
        String statement = "select run from runs where digest = ?";
        return database.ask(statement, one -> one.setString(1, digest), row -> row.next() ? row.getInt(1) : 0);
    }

    /** Adds a run, whole or not at all; returns its number. */
    public int add(RunFacts facts, Results results, String digest) throws IOException {
        RunWriter now = adding != null ? adding : new RunWriter(database, regions(List.of()));
        adding = null; // where it fails, it may know what is not there
        int run = now.add(facts, results, digest);
        adding = now;
        return run;
    }

    /** All regions of {@code metrics}, of all metrics where there are none. */
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

    /** All runs, by their times. */
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

    /** A value, and where its run stands. */
    private record Found(int at, long laps, double sum) {}

    /** What each of {@code regions} took in those of {@code runs} that have it, in the order of {@code runs}. */
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

    /** What one run took: by the numbers of regions. */
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

    /** Forgets runs, and regions that no other has; returns how many runs there were. */
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

    /** Puts values in order where enough came since that was done last: a trend is quick then. */
    public void tidyIfDue() throws IOException {
        if (Compaction.isDue(database)) Compaction.sort(database);
    }

    /** Puts all values in order, and writes the file anew, without the space of what was deleted. Closes it. */
    public void tidy() throws IOException {
        Compaction.sort(database);
        Compaction.writeAnew(database);
    }

    /**
     * Writes all values with what is known of their runs and regions, to the file that {@link #openToExport} was told.
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

    /** What a statement returns: a row of names, and rows of texts, {@code null} for none. */
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
