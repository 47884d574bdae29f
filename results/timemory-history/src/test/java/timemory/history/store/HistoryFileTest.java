package timemory.history.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.results.Results;
import timemory.tools.read.ResultFiles;

class HistoryFileTest {
    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("history.duckdb");
    }

    private static RunFacts facts(long second, String... parameters) {
        Map<String, String> all = new TreeMap<>();
        for (int i = 0; i < parameters.length; i += 2) all.put(parameters[i], parameters[i + 1]);
        return new RunFacts(Instant.ofEpochSecond(1_700_000_000L + second), "c" + second, "main", "machine", "program", all);
    }

    /** Results made from stacks with samples: "main;solve 3". */
    private static Results results(String... stacks) throws IOException {
        return ResultFiles.read(new ByteArrayInputStream(String.join("\n", stacks).getBytes(StandardCharsets.UTF_8)), "stacks.collapsed");
    }

    private static Map<String, Double> sumsIn(HistoryFile file, Run run) throws IOException {
        Map<Integer, String> names = new HashMap<>();
        file.regions(List.of()).forEach(region -> names.put(region.number(), region.name()));
        Map<String, Double> sums = new TreeMap<>();
        file.valuesIn(run).forEach((region, values) -> sums.put(names.get(region), values.sums()[0]));
        return sums;
    }

    @Test
    void whatWasAddedIsThereWhenItIsOpenedAgain() throws IOException {
        try (HistoryFile file = HistoryFile.create(file())) {
            assertEquals(1, file.add(facts(5, "size", "1000", "mode", "it's \"fast\""), results("main;solve 3", "main 1"), "one"));
            assertEquals(2, file.add(facts(2), results("main;solve 7"), "two"));
            assertEquals(1, file.runWith("one"));
            assertEquals(0, file.runWith("three"));
        }
        try (HistoryFile file = HistoryFile.open(file(), true)) {
            List<Run> runs = file.runs();
            assertEquals(List.of(2, 1), runs.stream().map(Run::number).toList(), "by their times");
            assertEquals(facts(5, "size", "1000", "mode", "it's \"fast\""), runs.get(1).facts());
            assertEquals(Map.of("main", 4.0, "main/solve", 3.0), sumsIn(file, runs.get(1)));
            Region solve = file.regions(List.of("samples")).stream().filter(region -> region.isNamed("solve")).findFirst().orElseThrow();
            assertArrayEquals(new double[] {7, 3}, file.valuesOf(List.of(solve.number()), runs).get(solve.number()).sums());
            assertEquals(List.of(), file.regions(List.of("wall_clock")));
        }
    }

    @Test
    void labelsOfAnyKindAreKeptAsTheyAre() throws IOException {
        List<String> labels =
                List.of("it's", "a/b", "\"quoted\", and more", "[brackets]", "naïve 数 \uD83D\uDE00", "') drop table runs --", "null", "{}");
        try (HistoryFile file = HistoryFile.create(file())) {
            file.add(facts(1), results(labels.stream().map(label -> label + " 2").toArray(String[]::new)), "");
            file.tidy();
        }
        try (HistoryFile file = HistoryFile.open(file(), true)) {
            assertEquals(labels.stream().sorted().toList(), sumsIn(file, file.runs().get(0)).keySet().stream().sorted().toList());
        }
    }

    @Test
    void whateverIsDoneInWhateverOrderValuesAreThoseThatWereAdded() throws IOException {
        for (int seed = 0; seed < 5; seed++) {
            Random random = new Random(seed);
            Path path = folder.resolve("random" + seed + ".duckdb");
            Map<Integer, Map<String, Double>> model = new TreeMap<>();
            Map<Integer, Long> times = new HashMap<>();
            HistoryFile file = HistoryFile.create(path);
            int next = 1;
            for (int step = 0; step < 40; step++) {
                int what = random.nextInt(10);
                if (what < 6) {
                    Map<String, Double> run = new TreeMap<>();
                    List<String> stacks = new ArrayList<>();
                    for (int i = 1 + random.nextInt(20); i > 0; i--) {
                        int region = random.nextInt(30);
                        if (run.putIfAbsent("r" + region, 1.0 + random.nextInt(1000)) == null)
                            stacks.add("r" + region + " " + run.get("r" + region).longValue());
                    }
                    long time = random.nextInt(1000);
                    int number = file.add(facts(time), results(stacks.toArray(String[]::new)), "");
                    assertTrue(number >= next || !model.containsKey(number), "a new number");
                    model.put(number, run);
                    times.put(number, time);
                    next = number + 1;
                } else if (what < 8 && !model.isEmpty()) {
                    List<Integer> gone = model.keySet().stream().filter(run -> random.nextInt(4) == 0).toList();
                    assertEquals(gone.size(), file.remove(gone));
                    gone.forEach(model::remove);
                } else if (what == 8) {
                    file.tidy();
                    file = HistoryFile.open(path, false);
                } else {
                    file.close();
                    file = HistoryFile.open(path, false);
                }
                List<Run> runs = file.runs();
                assertEquals(model.keySet(), new TreeSet<>(runs.stream().map(Run::number).toList()));
                for (Run run : runs) {
                    assertEquals(model.get(run.number()), sumsIn(file, run), "seed " + seed + ", step " + step);
                    assertEquals(1_700_000_000L + times.get(run.number()), run.facts().at().getEpochSecond());
                    assertEquals(model.get(run.number()).size(), run.regions());
                }
                List<Integer> regions = file.regions(List.of()).stream().map(Region::number).toList();
                Map<Integer, Values> all = file.valuesOf(regions, runs);
                for (Region region : file.regions(List.of())) {
                    Values values = all.get(region.number());
                    List<Double> expected =
                            runs.stream().map(run -> model.get(run.number()).get(region.name())).filter(sum -> sum != null).toList();
                    assertEquals(expected, Arrays.stream(values.sums()).boxed().toList(), "in the order of time");
                }
            }
            file.close();
        }
    }

    @Test
    void anotherFileIsRefusedAndLeftAsItIs() throws Exception {
        Path text = Files.writeString(folder.resolve("text"), "no database, and longer than its header would be ".repeat(500));
        String wrong = assertThrows(IOException.class, () -> HistoryFile.open(text, true)).getMessage();
        assertTrue(wrong.endsWith("is not a timemory history file"), wrong);
        Path other = folder.resolve("other.duckdb");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + other);
                Statement statement = connection.createStatement()) {
            statement.execute("create table mine(x integer)");
        }
        wrong = assertThrows(IOException.class, () -> HistoryFile.create(other)).getMessage();
        assertTrue(wrong.endsWith("is a database without timemory history"), wrong);
        Path missing = folder.resolve("missing.duckdb");
        wrong = assertThrows(IOException.class, () -> HistoryFile.open(missing, true)).getMessage();
        assertTrue(wrong.contains("no such file"), wrong);
        assertFalse(Files.exists(missing));
        HistoryFile.create(file()).close();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + file());
                Statement statement = connection.createStatement()) {
            statement.execute("update history set version = 99");
        }
        wrong = assertThrows(IOException.class, () -> HistoryFile.open(file(), true)).getMessage();
        assertTrue(wrong.endsWith("belongs to another version of timemory history"), wrong);
    }

    /** Keeps the file open until its input ends. */
    static final class Holder {
        public static void main(String[] arguments) throws IOException {
            try (HistoryFile file = HistoryFile.create(Path.of(arguments[0]))) {
                file.add(facts(1), results("main 1"), "of another process");
                System.out.println("open");
                while (System.in.read() >= 0) continue;
            }
        }
    }

    @Test
    void whoAddsWaitsForAnotherProcess() throws Exception {
        Process holder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), Holder.class.getName(),
                file().toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        assertEquals("open", holder.inputReader().readLine());
        String refused = assertThrows(IOException.class, () -> HistoryFile.open(file(), true)).getMessage();
        assertTrue(refused.endsWith("another process has it open"), refused);
        Thread ending = new Thread(() -> {
            try {
                Thread.sleep(300);
                holder.getOutputStream().close();
            } catch (IOException | InterruptedException failure) {
                throw new IllegalStateException(failure);
            }
        });
        ending.start();
        try (HistoryFile file = HistoryFile.create(file())) {
            assertEquals(2, file.add(facts(2), results("main 2"), "of this one"));
        }
        ending.join();
        assertEquals(0, holder.waitFor());
    }

    @Test
    void statementsOfOthersReadNothingElseAndChangeNothing() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret.csv"), "a\n1\n");
        try (HistoryFile file = HistoryFile.create(file())) {
            file.add(facts(1), results("main 1"), "");
        }
        try (HistoryFile file = HistoryFile.open(file(), true)) {
            for (String statement : List.of("select * from read_csv('" + secret + "')", "copy runs to '" + folder + "/out.csv'",
                    "drop table runs",
                    "attach '" + folder + "/new.duckdb' as n", "set enable_external_access = true", "install httpfs", "load httpfs",
                    "delete from runs", "select * from '" + secret + "'")) {
                assertThrows(IOException.class, () -> file.query(statement), statement);
            }
            assertEquals("1", file.query("select count(*) from runs").get(1)[0]);
        }
        assertFalse(Files.exists(folder.resolve("out.csv")));
        assertFalse(Files.exists(folder.resolve("new.duckdb")));
    }

    /** Executes {@code statements} as another program would. */
    private void byAStranger(String... statements) throws Exception {
        try (Connection stranger = DriverManager.getConnection("jdbc:duckdb:" + file()); Statement one = stranger.createStatement()) {
            for (String statement : statements) one.execute(statement);
        }
    }

    @Test
    void filesThatHaveMoreThanOurTablesAreRefused() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "secret");
        String view = "create view runs as select 1 as run, now()::timestamp as ended, content as commit, '' as branch, '' as machine, "
                + "'' as program, map {} as parameters, '' as digest from read_text('" + secret + "')";
        List<List<String>> all = List.of(
                List.of("drop table runs", view),
                List.of("drop view measured", "create view measured as select * from body"),
                List.of("create macro count(x) as 99"),
                List.of("create macro duckdb_tables() as table select 'nothing' as sql"),
                List.of("create macro \"||\"(x, y) as 'CREATE TABLE history(\"version\" INTEGER);'"),
                List.of("create macro current_database() as 'nowhere'"),
                List.of("create table more(x integer)"),
                List.of("create type word as enum ('a')"),
                List.of("create sequence numbers"),
                List.of("create schema other"),
                List.of("create index one on runs(commit)"),
                List.of("create trigger one after insert on runs for each statement delete from tail"),
                List.of("alter table runs alter commit set default getenv('HOME')"),
                List.of("drop table regions"));
        for (List<String> statements : all) {
            Files.deleteIfExists(file());
            try (HistoryFile file = HistoryFile.create(file())) {
                file.add(facts(1), results("main 1"), "");
            }
            try {
                byAStranger(statements.toArray(String[]::new));
            } catch (SQLException ignored) {
                continue;
            }
            for (boolean isRead : List.of(true, false)) {
                IOException refused = assertThrows(IOException.class, () -> HistoryFile.open(file(), isRead).close(), statements::toString);
                assertTrue(refused.getMessage().matches("(?s).*: (has objects|lacks time|is a database without).*"), refused.getMessage());
            }
        }
    }

    /** A new version of DuckDB may keep more in a file: if this fails, check whether {@link Schema#KINDS} lacks it. */
    @Test
    void allThatAFileCanHaveIsLookedAt() throws Exception {
        List<String> kept = List.of("columns", "constraints", "functions", "indexes", "schemas", "sequences", "tables", "triggers", "types",
                "views");
        Set<String> others = Set.of("approx_database_count", "available_metrics", "connection_count", "coordinate_systems", "databases",
                "dependencies", "dialects", "eviction_queues", "extension_repositories", "extensions", "external_file_cache",
                "external_resource_types", "external_resources", "grammar_extensions", "keywords", "log_contexts", "logs", "logs_parsed",
                "memory", "optimizers", "prepared_statements", "profiling_settings", "secret_type_parameters", "secret_types", "secrets",
                "settings", "table_sample", "temporary_files", "variables");
        List<String> found = new ArrayList<>();
        try (Connection database = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = database.createStatement();
                ResultSet names = statement.executeQuery("select distinct function_name from duckdb_functions() order by 1")) {
            while (names.next()) {
                String name = names.getString(1);
                if (name.startsWith("duckdb_") && !others.contains(name.substring(7))) found.add(name.substring(7));
            }
        }
        assertEquals(kept, found);
    }

    @Test
    void aNameIsNoPlaceForOptions() throws Exception {
        Path statements = Files.writeString(folder.resolve("evil.sql"), "copy (select 1) to '" + folder.resolve("written") + "'");
        Path file = Path.of(file() + ";session_init_sql_file=" + statements);
        IOException refused = assertThrows(IOException.class, () -> HistoryFile.create(file).close());
        assertTrue(refused.getMessage().contains("its path contains a ';'"), refused.getMessage());
        assertFalse(Files.exists(folder.resolve("written")));
        assertFalse(Files.exists(file()));
    }

    @Test
    void theFileOfAnotherDatabaseIsExportedToTheFileThatWasNamedAlone() throws Exception {
        try (HistoryFile file = HistoryFile.create(file())) {
            file.add(facts(1), results("=cmd()|x 1", "a\u001B[2J 2"), "");
        }
        Path csv = folder.resolve("it's.csv");
        Path parquet = folder.resolve("it's.parquet");
        try (HistoryFile file = HistoryFile.openToExport(file(), csv)) {
            file.export(csv, "csv");
            assertThrows(IOException.class, () -> file.export(folder.resolve("other.parquet"), "parquet"));
        }
        for (int i = 0; i < 2; i++) {
            try (HistoryFile file = HistoryFile.openToExport(file(), parquet)) {
                file.export(parquet, "parquet");
            }
        }
        String text = Files.readString(csv);
        assertTrue(text.contains(",'=cmd()|x,") && text.contains(",a\\u001b[2J,"), text);
        assertTrue(Files.size(parquet) > 0);
    }

    @Test
    void tidyingOrdersValuesByRegionsAndKeepsTheKeys() throws IOException {
        try (HistoryFile file = HistoryFile.create(file())) {
            for (int i = 0; i < 50; i++) {
                String[] stacks = new String[500];
                for (int j = 0; j < stacks.length; j++) stacks[j] = "r" + j + " " + (1_000_000 + i * j);
                file.add(facts(i), results(stacks), "d" + i);
            }
        }
        long before = Files.size(file());
        try (HistoryFile file = HistoryFile.open(file(), false)) {
            file.tidy();
        }
        assertTrue(Files.size(file()) <= before, Files.size(file()) + " of " + before);
        try (HistoryFile file = HistoryFile.open(file(), false)) {
            assertEquals("25000", file.query("select count(*) from body").get(1)[0]);
            assertEquals("0", file.query("select count(*) from tail").get(1)[0]);
            String outOfOrder = "select count(*) from (select region, run, lag((region, run)) over (order by rowid) as before from body) "
                    + "where before >= (region, run)";
            assertEquals("0", file.query(outOfOrder).get(1)[0]);
            assertEquals(51, file.add(facts(99), results("r1 5"), "d99"));
            assertEquals(50, file.runWith("d49"));
            assertThrows(IOException.class, () -> file.query("insert into runs select * from runs"), "keys are still kept");
        }
        try (var left = Files.list(folder)) {
            assertEquals(List.of("history.duckdb"),
                    left.map(path -> path.getFileName().toString()).filter(name -> !name.endsWith(".wal")).toList());
        }
    }
}
