package timemory.tools.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import timemory.output.ResultTexts;
import timemory.results.CallGraph;
import timemory.output.ResultFormat;
import timemory.results.Results;
import timemory.output.Screen;
import timemory.settings.Settings;
import timemory.settings.SettingsBuilder;
import timemory.tools.read.ResultFiles;

/**
 * Files that were valid once and then changed by chance: each is read, shown and written again, or refused by one sentence that names it
 * and says what is wrong in words of its own. More of them, of another seed: {@code -Dfuzz.files=10000 -Dfuzz.seed=2}.
 */
class ReaderFuzzTest {

    private static final int FILES = Integer.getInteger("fuzz.files", 150);
    private static final long SEED = Long.getLong("fuzz.seed", 20_261_122L);

    /** What stands in messages that were not meant for users. */
    private static final Pattern INTERNAL =
            Pattern.compile("Exception|Error\\b|\\b(java|com|javax|kotlin|timemory\\.tools|jdk)\\.[a-z]|: null$|[Ii]ndex -?\\d+|out of "
                    + "bounds|Count '|-\\d{7,}|JAXP|Stream[A-Z]|\\bToken\\b|Cannot invoke|toIndex");

    private static final List<String> WORDS = List.of(
            "0", "-1", "1e308", "-1e308", "9223372036854775807", "-9223372036854775808", "99999999999999999999", "0.1", "1e-320", "null",
            "true", "{}", "[]", "\"\"", "NaN",
            "Infinity", ",", ":", "\"", "\\", "}", "]", "{", "[", "\n", ";", " ", "(concurrent)", "1".repeat(1001), "x".repeat(3000),
            "[".repeat(50), "\u0000", "\uFEFF", "<a>",
            "</cereal>", "&lt;", "2147483648", "-2147483649", "4294967296");

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"json", "tree", "xml", "csv", "caliper", "flamegraph", "speedscope", "collapsed", "pprof", "perfetto"})
    void filesChangedByChanceAreReadOrRefusedInWords(String format) throws Exception {
        Random random = new Random(SEED + format.hashCode());
        List<byte[]> seeds = List.of(
                plain(Outside.write(SampleResults.small(), format, directory).get(0)),
                plain(Outside.write(SampleResults.onOneThreadAndOnTwo(), format, directory).get(0)),
                plain(Outside
                        .write(SampleResults.varied(List.of("wall_clock", "read_bytes", "cpu_util"), List.of("a;b", "say \"it\"", "<b>")),
                                format, directory)
                        .get(0)));
        Path file = directory.resolve("changed");
        int refused = 0;
        for (int i = 0; i < FILES; i++) {
            byte[] changed = seeds.get(random.nextInt(seeds.size()));
            for (int changes = 1 + random.nextInt(6); changes > 0; changes--) {
                changed = changed(changed, random, format.equals("pprof") || format.equals("perfetto"));
            }
            Files.write(file, changed);
            refused += outcome(file, i) ? 0 : 1;
        }
        assertTrue(refused > FILES / 20 && refused < FILES, refused + " of " + FILES + " refused");
    }

    /** Whether it was read. */
    private boolean outcome(Path file, int turn) throws IOException {
        Results results;
        try {
            results = ResultFiles.read(file);
        } catch (IOException failure) {
            String message = failure.getMessage();
            assertTrue(message.startsWith(file + ": "), message);
            String words = message.substring(file.toString().length());
            // What stands between quotes is of the file.
            assertFalse(INTERNAL.matcher(words.replaceAll("'[^']*'|\"[^\"]*\"", "''")).find(), () -> "file " + turn + ": " + message);
            assertTrue(words.length() < 400, message);
            assertEquals(1, message.lines().count(), message);
            return false;
        } catch (Throwable exception) {
            throw new AssertionError("file " + turn + " of seed " + SEED, exception);
        }
        try {
            Settings settings = Settings.load(new SettingsBuilder());
            for (CallGraph graph : results.getGraphs()) {
                String table = ResultTexts.table(graph, settings, new Screen(100, false));
                assertFalse(table.contains("NaN") && !new String(Files.readAllBytes(file), StandardCharsets.UTF_8).contains("NaN"), table);
            }
            if (turn % 25 == 0) {
                Path again = Files.createDirectories(directory.resolve("again"));
                for (ResultFormat one : ResultFormat.getAll()) {
                    one.write(results, settings, again.toString());
                }
            }
        } catch (Throwable exception) {
            throw new AssertionError("file " + turn + " of seed " + SEED + " was read, but not shown", exception);
        }
        return true;
    }

    private static byte[] changed(byte[] from, Random random, boolean isBinary) {
        if (from.length < 2) {
            return from;
        }
        int at = random.nextInt(from.length);
        int length = 1 + random.nextInt(Math.min(from.length - at, random.nextBoolean() ? 8 : 300));
        switch (random.nextInt(isBinary ? 5 : 7)) {
            case 0 -> {
                byte[] to = from.clone();
                to[at] = (byte) (to[at] ^ 1 << random.nextInt(8));
                return to;
            }
            case 1 -> {
                byte[] to = from.clone();
                to[at] = (byte) random.nextInt(256);
                return to;
            }
            case 2 -> {
                return join(from, at, new byte[0], at + length);
            }
            case 3 -> {
                return join(from, at, Arrays.copyOfRange(from, at, at + length), at);
            }
            case 4 -> {
                int other = random.nextInt(from.length);
                return join(from, at, Arrays.copyOfRange(from, other, Math.min(from.length, other + length)),
                        at + (random.nextBoolean() ? length : 0));
            }
            default -> {
                byte[] word = WORDS.get(random.nextInt(WORDS.size())).getBytes(StandardCharsets.UTF_8);
                // A whole number is what most often leads astray: put the word in the place of one.
                int begin = at;
                while (begin < from.length && !(from[begin] >= '0' && from[begin] <= '9')) {
                    begin++;
                }
                int end = begin;
                while (end < from.length && from[end] >= '0' && from[end] <= '9') {
                    end++;
                }
                return begin < end && random.nextInt(4) > 0 ? join(from, begin, word, end) : join(from, at, word, at);
            }
        }
    }

    private static byte[] join(byte[] from, int at, byte[] between, int next) {
        byte[] to = new byte[at + between.length + from.length - next];
        System.arraycopy(from, 0, to, 0, at);
        System.arraycopy(between, 0, to, at, between.length);
        System.arraycopy(from, next, to, at + between.length, from.length - next);
        return to;
    }

    private static byte[] plain(Path file) throws IOException {
        byte[] content = Files.readAllBytes(file);
        return content[0] == 0x1F ? new GZIPInputStream(new ByteArrayInputStream(content)).readAllBytes() : content;
    }
}
