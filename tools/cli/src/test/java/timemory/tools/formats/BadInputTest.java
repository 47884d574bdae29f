package timemory.tools.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import timemory.output.ResultTexts;
import timemory.results.Results;
import timemory.tools.TimemoryCommandRun;
import timemory.tools.read.ResultFiles;

/** Files that are not whole, not right, or made to do harm: one clear error, and nothing written. */
class BadInputTest {

    /** More than any reader takes for one text. */
    private static final long SIZE_OF_BOMB = 400L << 20;
    private static final int SIZE_OF_PART = 10 << 20;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"json", "tree", "xml", "csv", "caliper", "flamegraph", "speedscope", "collapsed"})
    void filesCutAnywhereAreToldOrHoldTheSameNumbersSoFar(String format) throws Exception {
        Results results = SampleResults.small();
        byte[] whole = Files.readAllBytes(Outside.write(results, format, directory).get(0));
        List<Row> known = Row.raw(ResultFiles.read(write("whole", whole)));
        // Lines stand for themselves: a file cut between two is a shorter file.
        boolean isOfLines = format.equals("csv") || format.equals("collapsed");
        int refused = 0;
        for (int length = 0; length < whole.length; length++) {
            Path cut = write("cut", Arrays.copyOf(whole, length));
            try {
                List<Row> read = Row.raw(ResultFiles.read(cut));
                boolean isWholeButTheEnd = new String(whole, length, whole.length - length, StandardCharsets.UTF_8).isBlank();
                assertTrue(isOfLines || isWholeButTheEnd && read.equals(known),
                        "read as if whole, cut at " + length + " of " + whole.length);
            } catch (IOException failure) {
                assertNamesTheFile(cut, failure);
                refused++;
            }
        }
        assertTrue(refused > (isOfLines ? 0 : whole.length - 3), "refused " + refused + " of " + whole.length);
    }

    /** Of pprof, whose writers may write each number as a field of its own: reading them takes as long as there are many of them. */
    @Test
    void aSampleOfMillionsOfNumbersIsReadOrRefusedAtOnce() throws Exception {
        int numbers = 11_000_000;
        ByteArrayOutputStream sample = new ByteArrayOutputStream(2 * numbers);
        for (int i = 0; i < numbers; i++) {
            sample.write(1 << 3); // location_id, as a varint
            sample.write(1);
        }
        ByteArrayOutputStream profile = new ByteArrayOutputStream(sample.size() + 16);
        profile.write(new byte[] {1 << 3 | 2, 4, 1 << 3, 1, 2 << 3, 2}); // sample_type
        profile.write(2 << 3 | 2); // sample, with its length
        for (int rest = sample.size(); rest > 0; rest >>>= 7) {
            profile.write(rest > 127 ? rest & 127 | 128 : rest);
        }
        sample.writeTo(profile);
        Path file = directory.resolve("many.pb.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            profile.writeTo(out);
        }
        IOException failure = assertThrows(IOException.class, () -> ResultFiles.read(file));
        assertTrue(failure.getMessage().contains("more than 10000000 numbers"), failure.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "tree", "xml", "csv", "caliper", "flamegraph", "speedscope", "collapsed"})
    void filesWithWrongBytesAnywhereNeverFailOtherwise(String format) throws Exception {
        Results results = SampleResults.small();
        byte[] whole = Files.readAllBytes(Outside.write(results, format, directory).get(0));
        byte[] wrong = {0, '-', '"', '}', '[', '<', (byte) 0xFF, '9', 'x', '\n', ','};
        // One of them at each place; at length all of them at all.
        int step = "true".equals(System.getenv("THOROUGH")) ? 1 : wrong.length;
        for (int which = 0; which < wrong.length; which++) {
            for (int at = which % step; at < whole.length; at += step) {
                byte[] changed = whole.clone();
                changed[at] = wrong[which];
                Path file = write("changed", changed);
                try {
                    assertNotNull(Row.raw(ResultFiles.read(file)));
                } catch (IOException exception) {
                    assertNamesTheFile(file, exception);
                }
            }
        }
    }

    @Test
    void theCommandTellsOnceAndWritesNothing() throws Exception {
        byte[] tree = Files.readAllBytes(Outside.write(SampleResults.deep(3), "tree", directory).get(0));
        for (byte[] wrong : List.of(
                new byte[0], "\n \n".getBytes(StandardCharsets.UTF_8), new byte[] {0, 1, 2, (byte) 0xFF, (byte) 0xFE, 0, 0},
                Arrays.copyOf(tree, tree.length / 2),
                new byte[] {0x1F, (byte) 0x8B}, Arrays.copyOf(zipped(tree), 60), "{\"timemory\": 7}".getBytes(StandardCharsets.UTF_8))) {
            Path file = write("wrong.json", wrong);
            Path out = directory.resolve("out");
            StringWriter told = new StringWriter();
            int status = TimemoryCommandRun.execute(new PrintWriter(told), "report", "-f", "csv,tree,perfetto", "-o", out.toString(),
                    file.toString());
            assertEquals(1, status, told.toString());
            assertTrue(told.toString().contains(file.toString()), told.toString());
            assertEquals(1, told.toString().lines().count(), told.toString());
            assertFalse(Files.exists(out), told.toString());
        }
    }

    @Test
    void entitiesAndDocumentTypesAreRefused() throws Exception {
        String xml = Files.readString(Outside.write(SampleResults.deep(2), "xml", directory).get(0));
        Path secret = Files.writeString(directory.resolve("secret"), "SECRET");
        for (String type : List.of(
                "<!DOCTYPE cereal [<!ENTITY x SYSTEM \"" + secret.toUri() + "\">]>", "<!DOCTYPE cereal [<!ENTITY x \"many\">]>",
                "<!DOCTYPE cereal SYSTEM \"" + secret.toUri() + "\">")) {
            String hostile = xml.replace("<cereal>", type + "<cereal>").replace("level</prefix>", "&x;</prefix>");
            Path file = write("hostile.xml", hostile.getBytes(StandardCharsets.UTF_8));
            IOException told = assertThrows(IOException.class, () -> ResultFiles.read(file));
            assertNamesTheFile(file, told);
            assertFalse(told.getMessage().contains("SECRET"));
        }
    }

    @Test
    void nestingOfHundredThousandLevelsDoesNotOverflowTheStack() throws Exception {
        int levels = 100_000;
        String open =
                "{\"node\":{\"hash\":1,\"prefix\":\"x\",\"tid\":[0],\"pid\":[1],\"inclusive\":{\"entry\":{\"laps\":1},\"stats\":{\"sum\":1.0}}},\"children\":[";
        String component = "{\"timemory\":{\"wall_clock\":{\"type\":\"wall\",\"unit_repr\":\"sec\",\"unit_value\":1000000000,\"graph\":[";
        Path tree = write("deep.json", (component + open.repeat(levels) + "]}".repeat(levels) + "]}}}").getBytes(StandardCharsets.UTF_8));
        assertEquals(levels, Row.raw(ResultFiles.read(tree)).size());
        Path stacks = write("deep.collapsed", ("x;".repeat(levels) + "x 5\n").getBytes(StandardCharsets.UTF_8));
        assertEquals(levels + 1, Row.raw(ResultFiles.read(stacks)).size());
        for (String begin : List.of("{\"timemory\":", "{\"data\":", "{\"traceEvents\":",
                "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"profiles\":")) {
            refuse((begin + "[".repeat(levels)).getBytes(StandardCharsets.UTF_8));
            refuse((begin + "{\"a\":".repeat(levels)).getBytes(StandardCharsets.UTF_8));
        }
        refuse(("<cereal><timemory><wall_clock>" + "<a>".repeat(levels)).getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{\"timemory\":{\"wall_clock\":{\"type\":\"", "{\"traceEvents\":[{\"ph\":\"X\",\"name\":\"", "{\"data\":[[\"",
        "metric,unit,id,parent,depth,label,laps,sum\r\n\"", "x;",
        "<cereal><timemory><wall_clock><type>"})
    void whatUnpacksToMuchMoreThanItIsTakesBoundedMemory(String begin) throws Exception {
        Path bomb = bomb(begin, "0");
        IOException told = assertThrows(IOException.class, () -> ResultFiles.read(bomb));
        assertNamesTheFile(bomb, told);
        assertTrue(told.getMessage().matches("(?s).*(more than|exceeds|too large).*"), told.getMessage());
    }

    @Test
    void keysThatStandTwiceAndUnknownOnesDoNotMatter() throws Exception {
        String tree = Files.readString(Outside.write(SampleResults.deep(3), "tree", directory).get(0));
        List<Row> known = Row.raw(ResultFiles.read(write("known.json", tree.getBytes(StandardCharsets.UTF_8))));
        for (String other : List.of(
                tree.replace("\"type\":", "\"type\":\"other\",\"type\":"),
                tree.replace("\"hash\":", "\"hash\":7,\"hash\":"),
                tree.replace("\"type\":", "\"later\":{\"a\":[1,{\"b\":null}]},\"type\":"),
                tree.replace("\"tid\":", "\"numa\":[[0]],\"tid\":"),
                tree.replace("\"laps\":", "\"cereal_class_version\":0,\"laps\":"),
                "\uFEFF" + tree)) {
            assertEquals(known, Row.raw(ResultFiles.read(write("other.json", other.getBytes(StandardCharsets.UTF_8)))));
        }
    }

    @Test
    void realFilesOfTimemoryForCppAreRead() throws Exception {
        for (String sample : List.of("wall.json", "wall.tree.json", "flat/wall.json", "timeline/wall.json")) {
            Path file = Path.of("src/test/resources/timemory-cpp").resolve(sample);
            List<Row> rows = Row.raw(ResultFiles.read(file));
            assertEquals("wall_clock", rows.get(0).metric(), sample);
            Row main = rows.stream().filter(row -> row.label().equals("main")).findFirst()
                    .orElseThrow(() -> new AssertionError(sample + rows));
            assertTrue(main.inclusive() > 1e6 && main.inclusive() < 1e9, sample + " " + main);
        }
    }

    @Test
    void whatHasNoEndOrWaitsIsRefusedAtOnce() throws Exception {
        Path pipe = directory.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        for (Path endless : List.of(pipe, Path.of("/dev/zero"), Path.of("/dev/tty"), Path.of("/dev/full"))) {
            IOException told = assertThrows(IOException.class, () -> ResultFiles.read(endless));
            assertNamesTheFile(endless, told);
        }
        assertTrue(assertThrows(IOException.class, () -> ResultFiles.read(pipe)).getMessage().contains("pipe or device"));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "{\"timemory\":{\"wall_clock\":{\"unit_value\":", "{\"traceEvents\":[{\"ph\":\"X\",\"name\":\"a\",\"ts\":", "{\"data\":[[", "x ",
        "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"profiles\":[", "<cereal><timemory><wall_clock><type>"})
    void numbersWithoutEndAreRefusedInTheMidst(String begin) throws Exception {
        Path number = bomb(begin, "7");
        IOException told = assertThrows(IOException.class, () -> ResultFiles.read(number));
        assertNamesTheFile(number, told);
        assertTrue(told.getMessage().contains("more than"), told.getMessage());
    }

    @Test
    void anyNumberOfAThreadIsRead() throws Exception {
        for (String thread : List.of("2147483647", "999999999999", "-5", "1e300", "\"x\"", "null")) {
            Path trace = write("trace.json",
                    ("{\"otherData\":{\"component\":\"wall_clock\",\"unit\":\"nanoseconds\"},\"traceEvents\":[{\"name\":\"a\",\"ph\":\"X\",\"pid\":1,"
                            + "\"tid\":" + thread + ",\"ts\":0,\"dur\":5,\"args\":{\"laps\":1,\"depth\":0}}]}")
                            .getBytes(StandardCharsets.UTF_8));
            assertEquals(1, Row.raw(ResultFiles.read(trace)).size(), thread);
            Path tree = write("wall.tree.json",
                    ("{\"timemory\":{\"wall_clock\":{\"type\":\"wall\",\"unit_repr\":\"sec\",\"graph\":[{\"node\":{\"hash\":1,\"prefix\":\"x\",\"tid\":["
                            + thread + "],\"inclusive\":{\"entry\":{\"laps\":1},\"stats\":{\"sum\":1.0}}},\"children\":[]}]}}}")
                            .getBytes(StandardCharsets.UTF_8));
            assertEquals(1, Row.raw(ResultFiles.read(tree)).size(), thread);
        }
    }

    @Test
    void longWordsAndFarColumnsKeepTheirTableAndTheirPlace() throws Exception {
        String tree = Files.readString(Outside.write(SampleResults.small(), "tree", directory).get(0));
        Results results = ResultFiles.read(
                write("wall.tree.json", tree.replaceFirst("\"description\":\"[^\"]*\"", "\"description\":\"" + "w".repeat(5000) + "\"")
                        .getBytes(StandardCharsets.UTF_8)));
        assertTrue(ResultTexts.table(results.getGraphs().get(0), timemory.settings.Settings.load(new timemory.settings.SettingsBuilder()),
                new timemory.output.Screen(80, false)).contains(
                        ">>> "));
    }

    private void refuse(byte[] content) throws IOException {
        Path file = write("refused", content);
        assertNamesTheFile(file, assertThrows(IOException.class, () -> ResultFiles.read(file)));
    }

    private static void assertNamesTheFile(Path file, IOException told) {
        assertTrue(told.getMessage().startsWith(file + ": "), told.getMessage());
        assertTrue(told.getMessage().length() < file.toString().length() + 300 && !told.getMessage().endsWith(": null"), told.getMessage());
        assertEquals(1, told.getMessage().lines().count(), told.getMessage());
    }

    private Path write(String name, byte[] content) throws IOException {
        return Files.write(directory.resolve(name), content);
    }

    /** A gzip file of {@code begin} and 400 MB of {@code digit}. It repeats one compressed part: compressing all of it takes seconds. */
    private Path bomb(String begin, String digit) throws IOException {
        Path bomb = directory.resolve("bomb.gz");
        byte[] part = zipped(digit.repeat(SIZE_OF_PART).getBytes(StandardCharsets.UTF_8));
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(bomb))) {
            out.write(zipped(begin.getBytes(StandardCharsets.UTF_8)));
            for (long written = 0; written < SIZE_OF_BOMB; written += SIZE_OF_PART) {
                out.write(part);
            }
        }
        return bomb;
    }

    private static byte[] zipped(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(content);
        }
        return bytes.toByteArray();
    }
}
