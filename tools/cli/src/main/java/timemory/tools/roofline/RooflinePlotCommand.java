package timemory.tools.roofline;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import timemory.roofline.ErtMachine;
import timemory.roofline.ErtResults;
import timemory.roofline.ErtSample;
import timemory.roofline.PeakRoof;
import timemory.plot.PictureStyle;
import timemory.plot.PictureTheme;
import timemory.roofline.PlotterJsonKt;
import timemory.plot.PngImage;
import timemory.plot.RunLineKt;
import timemory.results.Results;
import timemory.roofline.Roofline;
import timemory.roofline.RooflineForm;
import timemory.roofline.RooflinePicture;
import timemory.roofline.RooflinePoint;
import timemory.roofline.RooflinePoints;
import timemory.tools.io.AtomicFile;
import timemory.tools.read.ResultFiles;
import timemory.tools.write.OutputFolder;

/** {@code timemory roofline plot}: regions below the roofs of the machine. */
@Command(
        name = "plot",
        description = "Plots regions below the roofs of the machine.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "A region needs operations, bytes and time from a roofline component, such as cpu_roofline_flops. If hardware events "
                    + "are counted, one run has",
            "operations (TIMEMORY_ROOFLINE_MODE=op) and another bytes (ai): give the second with --traffic.",
            "",
            "Examples:",
            "  timemory roofline plot --roofs ert.json                      the last run in timemory-output, as HTML, SVG "
                    + "and PNG",
            "  timemory roofline plot --roofs ert.json --traffic ai op      operations of the results in op, bytes of those in ai",
            "  timemory roofline plot --form instructions --level DRAM out  the instruction roofline of one level",
        })
final class RooflinePlotCommand implements Callable<Integer> {

    private static final List<String> FORMATS = List.of("html", "svg", "png", "json");

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "FILE|DIR", defaultValue = "timemory-output", description = "Results with a roofline "
            + "component. Default: ${DEFAULT-VALUE}")
    private Path input;

    @Option(
            names = "--roofs",
            paramLabel = "FILE",
            description = "Output of `timemory roofline ert`; of several devices, those of the component are drawn. "
                    + "Can be repeated. Without it, only points are drawn.")
    private List<Path> roofs = List.of();

    @Option(names = "--device", paramLabel = "DEVICE", description = "Use the roofs of this device if there are several GPUs: gpu:1.")
    private @Nullable String device;

    @Option(names = "--traffic", paramLabel = "FILE|DIR", description = "Results of a run of the same program that counted bytes. "
            + "Default: the same results.")
    private @Nullable Path traffic;

    @Option(names = {"-m", "--metric"}, paramLabel = "ID", description = "The component. Default: the first roofline component in the "
            + "results.")
    private @Nullable String metric;

    @Option(names = "--form", paramLabel = "FORM", defaultValue = "flops", description = "flops: operations per byte; "
            + "instructions: instructions per cache line; warp-instructions, on a GPU. Default: ${DEFAULT-VALUE}")
    private String form;

    @Option(names = "--level", paramLabel = "LEVELS", split = ",", description = "Only these levels: L1,L2,L3,DRAM. Default: all, which "
            + "makes the plot hierarchical.")
    private List<String> levels = List.of();

    @Option(names = "--type", paramLabel = "TYPE", description = "Only the peaks of f64, f32 or f16. Default: the component's "
            + "precision; otherwise f64 for a CPU and all for a GPU.")
    private @Nullable String type;

    @Option(names = "--threads", paramLabel = "N", description = "Use the roofs of N threads. Default: the maximum measured.")
    private @Nullable Integer threads;

    @Option(names = "--exclusive", description = "Show exclusive values, without nested regions.")
    private boolean exclusive;

    @Option(names = "--title", paramLabel = "TEXT", description = "Title of the plot.")
    private @Nullable String title;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", defaultValue = ".", description = "Where pictures are written. Default: "
            + "${DEFAULT-VALUE}")
    private Path output;

    @Option(names = "--name", paramLabel = "NAME", defaultValue = "roofline", description = "Base name of files. Default: "
            + "${DEFAULT-VALUE}")
    private String name;

    @Option(names = {"-f", "--format"}, paramLabel = "FORMATS", split = ",", defaultValue = "html,svg,png",
            description = "html, svg, png; json: two files that timemory's own plotter reads (-op and -ai). Default: ${DEFAULT-VALUE}")
    private List<String> formats;

    @Option(names = "--width", paramLabel = "PIXELS", defaultValue = "1200", description = "Width: 400 to 20000. "
            + "Default: ${DEFAULT-VALUE}")
    private int width;

    @Option(names = "--dark",
            description = "Use a dark background. By default PNG is light and the others follow the viewer's colour scheme.")
    private boolean dark;

    @Override
    public Integer call() throws IOException {
        checkFormats();
        RooflineForm counted = form();
        List<Path> read = new ArrayList<>(ResultFiles.filesOf(input, none -> {}));
        Results results = ResultFiles.readRun(read);
        List<Path> ofTraffic = traffic == null ? List.of() : ResultFiles.filesOf(traffic, none -> {});
        Results bytes = traffic == null ? results : ResultFiles.readRun(ofTraffic);
        read.addAll(ofTraffic);
        read.addAll(roofs);
        String id = component(results);
        checkForm(counted, id);
        if (formats.contains("json") && RoofFiles.isOfGpu(id)) {
            throw new ParameterException(spec.commandLine(), "--format json: files for timemory's own plotter support only components of "
                    + "the CPU, not of " + id);
        }
        RooflinePoints found = RooflinePoints.of(results, bytes, id, counted, exclusive);
        PrintWriter err = spec.commandLine().getErr();
        found.getProblems().forEach(problem -> err.println("timemory: not shown: " + problem));
        List<RooflinePoint> points = found.getPoints().stream().filter(point -> isWanted(point.getLevel())).toList();
        if (points.isEmpty()) {
            throw new IOException(input + ": no region of " + id + " has " + counted.getOperations().toLowerCase(java.util.Locale.ROOT)
                    + ", bytes and time: without hardware events, the program must call countFlops() and countBytes()");
        }
        ErtResults measured = roofs.isEmpty() ? null : RoofFiles.fitting(id, roofs, device);
        int count = measured == null ? 0 : threadCount(measured);
        Roofline roofline = new Roofline(
                title != null ? title
                        : "Roofline of " + id + (measured == null ? "" : " on " + where(measured.getMachine(), count)) + about(results),
                counted,
                measured == null ? List.of()
                        : measured.bandwidthRoofs(count, counted).stream().filter(roof -> isWanted(roof.getName())).toList(),
                measured == null ? List.of() : peaks(measured, count, counted, id),
                points);
        write(roofline, read,
                measured == null ? List.of() : measured.getSamples().stream().filter(sample -> sample.getThreads() == count).toList());
        return 0;
    }

    /** What ran and when. */
    private static String about(Results results) {
        String run = RunLineKt.runOf(results);
        return run.isEmpty() ? "" : ": " + run;
    }

    private static String where(ErtMachine machine, int count) {
        return machine.getProcessor() + (machine.isGpu() ? "" : ", " + count + (count == 1 ? " thread" : " threads"));
    }

    private void checkFormats() throws IOException {
        for (String format : formats) {
            if (!FORMATS.contains(format)) {
                throw new ParameterException(spec.commandLine(),
                        "--format '" + format + "' is unknown; there are " + String.join(", ", FORMATS));
            }
        }
        if (formats.contains("png") && PngImage.unavailableReason() != null) {
            throw new IOException(PngImage.unavailableReason() + " (--format html,svg)");
        }
        if (!name.matches("[\\w.-]+") || name.startsWith(".")) {
            throw new ParameterException(spec.commandLine(), "--name '" + name + "' is not made of letters, digits, dots, dashes and "
                    + "underscores");
        }
    }

    private RooflineForm form() {
        return Arrays.stream(RooflineForm.values())
                .filter(one -> one.getId().equalsIgnoreCase(form))
                .findFirst()
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "--form '" + form + "' is unknown; there are "
                                + Arrays.stream(RooflineForm.values()).map(RooflineForm::getId).collect(Collectors.joining(
                                        ", "))));
    }

    /** Points of instructions of warps below roofs of those of threads would lie at a 32nd of their height. */
    private void checkForm(RooflineForm form, String id) {
        RooflineForm own = RoofFiles.isOfGpu(id) ? RooflineForm.WARP_INSTRUCTIONS : RooflineForm.INSTRUCTIONS;
        if (form != RooflineForm.FLOPS && form != own) {
            throw new ParameterException(spec.commandLine(),
                    "--form " + form.getId() + ": " + id + " counts " + own.getId() + "; use --form " + own.getId());
        }
    }

    private String component(Results results) throws IOException {
        List<String> known = RooflinePoints.componentsOf(results);
        if (known.isEmpty()) {
            throw new IOException(input + ": no roofline component was recorded: measure with one, such as "
                    + "TIMEMORY_COMPONENTS=cpu_roofline_flops");
        }
        if (metric != null && !known.contains(metric)) {
            throw new ParameterException(spec.commandLine(),
                    "--metric '" + metric + "' was not recorded; recorded are " + String.join(", ", known));
        }
        return metric != null ? metric : known.get(0);
    }

    private boolean isWanted(String level) {
        return levels.isEmpty() || levels.stream().anyMatch(level::equalsIgnoreCase);
    }

    private int threadCount(ErtResults measured) {
        List<Integer> known = measured.getThreadCounts();
        if (known.isEmpty()) {
            throw new ParameterException(spec.commandLine(), measured.getMachine().getDevice() + ": the file of roofs has no "
                    + "measurements");
        }
        if (threads != null && !known.contains(threads)) {
            throw new ParameterException(spec.commandLine(),
                    "--threads " + threads + " was not measured; measured are "
                            + known.stream().map(String::valueOf).collect(Collectors.joining(
                                    ", ")));
        }
        return threads != null ? threads : known.get(known.size() - 1);
    }

    private List<PeakRoof> peaks(ErtResults measured, int count, RooflineForm counted, String id) {
        List<PeakRoof> all = measured.peakRoofs(count, counted);
        if (counted != RooflineForm.FLOPS) {
            return all;
        }
        String wanted = type != null ? type : precision(id);
        if (wanted == null) {
            return all;
        }
        List<PeakRoof> ofType = all.stream()
                .filter(roof -> measured.getSamples().stream()
                        .anyMatch(sample -> sample.getLabel().equals(roof.getName()) && sample.getDataType().equals(wanted)))
                .toList();
        if (ofType.isEmpty() && type != null) {
            throw new ParameterException(spec.commandLine(), "--type '" + type + "' was not measured; measured are "
                    + measured.getSamples().stream().filter(ErtSample::isPeak).map(ErtSample::getDataType).distinct()
                            .collect(Collectors.joining(
                                    ", ")));
        }
        return ofType;
    }

    /** The type that the component {@code id} counts operations of; {@code null} for all that a GPU has. */
    private static @Nullable String precision(String id) {
        if (id.contains("_hp_")) {
            return "f16";
        }
        if (id.contains("_sp_")) {
            return "f32";
        }
        return RoofFiles.isOfGpu(id) && !id.contains("_dp_") ? null : "f64";
    }

    private void write(Roofline roofline, List<Path> read, List<ErtSample> samples) throws IOException {
        PictureStyle style;
        try {
            style = new PictureStyle(width, 40, dark ? PictureTheme.DARK : PictureTheme.AUTOMATIC, false);
        } catch (IllegalArgumentException failure) {
            throw new ParameterException(spec.commandLine(), "--" + failure.getMessage());
        }
        RooflinePicture picture = new RooflinePicture(roofline, name, style);
        List<String> names = formats.stream().flatMap(this::namesOf).toList();
        try {
            new OutputFolder(output, "--output").requireKept(names, read);
        } catch (IOException exception) {
            throw new ParameterException(spec.commandLine(), exception.getMessage(), exception);
        }
        Files.createDirectories(output);
        Set<Path> before = names.stream().map(output::resolve).filter(Files::exists).collect(Collectors.toSet());
        List<Path> written = new ArrayList<>();
        for (String format : formats) {
            switch (format) {
                case "html" -> written.add(AtomicFile.writeText(output.resolve(name + ".html"), picture::writeHtml));
                case "svg" -> written.add(AtomicFile.writeText(output.resolve(name + ".svg"), picture::writeSvg));
                case "png" -> written.add(AtomicFile.write(output.resolve(name + ".png"), out -> PngImage.write(picture, 2.0, out)));
                default -> written.addAll(writeForPlotter(roofline, samples));
            }
        }
        written.forEach(path -> spec.commandLine().getOut().println(OutputFolder.lineOf(path, before.contains(path))));
    }

    private Stream<String> namesOf(String format) {
        return format.equals("json") ? Stream.of(name + "_op.json", name + "_ai.json") : Stream.of(name + "." + format);
    }

    /** It draws one level: that of memory, where it is known. */
    private List<Path> writeForPlotter(Roofline roofline, List<ErtSample> samples) throws IOException {
        if (samples.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "--format json needs --roofs");
        }
        String level = roofline.getPoints().stream().map(RooflinePoint::getLevel).anyMatch("DRAM"::equals) ? "DRAM"
                : roofline.getPoints().get(0).getLevel();
        return List.of(
                AtomicFile.writeText(output.resolve(name + "_op.json"),
                        out -> PlotterJsonKt.writePlotterJson(roofline, level, samples, false, out)),
                AtomicFile.writeText(output.resolve(name + "_ai.json"),
                        out -> PlotterJsonKt.writePlotterJson(roofline, level, samples, true, out)));
    }
}
