package timemory.jupyter.inside;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import timemory.export.ExportFormats;
import timemory.export.data.ComponentData;
import timemory.export.data.NumberData;
import timemory.export.data.RegionData;
import timemory.export.data.RunConversion;
import timemory.export.data.RunData;
import timemory.export.data.StatisticsData;
import timemory.plot.Picture;
import timemory.plot.PictureKind;
import timemory.plot.PictureStyle;
import timemory.plot.PictureTheme;
import timemory.results.CallGraphNode;
import timemory.results.Results;
import timemory.settings.Settings;
import timemory.settings.SettingsBuilder;
import timemory.spi.TemporaryFolder;
import timemory.tools.read.ResultFiles;

/** Reads results. Requests are names and arguments, because the caller is in another class loader: see {@link #apply}. */
public final class Reader implements BiFunction<String, Object, Object> {
    private static final Settings SETTINGS = Settings.load(new SettingsBuilder());
    private static final PictureStyle STYLE = new PictureStyle(900, 25, PictureTheme.AUTOMATIC, false);

    private final Results results;

    /** Reads a file or a directory. */
    public Reader(String path) throws IOException {
        results = ResultFiles.readRun(ResultFiles.filesOf(Path.of(path), others -> {}));
    }

    /**
     * Returns {@code rows} (a list of arrays, see {@link #rows}), {@code problems} (a list of texts), {@code bars} and {@code flame}
     * (arrays of a height and SVG, of the component that {@code argument} names, or of all if it is {@code null}), or {@code page} (HTML).
     */
    @Override
    public Object apply(String what, Object argument) {
        return switch (what) {
            case "rows" -> rows();
            case "problems" -> List.copyOf(results.getProblems());
            case "bars" -> pictures(PictureKind.BARS, (String) argument);
            case "flame" -> pictures(PictureKind.FLAME, (String) argument);
            case "page" -> page();
            default -> throw new IllegalArgumentException(what);
        };
    }

    /**
     * Returns rows of component, number, unit, labels, laps, sum, exclusive, mean, minimum, maximum, standard deviation and concurrent;
     * null for unknown values.
     */
    private List<Object[]> rows() {
        List<Object[]> rows = new ArrayList<>();
        RunData data = RunConversion.toData(results, List.of(), null);
        for (int i = 0; i < results.getGraphs().size(); i++) {
            ComponentData component = data.getComponents().get(i);
            Iterator<CallGraphNode> nodes = results.getGraphs().get(i).nodes().iterator();
            List<String> path = new ArrayList<>();
            for (RegionData region : component.getRegions()) {
                CallGraphNode node = nodes.next();
                path.subList(region.getDepth(), path.size()).clear();
                path.add(region.getLabel());
                for (int number = 0; number < component.getNumbers().size(); number++) {
                    rows.add(row(component, number, String.join("\0", path), region, node));
                }
            }
        }
        return rows;
    }

    private static Object[] row(ComponentData component, int number, String path, RegionData region, CallGraphNode node) {
        NumberData kind = component.getNumbers().get(number);
        StatisticsData statistics = region.getNumbers().get(number);
        String unit = kind.getUnits().get(0).getSymbol() + kind.getUnitSuffix();
        Double exclusive = kind.isAdditive() && Double.isFinite(node.exclusive(number)) ? (Double) node.exclusive(number) : null;
        return new Object[] {component.getId(), kind.getName(), unit, path, region.getLaps(), statistics.getSum(), exclusive,
            statistics.getMean(), statistics.getMin(), statistics.getMax(), statistics.getStandardDeviation(), region.isConcurrent()};
    }

    private List<Object[]> pictures(PictureKind kind, String component) {
        Results wanted = component == null ? results : results.only(List.of(component));
        List<Object[]> pictures = new ArrayList<>();
        for (Picture picture : Picture.of(wanted, EnumSet.of(kind), STYLE, SETTINGS)) {
            StringBuilder text = new StringBuilder();
            picture.writeSvg(text, true);
            pictures.add(new Object[] {picture.getHeight(), text.toString()});
        }
        return pictures;
    }

    private String page() {
        try {
            Path folder = TemporaryFolder.newFolder("timemory-notebook");
            try {
                return Files.readString(Path.of(ExportFormats.HTML.write(results, SETTINGS, folder.toString()).get(0)));
            } finally {
                try (Stream<Path> all = Files.walk(folder)) {
                    for (Path one : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(one);
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
