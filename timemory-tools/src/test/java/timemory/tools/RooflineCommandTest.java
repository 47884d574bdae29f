package timemory.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import timemory.Binding;
import timemory.ErtCache;
import timemory.ErtJsonKt;
import timemory.ErtMachine;
import timemory.ErtResults;
import timemory.ErtSample;
import timemory.GraphBuilder;
import timemory.Metric;
import timemory.Quantity;
import timemory.ReadNumber;
import timemory.ResultFormat;
import timemory.ResultsBuilder;
import timemory.Settings;
import timemory.SettingsBuilder;
import timemory.tools.read.ErtFile;

class RooflineCommandTest {

    private record Run(int status, String out, String err) {}

    private static final List<String> ELEMENTS = List.of("flops", "instructions", "l1_bytes", "l2_bytes", "l3_bytes", "dram_bytes", "runtime");

    @TempDir
    private Path directory;

    private Path results;
    private Path roofs;

    @BeforeEach
    void write() throws IOException {
        results = directory.resolve("results");
        writeResults(results, "<script>alert(1)</script>", new double[] {4e9, 8e9, 8e9, 0, 0, 1e9, 1e9});
        roofs = directory.resolve("ert.json");
        try (var out = Files.newBufferedWriter(roofs)) {
            ErtJsonKt.writeErtJson(
                    new ErtResults(
                            new ErtMachine("Test processor", 2, List.of(new ErtCache(1, 48_000, 1)), 3.0, "native"),
                            List.of(
                                    sample("update f64 512-bit", 1, 20_000, 400e9, 50e9, false, false),
                                    sample("update f64 512-bit", 1, 1_000_000, 20e9, 2.5e9, false, false),
                                    sample("fma f64 512-bit", 1, 20_000, 1e9, 100e9, true, false),
                                    sample("fma f32 512-bit", 1, 20_000, 1e9, 200e9, true, false),
                                    sample("add i64", 1, 20_000, 0, 18e9, true, true),
                                    sample("fma f64 512-bit", 2, 20_000, 1e9, 199e9, true, false))),
                    out);
        }
    }

    private static ErtSample sample(String label, int threads, long size, double bytes, double operations, boolean isPeak, boolean isOfInstructions) {
        return new ErtSample(label, label.contains("f32") ? "f32" : label.contains("i64") ? "i64" : "f64", 512, 2, threads, size, 60, bytes, operations, 1e9, 1.1e9, isPeak, isOfInstructions);
    }

    private static void writeResults(Path to, String label, double[] values) throws IOException {
        List<Metric.Number> numbers = new ArrayList<>();
        List<ReadNumber> recorded = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            numbers.add(new Metric.Number(ELEMENTS.get(i), i < 2 ? Quantity.COUNT : i == 6 ? Quantity.TIME : Quantity.MEMORY, "", true));
            recorded.add(new ReadNumber(1, values[i], values[i], values[i], values[i], 0));
        }
        ResultsBuilder builder = new ResultsBuilder();
        GraphBuilder graph = builder.graph(new Metric("cpu_roofline_dp_flops", "cpu_roofline_dp_op", "For tests", Binding.WALL, numbers));
        graph.record(graph.node(null, label), 1, 0, null, recorded);
        Files.createDirectories(to);
        ResultFormat.listOf("json").forEach(format -> format.write(builder.build(), Settings.load(new SettingsBuilder()), to.toString()));
    }

    private Run run(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = TimemoryCommand.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int status = line.execute(Stream.concat(Stream.of("roofline"), Stream.of(arguments).map(Object::toString)).toArray(String[]::new));
        return new Run(status, out.toString(), err.toString());
    }

    private Run plot(Object... arguments) {
        return run(Stream.concat(Stream.of("plot", "-o", directory.resolve("out")), Stream.of(arguments)).toArray());
    }

    private String written(String file) throws IOException {
        return Files.readString(directory.resolve("out").resolve(file));
    }

    @Test
    void kernelsOfAGpuArePointsOfTheirOwnByWarpInstructionsToo() throws IOException {
        List<String> elements = List.of("flops", "instructions", "l1_bytes", "l2_bytes", "dram_bytes", "runtime");
        double[] values = {8e9, 1e9, 16e9, 8e9, 4e9, 1e9};
        List<Metric.Number> numbers = new ArrayList<>();
        List<ReadNumber> recorded = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            numbers.add(new Metric.Number(elements.get(i), i < 2 ? Quantity.COUNT : i == 5 ? Quantity.TIME : Quantity.MEMORY, "", true));
            recorded.add(new ReadNumber(1, values[i], values[i], values[i], values[i], 0));
        }
        ResultsBuilder builder = new ResultsBuilder();
        GraphBuilder graph = builder.graph(new Metric("gpu_roofline_flops", "gpu_roofline_op", "For tests", Binding.THREAD, numbers));
        var step = graph.node(null, "step");
        graph.record(step, 1, 0, null, recorded);
        graph.record(graph.node(step, "multiply"), 1, 0, null, recorded);
        Path ofGpu = Files.createDirectories(directory.resolve("gpu"));
        ResultFormat.listOf("json").forEach(format -> format.write(builder.build(), Settings.load(new SettingsBuilder()), ofGpu.toString()));
        assertEquals(0, plot(ofGpu, "-f", "html").status);
        for (String expected : List.of("step / multiply", "8 GFLOP/s at 0.5000 FLOP/byte (L1)", "8 GFLOP/s at 1 FLOP/byte (L2)", "8 GFLOP/s at 2 FLOP/byte (DRAM)")) {
            assertTrue(written("roofline.html").contains(expected), expected);
        }
        assertEquals(0, plot(ofGpu, "-f", "html", "--form", "warp-instructions").status);
        assertTrue(written("roofline.html").contains("1 warp GIPS at 8 warp instruction/transaction (DRAM)"), "transactions are not of 32 bytes");
    }

    @Test
    void pointsAndRoofsAreDrawnWithTheirValuesAndLabelsAreEscaped() throws IOException {
        Run run = plot(results, "--roofs", roofs, "--threads", 1, "-f", "html,svg");
        assertEquals(0, run.status, run.err);
        for (String text : List.of(written("roofline.html"), written("roofline.svg"))) {
            for (String expected : List.of("L1: 400 GB/s", "DRAM: 20 GB/s", "fma f64 512-bit: 100 GFLOP/s", "4 GFLOP/s at 4 FLOP/byte (DRAM)", "4 GFLOP/s at 0.5000 FLOP/byte (L1)")) {
                assertTrue(text.contains(expected), expected);
            }
            assertFalse(text.contains("alert(1)</script>"));
            assertFalse(text.contains("f32"), "another precision than that of the component");
        }
    }

    @Test
    void theInstructionFormCountsInstructionsForEachLine() throws IOException {
        assertEquals(0, plot(results, "--roofs", roofs, "--threads", 1, "-f", "svg", "--form", "instructions", "--level", "dram").status);
        String picture = written("roofline.svg");
        assertTrue(picture.contains("8 GIPS at 512 instruction/transaction (DRAM)"), picture);
        assertTrue(picture.contains("add i64: 18 GIPS") && picture.contains("DRAM: 0.3125 GTXN/s") && !picture.contains("L1"), picture);
    }

    @Test
    void bytesMayComeFromAnotherRun() throws IOException {
        Path traffic = directory.resolve("traffic");
        writeResults(traffic, "<script>alert(1)</script>", new double[] {0, 0, 0, 0, 0, 2e9, 1e9});
        assertEquals(0, plot(results, "--traffic", traffic, "-f", "svg").status);
        assertTrue(written("roofline.svg").contains("4 GFLOP/s at 2 FLOP/byte (DRAM)"));
    }

    @Test
    void timemorysOwnPlotterFindsItsKeys() throws IOException {
        assertEquals(0, plot(results, "--roofs", roofs, "--threads", 1, "-f", "json").status);
        for (boolean isTraffic : new boolean[] {false, true}) {
            JsonNode component = new ObjectMapper().readTree(written(isTraffic ? "roofline_ai.json" : "roofline_op.json")).at("/timemory/cpu_roofline");
            assertEquals("cpu_roofline", component.at("/type").asText());
            assertEquals(isTraffic ? 1e9 : 4e9, component.at("/ranks/0/graph/0/entry/repr_data/" + (isTraffic ? "bandwidth" : "flops")).asDouble());
            assertEquals(1.0, component.at("/ranks/0/graph/0/entry/repr_data/Runtime").asDouble());
            JsonNode ert = component.at("/roofline/ert/0");
            for (String key : List.of("label", "working-set", "trials", "total-bytes", "total-ops", "ops-per-set", "device", "dtype", "counter", "exec-params")) {
                assertTrue(ert.has(key), key);
            }
        }
    }

    @Test
    void whatCannotBeDrawnIsRefusedWithTheReason() throws IOException {
        Path none = directory.resolve("none");
        writeResults(none, "a", new double[] {4e9, 0, 0, 0, 0, 0, 1e9});
        Run run = plot(none);
        assertEquals(1, run.status);
        assertTrue(run.err.contains("not shown: no bytes were counted in 'a'") && run.err.contains("countFlops() and countBytes()"), run.err);
        assertEquals(2, plot(results, "--form", "x").status);
        assertEquals(2, plot(results, "-f", "gif").status);
        assertEquals(2, plot(results, "--name", "../x").status);
        assertTrue(plot(results, "--roofs", roofs, "--threads", 3).err.contains("--threads 3 was not measured, but 1, 2"));
        assertTrue(plot(results, "--roofs", directory.resolve("missing.json")).err.contains("timemory roofline ert"));
        Files.writeString(roofs, "{\"timemory\": {\"ert\": {\"ert\": [{\"label\": \"x\"}]}}}");
        Run broken = plot(results, "--roofs", roofs);
        assertTrue(broken.status == 1 && broken.err.contains("sample 'x' took 0.0 ns"), broken.err);
        assertEquals(2, run("ert", "--kernels", "gpu").status);
        assertEquals(2, run().status);
    }

    @Test
    void theMachineIsMeasuredByPlainLoopsAndWhatIsWrittenIsRead() throws IOException {
        Path file = directory.resolve("measured.json");
        Run run = run("ert", "--kernels", "loops", "-n", 1, "--max-size", 8192, "-o", file);
        assertEquals(0, run.status, run.err);
        ErtResults measured = ErtFile.read(file);
        assertEquals("loops", measured.getMachine().getKernels());
        assertNotEquals(0, measured.getSamples().stream().filter(ErtSample::isPeak).count());
        for (ErtSample sample : measured.getSamples()) {
            assertTrue(sample.getOperationsPerSecond() > 1e6 && sample.getOperationsPerSecond() < 1e13, sample.getLabel() + ": " + sample.getOperationsPerSecond());
        }
        assertTrue(run.out.contains("GFLOP/s"), run.out);
    }
}
