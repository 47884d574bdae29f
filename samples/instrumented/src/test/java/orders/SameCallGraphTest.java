package orders;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.export.data.SavedResults;
import timemory.results.CallGraphNode;
import timemory.results.Results;

/** One program, unchanged, has one call graph however its functions came to be measured. */
class SameCallGraphTest {
    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final String OUTPUT = "sum 249750, empty false, arguments 0";

    /** By which caller, and how often; the order of coroutines is undefined. */
    private static final String EXPECTED = String.join("\n",
            "orders.OrdersKt.main 1",
            "  orders.OrdersKt.place 5",
            "    orders.OrdersKt.apologize 4",
            "    orders.OrdersKt.pay 2",
            "      orders.OrdersKt.isCovered 2",
            "    orders.OrdersKt.reserve 5",
            "      orders.Stock.take(List) 5",
            "        orders.Stock.take(String, int) 11",
            "    orders.OrdersKt.total 5",
            "      orders.OrdersKt.normalized 15",
            "      orders.OrdersKt.priceOf 15",
            "      orders.OrdersKt.total$discount 5",
            "  orders.OrdersKt.waitForCarrier 1",
            "  orders.Stock$Companion.filled 1");

    @TempDir
    private Path folder;

    private Results run(String... command) throws Exception {
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().remove("TIMEMORY_AUTO_OUTPUT");
        builder.environment().put("TIMEMORY_OUTPUT_PATH", folder.resolve("results").toString());
        builder.environment().put("TIMEMORY_COUT_OUTPUT", "false");
        builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        Process process = builder.start();
        boolean hasEnded = process.waitFor(5, TimeUnit.MINUTES);
        process.destroyForcibly();
        String said = Files.readString(output);
        assertEquals(0, hasEnded ? process.exitValue() : -1, said);
        assertTrue(said.contains(OUTPUT), said);
        return SavedResults.read(folder.resolve("results").resolve("results.timemory.json").toString());
    }

    private Results java(String classes, String libraries, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        command.addAll(List.of(options));
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(element -> element.matches(libraries))
                .collect(Collectors.joining(File.pathSeparator));
        command.addAll(List.of("-cp", TARGET.resolve(classes) + File.pathSeparator + classPath, "orders.OrdersKt"));
        return run(command.toArray(String[]::new));
    }

    private static String graph(Results results) {
        List<String> lines = new ArrayList<>();
        append(results.get("wall_clock").getRoots(), "", lines);
        return String.join("\n", lines);
    }

    private static void append(List<CallGraphNode> nodes, String indent, List<String> lines) {
        nodes.stream().sorted((a, b) -> a.getLabel().compareTo(b.getLabel())).forEach(node -> {
            lines.add(indent + node.getLabel() + " " + node.getInclusive().getLaps());
            append(node.getChildren(), indent + "  ", lines);
        });
    }

    @Test
    void byThePluginOnTheJvm() throws Exception {
        Results results = java("test-classes", ".*(kotlin-stdlib|kotlinx-coroutines|timemory-).*");
        assertEquals(EXPECTED, graph(results));
        assertEquals(List.of(), List.copyOf(results.getProblems()));
    }

    @Test
    void byThePluginNatively() throws Exception {
        Path program = TARGET.resolve("orders.kexe");
        assumeTrue(!"false".equals(System.getProperty("native")) || Files.exists(program), "built without native code");
        Results results = run(program.toString());
        assertEquals(EXPECTED, graph(results));
        assertEquals(List.of(), List.copyOf(results.getProblems()));
    }

    @Test
    void byTheAgent() throws Exception {
        String agent = "-javaagent:" + System.getProperty("agent");
        assertEquals(EXPECTED, graph(java("classes", ".*(kotlin-stdlib|kotlinx-coroutines).*", agent)));
    }

    @Test
    void byWeavingWhenItIsBuilt() throws Exception {
        assertEquals(EXPECTED, graph(java("timemory-classes", ".*(kotlin-stdlib|kotlinx-coroutines).*")));
    }

    @Test
    void withoutAnyNothingIsMeasured() throws IOException {
        Path file = TARGET.resolve("classes/orders/OrdersKt.class");
        assertTrue(!Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1).contains("timemory/instrument"),
                "it calls timemory");
    }
}
