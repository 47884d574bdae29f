package timemory.tools.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import timemory.output.ResultFormat;
import timemory.results.Results;
import timemory.settings.Settings;
import timemory.settings.SettingsBuilder;
import timemory.tests.OptionalTools;

/** Readers that are not ours: programs and scripts that read a file and print what they found, as lists of JSON. */
final class Outside {

    private static final Path SCRIPTS = Path.of("src/test/resources/formats").toAbsolutePath();
    private static final Path NPM = Path.of("src/test/npm").toAbsolutePath();
    private static final long SECONDS = 120;

    private Outside() {}

    /** What a program printed, and its exit status. */
    record Answer(int status, String out) {}

    /** Writes {@code results} and returns the paths of the files. */
    static List<Path> write(Results results, String format, Path directory) {
        return write(results, format, directory, "");
    }

    /** Writes the results with the given percentiles. */
    static List<Path> write(Results results, String format, Path directory, String percentiles) {
        SettingsBuilder builder = new SettingsBuilder();
        builder.setPercentiles(percentiles);
        Settings settings = Settings.Companion.load(builder);
        return ResultFormat.listOf(format).get(0).write(results, settings, directory.toString()).stream().map(Path::of).toList();
    }

    /**
     * What {@code script} prints when Python runs it on {@code files}; {@code modules} must be there, of the Debian package of that name.
     */
    static Answer python(String script, List<String> modules, List<Path> files) throws Exception {
        return ofScript(OptionalTools.requirePython(modules.toArray(String[]::new)), SCRIPTS.resolve(script), files);
    }

    /** What {@code script} prints when Node runs it on {@code files}. */
    static Answer node(String script, List<Path> files) throws Exception {
        String node = OptionalTools.require("node");
        assumeTrue(Files.isDirectory(NPM.resolve("node_modules")), "needs `npm ci` in " + NPM + ": .ci/run does it");
        return ofScript(node, NPM.resolve(script), files);
    }

    private static Answer ofScript(String program, Path script, List<Path> files) throws Exception {
        List<String> command = new ArrayList<>(List.of(program, script.toString()));
        files.forEach(file -> command.add(file.toString()));
        return run(command.toArray(String[]::new));
    }

    static Answer run(String... command) throws Exception {
        Path out = Files.createTempFile("outside", ".txt");
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(String.join(" ", command) + " ran for more than " + SECONDS + " s");
            }
            return new Answer(process.exitValue(), Files.readString(out, StandardCharsets.UTF_8));
        } finally {
            Files.delete(out);
        }
    }

    /** The rows that a script printed, as lists {@code [metric, depth, label, laps, inclusive, exclusive]}. */
    static List<Row> rows(Answer answer) throws IOException {
        assertEquals(0, answer.status, answer.out);
        List<Row> rows = new ArrayList<>();
        try (JsonParser parser = new JsonMapper().createParser(answer.out)) {
            while (parser.nextToken() == JsonToken.START_ARRAY) {
                String metric = parser.nextTextValue();
                int depth = parser.nextIntValue(-1);
                String label = parser.nextTextValue();
                long laps = parser.nextLongValue(-1);
                rows.add(new Row(metric, depth, label, laps, number(parser), number(parser)));
                parser.nextToken();
            }
        }
        return rows;
    }

    private static double number(JsonParser parser) throws IOException {
        return parser.nextToken().isNumeric() ? parser.getDoubleValue() : Double.NaN;
    }
}
