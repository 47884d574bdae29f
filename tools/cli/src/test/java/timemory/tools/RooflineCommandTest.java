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
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import timemory.Binding;
import timemory.Quantity;
import timemory.gpu.CudaDevice;
import timemory.output.ResultFormat;
import timemory.export.data.GraphBuilder;
import timemory.results.Metric;
import timemory.export.data.ResultsBuilder;
import timemory.roofline.ErtCache;
import timemory.roofline.ErtConditions;
import timemory.roofline.ErtJsonKt;
import timemory.roofline.ErtKernel;
import timemory.roofline.ErtLaunch;
import timemory.roofline.ErtMachine;
import timemory.roofline.ErtResults;
import timemory.roofline.ErtSample;
import timemory.roofline.ErtSampledKernel;
import timemory.roofline.ErtTiming;
import timemory.roofline.ErtWork;
import timemory.settings.Settings;
import timemory.settings.SettingsBuilder;
import timemory.statistics.ReadNumber;
import timemory.tools.io.AtomicFile;
import timemory.tools.read.ErtFile;

class RooflineCommandTest {

    private record Run(int status, String out, String err) {}

    private static final List<String> ELEMENTS =
            List.of("flops", "instructions", "l1_bytes", "l2_bytes", "l3_bytes", "dram_bytes", "runtime");

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

    private static ErtSample sample(String label, int threads, long size, double bytes, double operations, boolean isPeak,
            boolean isOfInstructions) {
        String type = label.contains("f32") ? "f32" : label.contains("i64") ? "i64" : "f64";
        return new ErtSample(new ErtSampledKernel(label, type, 512, 2, isPeak, isOfInstructions), new ErtConditions(threads, size),
                new ErtTiming(60, bytes, operations, 1e9, 1.1e9));
    }

    private static ErtSample ofGpu(ErtSampledKernel kernel, long size, String level, double bytes, double operations) {
        return new ErtSample(kernel, new ErtConditions(1, size, level, new ErtLaunch(1, 264, 1024)),
                new ErtTiming(20, bytes, operations, 1e9, 1e9));
    }

    private static ErtResults ofGpu(String device, double gigabytes) {
        ErtMachine machine =
                new ErtMachine("Test GPU", 100, List.of(new ErtCache(2, 40_000_000, 100)), 1.5, "nvrtc", device, Map.of("DRAM", 2e12));
        return new ErtResults(
                machine,
                List.of(
                        ofGpu(new ErtSampledKernel("read", "u32", 0, 1, false, true), 100_000_000, "", gigabytes * 1e9, 1e9),
                        ofGpu(new ErtSampledKernel("read L1", "u32", 0, 1, false, true), 2_000_000, "L1", 9e12, 1e9),
                        ofGpu(new ErtSampledKernel("fma f32", "f32", 0, 1024, true, false), 10_000_000, "", 1e9, 4.5e12),
                        ofGpu(new ErtSampledKernel("fma f64", "f64", 0, 1024, true, false), 10_000_000, "", 1e9, 2e12),
                        ofGpu(new ErtSampledKernel("mad i32", "i32", 0, 512, true, true), 10_000_000, "", 1e9, 9.6e12)),
                List.of("no roofs of f16: a reason"));
    }

    private Path roofsOf(String name, ErtResults... all) throws IOException {
        return AtomicFile.writeText(directory.resolve(name), out -> ErtJsonKt.writeErtJson(List.of(all), out));
    }

    private static void writeResults(Path to, String label, double[] values) throws IOException {
        writeResults(to, "cpu_roofline_dp", label, values);
    }

    private static void writeResults(Path to, String component, String label, double[] values) throws IOException {
        List<Metric.Number> numbers = new ArrayList<>();
        List<ReadNumber> recorded = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            numbers.add(new Metric.Number(ELEMENTS.get(i), i < 2 ? Quantity.COUNT : i == 6 ? Quantity.TIME : Quantity.MEMORY, "", true));
            recorded.add(new ReadNumber(1, values[i], values[i], values[i], values[i], 0));
        }
        ResultsBuilder builder = new ResultsBuilder();
        GraphBuilder graph = builder.graph(new Metric(component + "_flops", component + "_op", "For tests", Binding.WALL, numbers));
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
        ResultFormat.listOf("json")
                .forEach(format -> format.write(builder.build(), Settings.load(new SettingsBuilder()), ofGpu.toString()));
        assertEquals(0, plot(ofGpu, "-f", "html").status);
        for (String expected : List.of("step / multiply", "8 GFLOP/s at 0.5000 FLOP/byte (L1)", "8 GFLOP/s at 1 FLOP/byte (L2)",
                "8 GFLOP/s at 2 FLOP/byte (DRAM)")) {
            assertTrue(written("roofline.html").contains(expected), expected);
        }
        assertEquals(0, plot(ofGpu, "-f", "html", "--form", "warp-instructions").status);
        assertTrue(written("roofline.html").contains("1 warp GIPS at 8 warp instruction/transaction (DRAM)"), "transactions are not of "
                + "32 bytes");
    }

    @Test
    void pointsAndRoofsAreDrawnWithTheirValuesAndLabelsAreEscaped() throws IOException {
        Run run = plot(results, "--roofs", roofs, "--threads", 1, "-f", "html,svg");
        assertEquals(0, run.status, run.err);
        for (String text : List.of(written("roofline.html"), written("roofline.svg"))) {
            for (String expected : List.of("L1: 400 GB/s", "DRAM: 20 GB/s", "fma f64 512-bit: 100 GFLOP/s", "4 GFLOP/s at 4 FLOP/byte "
                    + "(DRAM)", "4 GFLOP/s at 0.5000 FLOP/byte (L1)")) {
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
            JsonNode component =
                    new ObjectMapper().readTree(written(isTraffic ? "roofline_ai.json" : "roofline_op.json")).at("/timemory/cpu_roofline");
            assertEquals("cpu_roofline", component.at("/type").asText());
            assertEquals(isTraffic ? 1e9 : 4e9,
                    component.at("/ranks/0/graph/0/entry/repr_data/" + (isTraffic ? "bandwidth" : "flops")).asDouble());
            assertEquals(1.0, component.at("/ranks/0/graph/0/entry/repr_data/Runtime").asDouble());
            JsonNode ert = component.at("/roofline/ert/0");
            for (String key : List.of("label", "working-set", "trials", "total-bytes", "total-ops", "ops-per-set", "device", "dtype",
                    "counter", "exec-params")) {
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
        assertTrue(run.err.contains("not shown: no bytes were counted in 'a'") && run.err.contains("countFlops() and countBytes()"),
                run.err);
        assertEquals(2, plot(results, "--form", "x").status);
        assertEquals(2, plot(results, "-f", "gif").status);
        assertEquals(2, plot(results, "--name", "../x").status);
        assertTrue(plot(results, "--roofs", roofs, "--threads", 3).err.contains("--threads 3 was not measured; measured are 1, 2"));
        assertTrue(plot(results, "--roofs", directory.resolve("missing.json")).err.contains("timemory roofline ert"));
        Files.writeString(roofs, "{\"timemory\": {\"ert\": {\"ert\": [{\"label\": \"x\"}]}}}");
        Run broken = plot(results, "--roofs", roofs);
        assertTrue(broken.status == 1 && broken.err.contains("sample 'x' took 0.0 ns"), broken.err);
        assertEquals(2, run("ert", "--kernels", "gpu").status);
        assertEquals(2, run().status);
    }

    @Test
    void pointsOfAGpuAreBelowItsRoofsAndThoseOfTheCpuBelowTheOthers() throws IOException {
        Path both = roofsOf("both.json", ErtFile.read(roofs), ofGpu("gpu:0", 1_800));
        Path gpu = directory.resolve("gpu");
        writeResults(gpu, "gpu_roofline_sp", "kernel", new double[] {4e12, 8e9, 8e12, 0, 0, 1e12, 1e9});
        Run run = plot(gpu, "--roofs", both, "-f", "svg");
        assertEquals(0, run.status, run.err);
        String picture = written("roofline.svg");
        for (String expected : List.of("gpu_roofline_sp_flops on Test GPU", "L1: 9000 GB/s", "DRAM: 1800 GB/s", "fma f32: 4500 GFLOP/s")) {
            assertTrue(picture.contains(expected), expected);
        }
        assertFalse(picture.contains("512-bit") || picture.contains("f64") || picture.contains("Test processor"), "roofs of the CPU, or of "
                + "another precision");
        assertEquals(0, plot(results, "--roofs", both, "--threads", 1, "-f", "svg").status);
        picture = written("roofline.svg");
        assertTrue(picture.contains("Test processor, 1 thread") && picture.contains("L1: 400 GB/s") && !picture.contains("1800"), picture);
        assertEquals(0, plot(gpu, "--roofs", both, "-f", "svg", "--form", "warp-instructions").status);
        picture = written("roofline.svg");
        assertTrue(picture.contains("mad i32: 300 warp GIPS") && !picture.contains("fma"), picture);
        Run ofThreads = plot(gpu, "--roofs", both, "--form", "instructions");
        assertTrue(ofThreads.status == 2 && ofThreads.err.contains("use --form warp-instructions"), ofThreads.err);
        assertTrue(plot(results, "--roofs", both, "--form", "warp-instructions").err.contains("use --form instructions"));
    }

    @Test
    void aGpuWithoutAPrecisionHasAllPeaks() throws IOException {
        Path gpu = directory.resolve("gpu");
        writeResults(gpu, "gpu_roofline", "kernel", new double[] {4e12, 8e9, 0, 0, 0, 1e12, 1e9});
        assertEquals(0, plot(gpu, "--roofs", roofsOf("gpu.json", ofGpu("gpu:0", 1_800)), "-f", "svg").status);
        assertTrue(written("roofline.svg").contains("fma f64") && written("roofline.svg").contains("fma f32"));
    }

    @Test
    void roofsOfAnotherDeviceAreRefusedAndOfSeveralOneIsChosen() throws IOException {
        Path gpu = directory.resolve("gpu");
        writeResults(gpu, "gpu_roofline_dp", "kernel", new double[] {4e12, 8e9, 0, 0, 0, 1e12, 1e9});
        Run run = plot(gpu, "--roofs", roofs);
        assertEquals(1, run.status);
        assertTrue(run.err.contains("roofs of cpu (Test processor), but gpu_roofline_dp_flops is measured on the GPU")
                && run.err.contains("ert --device gpu"), run.err);
        Path ofGpu = roofsOf("gpu.json", ofGpu("gpu:0", 1_800), ofGpu("gpu:1", 1_700));
        run = plot(results, "--roofs", ofGpu);
        assertTrue(run.status == 1 && run.err.contains("but cpu_roofline_dp_flops is measured on the CPU"), run.err);
        run = plot(gpu, "--roofs", ofGpu);
        assertTrue(run.status == 1 && run.err.contains("gpu:0 (Test GPU), gpu:1 (Test GPU): choose one with --device"), run.err);
        assertEquals(0, plot(gpu, "--roofs", roofs, "--roofs", ofGpu, "--device", "gpu:1", "-f", "svg").status);
        assertTrue(written("roofline.svg").contains("DRAM: 1700 GB/s"));
        assertEquals(2, plot(gpu, "--roofs", ofGpu, "--device", "gpu:1", "-f", "json").status);
    }

    @Tag("thorough")
    @Test
    void whatAFileHoldsOfAGpuIsKeptWhenTheCpuIsMeasured() throws IOException {
        Path file = roofsOf("kept.json", ofGpu("gpu:0", 1_800));
        Run run = run("ert", "--kernels", "loops", "-n", 1, "--max-size", 8192, "-o", file);
        assertEquals(0, run.status, run.err);
        List<ErtResults> both = ErtFile.readAll(file);
        assertEquals(List.of("cpu", "gpu:0"), both.stream().map(one -> one.getMachine().getDevice()).toList());
        ErtResults kept = both.get(1);
        assertEquals(5, kept.getSamples().size());
        assertEquals("L1", kept.getSamples().get(1).getLevel());
        assertEquals(264, kept.getSamples().get(0).getLaunch().getBlocks());
        assertEquals(Map.of("DRAM", 2e12), kept.getMachine().getPublished());
        assertEquals(List.of("no roofs of f16: a reason"), kept.getProblems());
        assertEquals(null, both.get(0).getSamples().get(0).getLaunch());
        Files.writeString(file, "no JSON");
        Run refused = run("ert", "--kernels", "loops", "-n", 1, "--max-size", 8192, "-o", file);
        assertTrue(refused.status == 1 && refused.err.contains("choose another file with --output"), refused.err);
        assertEquals("no JSON", Files.readString(file));
    }

    @Test
    void withoutAGpuTheReasonIsToldAndNothingWritten() {
        Assumptions.assumeTrue(CudaDevice.unavailableReason() != null, "there is a GPU here");
        Path file = directory.resolve("none.json");
        Run run = run("ert", "--device", "gpu", "-o", file);
        assertEquals(1, run.status);
        assertTrue(run.err.contains(CudaDevice.unavailableReason()), run.err);
        assertFalse(Files.exists(file));
        assertEquals(2, run("ert", "--device", "tpu").status);
        assertEquals(2, run("ert", "--device", "gpu", "--kernels", "loops").status);
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
            assertTrue(sample.getOperationsPerSecond() > 1e6 && sample.getOperationsPerSecond() < 1e13,
                    sample.getLabel() + ": " + sample.getOperationsPerSecond());
        }
        assertTrue(run.out.contains("GFLOP/s"), run.out);
    }

    @Tag("thorough")
    @Test
    void aLadderHasAllSizesAndIntensitiesAndAKernelOfOnesOwnIsMeasuredBesides() throws IOException {
        Path file = directory.resolve("measured.json");
        Run run = run("ert", "--kernels", "loops", "-n", 1, "--max-size", 8192, "--ladder", "--kernel", Axpy.class.getName(),
                "--class-path", "target/test-classes", "-o", file);
        assertEquals(0, run.status, run.err);
        assertTrue(run.out.contains("f64: GFLOP/s by bytes of data per thread and by FLOP/byte"), run.out);
        ErtResults measured = ErtFile.read(file);
        for (String label : List.of("axpy", "fma f64 scalar")) {
            List<Long> sizes =
                    measured.getSamples().stream().filter(sample -> sample.getLabel().equals(label)).map(ErtSample::getWorkingSet).toList();
            assertTrue(sizes.size() == 5 && sizes.contains(4096L) && sizes.contains(8192L), label + ": " + sizes);
        }
    }

    @Test
    void aKernelOfOnesOwnThatCannotBeMadeIsNamed() {
        assertTrue(run("ert", "--kernel", "x.Y").err.contains("--kernel needs --class-path"));
        assertTrue(run("ert", "--kernel", "x.Y", "-cp", "target/none").err.contains("'target/none' does not exist"));
        assertTrue(run("ert", "--kernel", "x.Y", "-cp", "target/test-classes").err.contains("--kernel x.Y: there is no such class in "
                + "--class-path"));
        assertTrue(
                run("ert", "--kernel", "java.lang.Object", "-cp", "target/test-classes").err
                        .contains("is not a timemory.roofline.ErtKernel"));
        assertTrue(run("ert", "--kernels", "native", "--kernel", "x.Y", "-cp", "target/test-classes").err
                .contains("choose --kernels vector or loops"));
    }

    /** A scaled vector added to another. */
    static final class Axpy extends ErtKernel {
        Axpy() {
            super("axpy", "f64", 8, 0, 2, 24, 1, false, false);
        }

        @Override
        public ErtWork newWork(long elements, int alignment) {
            double[] x = new double[(int) elements];
            double[] y = new double[(int) elements];
            return new ErtWork() {
                @Override
                public void run(long passes) {
                    for (long pass = 0; pass < passes; pass++) {
                        for (int i = 0; i < x.length; i++) {
                            y[i] += 2.0 * x[i];
                        }
                    }
                }

                @Override
                public void close() {}
            };
        }
    }
}
