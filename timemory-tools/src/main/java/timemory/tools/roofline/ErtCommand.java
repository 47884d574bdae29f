package timemory.tools.roofline;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import timemory.BandwidthRoof;
import timemory.ErtJsonKt;
import timemory.ErtMachine;
import timemory.ErtResults;
import timemory.ErtSample;
import timemory.PeakRoof;
import timemory.RooflineForm;
import timemory.Settings;
import timemory.SettingsBuilder;
import timemory.roofline.Ert;
import timemory.roofline.ErtKernel;
import timemory.roofline.ErtKernels;
import timemory.roofline.ErtOptions;
import timemory.roofline.JvmKernels;
import timemory.roofline.MachineKt;
import timemory.tools.WholeFile;
import timemory.tools.read.ErtFile;

/** {@code timemory roofline ert}: the empirical roofline toolkit. */
@Command(
        name = "ert",
        description = "Measures the bandwidth of caches and memory, and how much can be computed: the roofs of rooflines.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Settings TIMEMORY_ERT_... of the environment are understood too. What is told is the best of many short trials; spread is by how much the one in",
            "the middle was slower: above 10 %% something else was using the machine, or what it may use.",
            "",
            "The published peak is the frequency that was measured, times the elements of the widest vector, times two for a fused multiply-add, times --units.",
        })
final class ErtCommand implements Callable<Integer> {

    private enum Kernels {
        NATIVE,
        VECTOR,
        LOOPS
    }

    @Spec
    private CommandSpec spec;

    @Option(names = {"-o", "--output"}, paramLabel = "FILE", defaultValue = "ert.json", description = "Where measurements are written. Default: ${DEFAULT-VALUE}")
    private Path output;

    @Option(
            names = {"-k", "--kernels"},
            paramLabel = "KIND",
            description = "native: single instructions, what the hardware can do; vector: the Vector API of Java 25; loops: plain loops, of which the JVM makes vectors. Default: the first of them that there is.")
    private String kernels;

    @Option(names = {"-n", "--threads"}, paramLabel = "N", description = "The most threads; one alone is measured besides. Default: as many as there are processors.")
    private Integer threads;

    @Option(names = "--max-size", paramLabel = "BYTES", description = "The most data of all threads together. Default: eight times the last cache.")
    private Integer maxSize;

    @Option(
            names = "--ladder",
            description = "Measures all kernels with data of all sizes, and some with 2 to 32 operations for each element besides: what can be computed at which size and intensity. Takes minutes.")
    private boolean hasLadder;

    @Option(names = "--kernel", paramLabel = "CLASS", description = "A kernel of your own besides: a subclass of timemory.roofline.ErtKernel in --class-path. May be given several times.")
    private List<String> ownKernels = List.of();

    @Option(names = {"-cp", "--class-path"}, paramLabel = "PATH", description = "Where the classes of --kernel are: JARs and folders.")
    private String classPath;

    @Option(names = "--units", paramLabel = "N", defaultValue = "2", description = "How many vector units a core has, for the published peak. Default: ${DEFAULT-VALUE}")
    private int units;

    @Override
    public Integer call() throws IOException {
        if (units < 1 || units > 64) {
            throw new ParameterException(spec.commandLine(), "--units " + units + " is not between 1 and 64");
        }
        Kernels kind = kernels == null ? null : kernels(kernels);
        if (!ownKernels.isEmpty() && (classPath == null || kind == Kernels.NATIVE)) {
            throw new ParameterException(
                    spec.commandLine(), classPath == null ? "--kernel needs --class-path" : "--kernel is for kernels of the JVM: choose --kernels vector or loops; natively timemory-roofline is a library");
        }
        ErtResults results = measure(kind);
        write(results);
        PrintWriter out = spec.commandLine().getOut();
        tell(results, out);
        out.println("timemory: wrote '" + output + "'");
        return 0;
    }

    private Kernels kernels(String word) {
        for (Kernels kind : Kernels.values()) {
            if (kind.name().equalsIgnoreCase(word)) {
                return kind;
            }
        }
        throw new ParameterException(spec.commandLine(), "--kernels '" + word + "' is none; there are native, vector, loops");
    }

    private ErtResults measure(Kernels kind) throws IOException {
        Path program = NativeErt.program();
        if (kind == Kernels.NATIVE || kind == null && program != null && ownKernels.isEmpty()) {
            if (program == null) {
                throw new IOException("there are no native kernels here: build timemory-roofline with its native part, or choose --kernels vector or loops");
            }
            return ErtFile.read(new ByteArrayInputStream(NativeErt.measure(program, hasLadder ? List.of("--ladder") : List.of(), environment(), spec.commandLine().getErr())));
        }
        ErtKernels chosen = kind == Kernels.VECTOR || kind == null && JvmKernels.vectorUnavailableReason() == null ? JvmKernels.vector() : JvmKernels.loops();
        List<ErtKernel> measured = new ArrayList<>(chosen.getKernels());
        if (hasLadder) {
            measured.addAll(chosen.getLadder());
        }
        if (!ownKernels.isEmpty()) {
            measured.addAll(OwnKernels.load(ownKernels, classPath));
        }
        ErtMachine machine = MachineKt.thisMachine(chosen.getKind(), chosen.getGigahertz());
        SettingsBuilder settings = new SettingsBuilder();
        try {
            environment().forEach(settings::set);
            ErtOptions options = ErtOptions.of(Settings.load(settings), machine, hasLadder);
            return new Ert(options, measured, kernel -> {
                spec.commandLine().getErr().println("timemory: " + kernel);
                return kotlin.Unit.INSTANCE;
            }).measure();
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(spec.commandLine(), wrong.getMessage());
        }
    }

    /** Options as settings, which native kernels take as well. */
    private Map<String, String> environment() {
        Map<String, String> settings = new java.util.LinkedHashMap<>();
        if (threads != null) {
            settings.put("TIMEMORY_ERT_NUM_THREADS_CPU", threads.toString());
        }
        if (maxSize != null) {
            settings.put("TIMEMORY_ERT_MAX_DATA_SIZE_CPU", maxSize.toString());
        }
        return settings;
    }

    private void write(ErtResults results) throws IOException {
        if (output.toAbsolutePath().getParent() != null) {
            Files.createDirectories(output.toAbsolutePath().getParent());
        }
        WholeFile.writeText(output, text -> ErtJsonKt.writeErtJson(results, text));
    }

    private void tell(ErtResults results, PrintWriter out) {
        ErtMachine machine = results.getMachine();
        out.printf(Locale.ROOT, "%s, %d processors, %.2f GHz, %s kernels%n", machine.getProcessor(), machine.getProcessors(), machine.getGigahertz(), machine.getKernels());
        for (int count : results.getThreadCounts()) {
            out.printf(Locale.ROOT, "%n%s%n", count == 1 ? "1 thread" : count + " threads");
            for (BandwidthRoof roof : results.bandwidthRoofs(count, RooflineForm.FLOPS)) {
                out.printf(Locale.ROOT, "  %-22s %10.1f GB/s%s%n", roof.getName(), roof.getPerSecond() / 1e9, spread(roof.getSample()));
            }
            for (PeakRoof roof : results.peakRoofs(count, RooflineForm.FLOPS)) {
                out.printf(Locale.ROOT, "  %-22s %10.1f GFLOP/s%s%s%n", roof.getName(), roof.getPerSecond() / 1e9, spread(roof.getSample()), published(machine, roof));
            }
            for (PeakRoof roof : results.peakRoofs(count, RooflineForm.INSTRUCTIONS)) {
                out.printf(Locale.ROOT, "  %-22s %10.1f GIPS%s%n", roof.getName(), roof.getPerSecond() / 1e9, spread(roof.getSample()));
            }
            if (hasLadder) {
                LadderTable.write(results.getSamples(), count, out);
            }
        }
    }

    private static String spread(ErtSample sample) {
        return String.format(Locale.ROOT, "  spread %5.1f %%", 100 * sample.getSpread());
    }

    /** Beside a peak of vectors, what the processor's maker would name. */
    private String published(ErtMachine machine, PeakRoof roof) {
        ErtSample sample = roof.getSample();
        if (sample.getVectorBits() == 0 || machine.getGigahertz() <= 0) {
            return "";
        }
        int lanes = sample.getVectorBits() / (sample.getDataType().equals("f64") ? Double.SIZE : Float.SIZE);
        double peak = machine.getGigahertz() * 1e9 * lanes * units * (roof.getName().startsWith("fma") ? 2 : 1) * sample.getThreads();
        return String.format(Locale.ROOT, "  %5.1f %% of %.1f", 100 * roof.getPerSecond() / peak, peak / 1e9);
    }
}
