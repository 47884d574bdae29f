package timemory.tools.roofline;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import timemory.roofline.BandwidthRoof;
import timemory.roofline.ErtJsonKt;
import timemory.roofline.ErtMachine;
import timemory.roofline.ErtResults;
import timemory.roofline.ErtSample;
import timemory.roofline.PeakRoof;
import timemory.roofline.RooflineForm;
import timemory.settings.Settings;
import timemory.settings.SettingsBuilder;
import timemory.roofline.Ert;
import timemory.roofline.ErtKernel;
import timemory.roofline.ErtKernels;
import timemory.roofline.ErtOptions;
import timemory.roofline.JvmKernels;
import timemory.roofline.MachineKt;
import timemory.tools.io.AtomicFile;
import timemory.tools.read.ErtFile;

/** {@code timemory roofline ert}: the empirical roofline toolkit. */
@Command(
        name = "ert",
        description = "Measures the memory bandwidth and peak performance of the CPU or a GPU: the roofs of "
                + "rooflines.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Settings TIMEMORY_ERT_... in the environment apply too. The best of many short trials is reported; spread is "
                    + "by how much the",
            "median was slower: above 10 %% other programs were probably using the machine.",
            "",
            "The published peak is the measured frequency times the elements of the widest vector, times two for a fused "
                    + "multiply-add, times --units. Of a",
            "GPU, it is its highest frequency, times its multiprocessors, times the operations of each per cycle; for its memory, the "
                    + "frequency times the width.",
            "",
            "A GPU is measured by kernels compiled with NVRTC. Measurements of other devices in the file are kept.",
        })
final class ErtCommand implements Callable<Integer> {

    private static final int NO_GPU = -1;

    private enum Kernels {
        NATIVE,
        VECTOR,
        LOOPS
    }

    @Spec
    private CommandSpec spec;

    @Option(names = {"-o", "--output"}, paramLabel = "FILE", defaultValue = "ert.json", description = "Output file. "
            + "Default: ${DEFAULT-VALUE}")
    private Path output;

    @Option(names = "--device", paramLabel = "DEVICE", defaultValue = "cpu", description = "cpu; gpu, or gpu:N for one other than the "
            + "first. Default: ${DEFAULT-VALUE}")
    private String device;

    @Option(
            names = {"-k", "--kernels"},
            paramLabel = "KIND",
            description = "native: single instructions, the limit of the hardware; vector: the Vector API of Java 25; loops: plain "
                    + "loops, vectorized by the JVM. Default: the first that is available.")
    private @Nullable String kernels;

    @Option(names = {"-n", "--threads"}, paramLabel = "N",
            description = "Maximum number of threads; a single one is measured too. Default: as "
                    + "many as there are processors. For a GPU, the number of threads that launch kernels. Default: one.")
    private @Nullable Integer threads;

    @Option(names = "--max-size", paramLabel = "BYTES", description = "Maximum data of all threads together. Default: five times the "
            + "last-level cache, eight times with --thorough; for a GPU, 500 MB.")
    private @Nullable Integer maxSize;

    @Option(
            names = "--ladder",
            description = "Measure all kernels with data of all sizes, and some with 2 to 32 operations per element: the performance "
                    + "at each size and intensity. Takes minutes, even without --thorough.")
    private boolean hasLadder;

    @Option(
            names = "--thorough",
            description = "Run three rounds with all data sizes, which takes some minutes, for a machine that others use as "
                    + "well. Otherwise it takes about a minute, with fewer sizes.")
    private boolean isThorough;

    @Option(names = "--kernel", paramLabel = "CLASS", description = "Measure a custom kernel too: a subclass of "
            + "timemory.roofline.ErtKernel in --class-path. Can be repeated.")
    private List<String> ownKernels = List.of();

    @Option(names = {"-cp", "--class-path"}, paramLabel = "PATH", description = "Class path of --kernel: JARs and folders.")
    private @Nullable String classPath;

    @Option(names = "--units", paramLabel = "N", defaultValue = "2", description = "Number of vector units per core, for the published "
            + "peak. Default: ${DEFAULT-VALUE}")
    private int units;

    @Override
    public Integer call() throws IOException {
        if (units < 1 || units > 64) {
            throw new ParameterException(spec.commandLine(), "--units " + units + " is not between 1 and 64");
        }
        int gpu = gpu();
        Kernels kind = kernels == null ? null : kernels(kernels);
        check(gpu != NO_GPU, kind);
        // Before anything is measured, as that takes long.
        List<ErtResults> all = new ArrayList<>(RoofFiles.othersThan(gpu == NO_GPU ? ErtMachine.CPU : ErtMachine.GPU + gpu, output));
        boolean isLong = gpu == NO_GPU && (isThorough || hasLadder);
        spec.commandLine().getErr().println("timemory: measuring takes " + (isLong ? "some minutes" : "about a minute"
                + (gpu == NO_GPU ? ", and with --thorough some" : "")) + "; do not use the machine for anything else meanwhile");
        ErtResults results;
        try (ErtProgress progress = ErtProgress.on(spec.commandLine().getErr())) {
            results = gpu == NO_GPU ? measure(kind, progress) : measureGpu(gpu, progress);
        }
        all.add(results);
        all.sort(Comparator.comparing((ErtResults one) -> one.getMachine().isGpu()));
        write(all);
        PrintWriter out = spec.commandLine().getOut();
        results.getProblems().forEach(problem -> spec.commandLine().getErr().println("timemory: " + problem));
        tell(results, out);
        out.println("timemory: wrote '" + output + "'");
        return 0;
    }

    private void check(boolean isGpu, @Nullable Kernels kind) {
        String wrong = null;
        if (isGpu && (kind != null || !ownKernels.isEmpty())) {
            wrong = (kind != null ? "--kernels " + kernels + " is" : "--kernel is") + " for the CPU: a GPU is measured with kernels that "
                    + "NVRTC compiles";
        } else if (!ownKernels.isEmpty() && classPath == null) {
            wrong = "--kernel needs --class-path";
        } else if (!ownKernels.isEmpty() && kind == Kernels.NATIVE) {
            wrong = "--kernel is for kernels of the JVM: choose --kernels vector or loops; natively timemory-roofline is a library";
        }
        if (wrong != null) {
            throw new ParameterException(spec.commandLine(), wrong);
        }
    }

    /** Which GPU is asked for, {@link #NO_GPU} for the CPU. */
    private int gpu() {
        if (device.equals(ErtMachine.CPU)) {
            return NO_GPU;
        }
        if (device.equals("gpu")) {
            return 0;
        }
        if (!device.matches("gpu:\\d{1,4}")) {
            throw new ParameterException(spec.commandLine(), "--device '" + device + "' is none; there are cpu, gpu, gpu:1 and so on");
        }
        return Integer.parseInt(device.substring(ErtMachine.GPU.length()));
    }

    private ErtResults measureGpu(int index, ErtProgress progress) {
        try {
            return GpuErtRun.measure(index, environment("GPU"), progress);
        } catch (IllegalArgumentException failure) {
            throw new ParameterException(spec.commandLine(), failure.getMessage());
        }
    }

    private Kernels kernels(String word) {
        for (Kernels kind : Kernels.values()) {
            if (kind.name().equalsIgnoreCase(word)) {
                return kind;
            }
        }
        throw new ParameterException(spec.commandLine(), "--kernels '" + word + "' is none; there are native, vector, loops");
    }

    private ErtResults measure(@Nullable Kernels kind, ErtProgress progress) throws IOException {
        Path program = NativeErt.program();
        if (kind == Kernels.NATIVE || kind == null && program != null && ownKernels.isEmpty()) {
            if (program == null) {
                throw new IOException("native kernels are missing: build timemory-roofline with its native part, or choose "
                        + "--kernels vector or loops");
            }
            List<String> arguments = hasLadder ? List.of("--ladder") : isThorough ? List.of() : List.of("--quick");
            return ErtFile.read(new ByteArrayInputStream(NativeErt.measure(program, arguments, environment("CPU"), progress)));
        }
        ErtKernels chosen = kind == Kernels.VECTOR || kind == null && JvmKernels.vectorUnavailableReason() == null ? JvmKernels.vector()
                : JvmKernels.loops();
        List<ErtKernel> measured = new ArrayList<>(chosen.getKernels());
        if (hasLadder) {
            measured.addAll(chosen.getLadder());
        }
        if (!ownKernels.isEmpty() && classPath != null) {
            measured.addAll(OwnKernels.load(ownKernels, classPath));
        }
        ErtMachine machine = MachineKt.thisMachine(chosen.getKind(), chosen.getGigahertz());
        SettingsBuilder settings = new SettingsBuilder();
        try {
            environment("CPU").forEach(settings::set);
            ErtOptions options = ErtOptions.of(Settings.load(settings), machine, hasLadder, !isThorough);
            return new Ert(options, measured, kernel -> {
                progress.tell(kernel);
                return kotlin.Unit.INSTANCE;
            }).measure();
        } catch (IllegalArgumentException failure) {
            throw new ParameterException(spec.commandLine(), failure.getMessage());
        }
    }

    /** Options as settings, which native kernels take as well. */
    private Map<String, String> environment(String of) {
        Map<String, String> settings = new java.util.LinkedHashMap<>();
        if (threads != null) {
            settings.put("TIMEMORY_ERT_NUM_THREADS_" + of, threads.toString());
        }
        if (maxSize != null) {
            settings.put("TIMEMORY_ERT_MAX_DATA_SIZE_" + of, maxSize.toString());
        }
        return settings;
    }

    private void write(List<ErtResults> results) throws IOException {
        if (output.toAbsolutePath().getParent() != null) {
            Files.createDirectories(output.toAbsolutePath().getParent());
        }
        AtomicFile.writeText(output, text -> ErtJsonKt.writeErtJson(results, text));
    }

    private void tell(ErtResults results, PrintWriter out) {
        ErtMachine machine = results.getMachine();
        String processors = machine.isGpu() ? "multiprocessors" : "processors";
        out.printf(Locale.ROOT, "%s, %d %s, %.2f GHz, %s kernels%n", machine.getProcessor(), machine.getProcessors(), processors,
                machine.getGigahertz(), machine.getKernels());
        for (int count : results.getThreadCounts()) {
            out.printf(Locale.ROOT, "%n%s%s%n", count == 1 ? "1 thread" : count + " threads",
                    !machine.isGpu() ? "" : count == 1 ? " launches kernels" : " launch kernels");
            for (BandwidthRoof roof : results.bandwidthRoofs(count, RooflineForm.FLOPS)) {
                out.printf(Locale.ROOT, "  %-22s %10.1f GB/s%s%s%n", roof.getName(), roof.getPerSecond() / 1e9, spread(roof.getSample()),
                        ofPublished(machine, roof.getName(), roof.getPerSecond()));
            }
            for (PeakRoof roof : results.peakRoofs(count, RooflineForm.FLOPS)) {
                out.printf(Locale.ROOT, "  %-22s %10.1f GFLOP/s%s%s%n", roof.getName(), roof.getPerSecond() / 1e9, spread(roof.getSample()),
                        published(machine, roof));
            }
            for (PeakRoof roof : results.peakRoofs(count, RooflineForm.INSTRUCTIONS)) {
                out.printf(Locale.ROOT, "  %-22s %10.1f GIPS%s%s%n", roof.getName(), roof.getPerSecond() / 1e9, spread(roof.getSample()),
                        ofPublished(machine, roof.getName(), roof.getPerSecond()));
            }
            for (PeakRoof roof : results.peakRoofs(count, RooflineForm.WARP_INSTRUCTIONS)) {
                out.printf(Locale.ROOT, "  %-22s %10.1f GIPS of warps%n", roof.getName(), roof.getPerSecond() / 1e9);
            }
            if (hasLadder) {
                LadderTable.write(results.getSamples(), count, out);
            }
        }
    }

    private static String spread(@Nullable ErtSample sample) {
        return sample == null ? "" : String.format(Locale.ROOT, "  spread %5.1f %%", 100 * sample.getSpread());
    }

    /** Beside a peak of vectors, what the processor's maker would name. */
    private String published(ErtMachine machine, PeakRoof roof) {
        if (machine.isGpu()) {
            return ofPublished(machine, roof.getName(), roof.getPerSecond());
        }
        ErtSample sample = roof.getSample();
        if (sample == null || sample.getVectorBits() == 0 || machine.getGigahertz() <= 0) {
            return "";
        }
        int lanes = sample.getVectorBits() / (sample.getDataType().equals("f64") ? Double.SIZE : Float.SIZE);
        return percent(roof.getPerSecond(),
                machine.getGigahertz() * 1e9 * lanes * units * (roof.getName().startsWith("fma") ? 2 : 1) * sample.getThreads());
    }

    /** Beside a roof, what the maker names for it, where that is known. */
    private static String ofPublished(ErtMachine machine, String roof, double perSecond) {
        Double peak = machine.getPublished().get(roof);
        return peak == null ? "" : percent(perSecond, peak);
    }

    private static String percent(double perSecond, double peak) {
        return String.format(Locale.ROOT, "  %5.1f %% of %.1f", 100 * perSecond / peak, peak / 1e9);
    }
}
