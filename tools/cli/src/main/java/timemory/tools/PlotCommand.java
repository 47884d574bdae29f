package timemory.tools;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import timemory.plot.Picture;
import timemory.plot.PictureKind;
import timemory.plot.PictureStyle;
import timemory.plot.PictureTheme;
import timemory.plot.PngImage;
import timemory.results.Results;
import timemory.tools.io.AtomicFile;
import timemory.tools.read.NewestRun;
import timemory.tools.read.ResultFiles;
import timemory.tools.write.OutputFolder;

/** {@code timemory plot}: draws results, without a browser. */
@Command(
        name = "plot",
        description = "Plots results: bar charts of the largest regions, and flame graphs.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  timemory plot                              all plots of the last run, as SVG and PNG",
            "  timemory plot -m wall_clock --kind flame   the flame graph of the wall clock",
            "  timemory plot --dark --format png -o slides out",
        })
final class PlotCommand implements Callable<Integer> {

    private enum Format {
        PNG,
        SVG
    }

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "FILE|DIR", description = "A results file, or a directory of them. Default: the newest run "
            + "in timemory-output, or else in the working directory or the directories in it.")
    private @Nullable Path input;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", description = "Output directory. Default: ${DEFAULT-VALUE}",
            defaultValue = ".")
    private Path output;

    @Option(names = {"-f", "--format"}, paramLabel = "FORMATS", split = ",", defaultValue = "svg,png",
            description = "svg, for browsers, with all numbers on hovering; png. Default: ${DEFAULT-VALUE}")
    private List<String> formats;

    @Option(names = "--kind", paramLabel = "KINDS", split = ",", defaultValue = "bars,flame",
            description = "bars: the self value of each region, and its "
                    + "calls; flame: call paths. Default: ${DEFAULT-VALUE}")
    private List<String> kinds;

    @Option(names = "--width", paramLabel = "PIXELS", defaultValue = "1200", description = "Width: 400 to 20000. "
            + "Default: ${DEFAULT-VALUE}")
    private int width;

    @Option(names = "--scale", paramLabel = "FACTOR", defaultValue = "2", description = "PNG pixels per pixel of the plot, for "
            + "fine screens and print: 0.1 to 10. Default: ${DEFAULT-VALUE}")
    private double scale;

    @Option(names = "--top", paramLabel = "N", defaultValue = "40", description = "Number of regions with their own bar. Default: "
            + "${DEFAULT-VALUE}")
    private int top;

    @Option(names = "--dark", description = "Use a dark background. By default PNG is light and SVG follows the viewer's colour scheme.")
    private boolean dark;

    @Option(names = "--upward", description = "Draw flame graphs from the bottom up.")
    private boolean upward;

    @Mixin
    private ViewOptions view;

    @Override
    public Integer call() throws IOException {
        Set<Format> wanted = parsed("--format", formats, EnumSet.noneOf(Format.class), Format.values());
        Set<PictureKind> shown = parsed("--kind", kinds, EnumSet.noneOf(PictureKind.class), PictureKind.values());
        PictureStyle style = style();
        Consumer<String> notices = view.notices(spec.commandLine());
        List<Path> files = input == null ? NewestRun.files(notices) : ResultFiles.filesOf(input, notices);
        Results results = view.of(ResultFiles.readRun(files), spec.commandLine());
        if (wanted.contains(Format.PNG) && PngImage.unavailableReason() != null) {
            throw new IOException(PngImage.unavailableReason() + " (--format svg)");
        }
        List<Picture> pictures = Picture.of(results, shown, style, view.settings(results));
        if (pictures.isEmpty()) {
            throw new IOException(files.get(0) + ": nothing to draw"
                    + (shown.contains(PictureKind.BARS) ? ": there are no numbers" : ": no additive numbers"));
        }
        requireKept(pictures, wanted, files);
        Files.createDirectories(output);
        PrintWriter out = spec.commandLine().getOut();
        for (Picture picture : pictures) {
            for (Format format : wanted) {
                boolean wasThere = Files.exists(output.resolve(nameOf(picture, format)));
                out.println(OutputFolder.lineOf(write(picture, format), wasThere));
            }
        }
        return 0;
    }

    private void requireKept(List<Picture> pictures, Set<Format> wanted, List<Path> read) {
        List<String> names = pictures.stream().flatMap(picture -> wanted.stream().map(format -> nameOf(picture, format))).toList();
        try {
            new OutputFolder(output, "--output").requireKept(names, read);
        } catch (IOException failure) {
            throw new ParameterException(spec.commandLine(), failure.getMessage(), failure);
        }
    }

    private static String nameOf(Picture picture, Format format) {
        return picture.getName() + "." + format.name().toLowerCase(Locale.ROOT);
    }

    private PictureStyle style() {
        if (!(scale >= 0.1 && scale <= 10)) {
            throw new ParameterException(spec.commandLine(), "--scale " + scale + " must be between 0.1 and 10");
        }
        try {
            return new PictureStyle(width, top, dark ? PictureTheme.DARK : PictureTheme.AUTOMATIC, upward);
        } catch (IllegalArgumentException exception) {
            throw new ParameterException(spec.commandLine(), "--" + exception.getMessage());
        }
    }

    private <E extends Enum<E>> Set<E> parsed(String option, List<String> words, Set<E> into, E[] all) {
        for (String word : words) {
            into.add(Arrays.stream(all)
                    .filter(one -> one.name().equalsIgnoreCase(word.trim()))
                    .findFirst()
                    .orElseThrow(() -> new ParameterException(
                            spec.commandLine(),
                            option + " '" + word + "' is unknown; there are "
                                    + Arrays.stream(all).map(one -> one.name().toLowerCase(Locale.ROOT))
                                            .collect(Collectors.joining(", ")))));
        }
        return into;
    }

    private Path write(Picture picture, Format format) throws IOException {
        Path path = output.resolve(nameOf(picture, format));
        return switch (format) {
            case SVG -> AtomicFile.writeText(path, picture::writeSvg);
            case PNG -> AtomicFile.write(path, bytes -> PngImage.write(picture, scale, bytes));
        };
    }
}
