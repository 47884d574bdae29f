package samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import timemory.Bundles;
import timemory.results.CallGraph;
import timemory.results.CallGraphNode;
import timemory.CpuClock;
import timemory.PeakRss;
import timemory.results.Results;
import timemory.settings.SettingsBuilder;
import timemory.Timemory;
import timemory.WallClock;

/** The sample's results against counts that have nothing to do with it. */
@Tag("java17")
class JdkClassesTest {

    private static Summary summary;
    private static Results results;
    private static double wallSeconds;
    private static double cpuSeconds;

    @BeforeAll
    static void runTheSample() {
        SettingsBuilder settings = new SettingsBuilder();
        settings.setFileOutput(false);
        settings.setCoutOutput(false);
        Timemory.init(settings);
        // The first region loads classes and checks what is available before its clocks start.
        Bundles.of(WallClock.class, CpuClock.class, PeakRss.class).run("warm up", () -> {});
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long cpuBefore = system.getProcessCpuTime();
        long before = System.nanoTime();
        summary = JdkClassesKt.parseJdk(3, 2);
        wallSeconds = (System.nanoTime() - before) / 1e9;
        cpuSeconds = (system.getProcessCpuTime() - cpuBefore) / 1e9;
        results = Timemory.finalize();
    }

    @AfterAll
    static void noProblemWasReported() {
        assertEquals(List.of(), results.getProblems());
    }

    private static List<Path> classFiles() throws IOException {
        Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
        try (Stream<Path> paths = Files.walk(modules)) {
            return paths.filter(path -> path.toString().endsWith(".class")).toList();
        }
    }

    private static CallGraphNode node(String component, String... path) {
        CallGraph graph = results.get(component);
        assertNotNull(graph, component);
        CallGraphNode node = graph.find(path);
        assertNotNull(node, String.join("/", path));
        return node;
    }

    @Test
    void countsEveryClassFileAndByte() throws IOException {
        List<Path> files = classFiles();
        long bytes = 0;
        for (Path file : files) {
            bytes += Files.size(file);
        }
        assertTrue(files.size() > 5_000, "a JDK has thousands of class files, not " + files.size());
        assertEquals(files.size(), summary.getClasses());
        assertEquals(bytes, summary.getBytes());
    }

    @Test
    void regionOfEachPackageHasALapForEachOfItsFiles() throws IOException {
        CallGraphNode worker = node("wall_clock", "jdk classes", "parse all", "worker");
        assertEquals(2 * 3, worker.getInclusive().getLaps());
        var filesOfPackage = classFiles().stream()
                .collect(java.util.stream.Collectors.groupingBy(
                        path -> path.toString().split("/")[3].replace(".class", ""), java.util.stream.Collectors.counting()));
        assertEquals(filesOfPackage.size(), worker.getChildren().size());
        for (CallGraphNode top : worker.getChildren()) {
            assertEquals(2 * filesOfPackage.get(top.getLabel()), top.getInclusive().getLaps(), top.getLabel());
        }
    }

    @Test
    void userComponentsSeeEveryByteAndEveryMethod() {
        long bytes = results.get("bytes_read").getRoots().stream()
                .mapToLong(module -> module.getInclusive().getExactSum())
                .sum();
        assertEquals(2 * summary.getBytes(), bytes);
        long methods = results.get("methods_found").find("parse").getInclusive().getExactSum();
        assertEquals(2 * summary.getMethods(), methods);
    }

    @Test
    void reflectionAgreesAboutMethods() throws IOException {
        Path file = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base/java/util/ArrayList.class");
        ClassFile parsed = ClassFile.parse(Files.readAllBytes(file));
        int initialisers = 0; // ArrayList has a static one if it has static fields that are not compile-time constants
        for (var field : java.util.ArrayList.class.getDeclaredFields()) {
            if (java.lang.reflect.Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                initialisers = 1;
            }
        }
        int reflected = java.util.ArrayList.class.getDeclaredMethods().length
                + java.util.ArrayList.class.getDeclaredConstructors().length
                + initialisers;
        assertEquals(reflected, parsed.methods());
    }

    @Test
    void wallAndCpuTimeAgreeWithOtherClocks() {
        double wall = node("wall_clock", "jdk classes").getInclusive().getSum() / 1e9;
        double cpu = node("cpu_clock", "jdk classes").getInclusive().getSum() / 1e9;
        // Both pairs of readings enclose the same work; they differ by a few instructions and, for CPU time, by steps of 10 ms.
        assertEquals(wallSeconds, wall, 0.05 * wallSeconds);
        assertEquals(cpuSeconds, cpu, 0.05 * cpuSeconds + 0.02);
    }

    @Test
    void exclusiveTimeIsNeverNegative() {
        for (CallGraph graph : results.getGraphs()) {
            for (CallGraphNode node : kotlinSequence(graph)) {
                assertTrue(graph.getType().getId().equals("page_rss") || node.exclusive(0) >= 0, node.toString());
            }
        }
    }

    private static Iterable<CallGraphNode> kotlinSequence(CallGraph graph) {
        return () -> graph.nodes().iterator();
    }
}
