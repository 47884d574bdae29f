package timemory.history.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.DoubleStream;
import timemory.history.scale.Growth;
import timemory.history.store.Region;

/**
 * A page that shows how regions scale. Each has two plots: its value over the parameter with the ideal and the model, both axes
 * logarithmic; and its efficiency. Runs that differ in something else, such as machine or size, are numbered lines in the same plots.
 */
public final class ScalePage {
    private static final int WIDTH = 960;
    private static final int HEIGHT = 300;
    private static final int TOP = 20;
    private static final int BOTTOM = 30;
    private static final int MAX_COLOURS = 6;
    private static final int CURVE = 48;

    private final Markup page;
    private final String parameter;
    private final Scaling.Ideal ideal;

    private ScalePage(Markup page, String parameter, Scaling.Ideal ideal) {
        this.page = page;
        this.parameter = parameter;
        this.ideal = ideal;
    }

    /**
     * Returns the page's text.
     *
     * @param ideal the reference to plot and to compute efficiencies from
     */
    public static String of(String title, String parameter, Scaling.Ideal ideal, List<Scaling> scalings) {
        Map<Region, List<Scaling>> regions = new LinkedHashMap<>();
        for (Scaling scaling : scalings) regions.computeIfAbsent(scaling.region(), none -> new ArrayList<>()).add(scaling);
        Markup page = new Markup(title);
        ScalePage writing = new ScalePage(page, parameter, ideal);
        regions.forEach(writing::add);
        return page.finished();
    }

    private void add(Region region, List<Scaling> lines) {
        String heading = region.name() + ", " + lines.get(0).what() + " by " + parameter;
        page.beginSection(heading);
        for (int i = 0; i < lines.size(); i++) {
            Scaling line = lines.get(i);
            String efficiency = isIdeal() ? "; efficiency at " + Amount.of(line.last().at(), "") + ": "
                    + Amount.percent(line.efficiency(line.last(), ideal)) : "";
            String formula = Formula.withError(line.model().growth(), parameter, line.unit());
            page.paragraph((lines.size() > 1 ? (i + 1) + ": " : "") + line.runs() + ": " + formula + efficiency);
        }
        page.beginPicture(WIDTH, HEIGHT, heading + (isIdeal() ? ": values on the left, efficiency on the right" : ""));
        taken(lines, lines.get(0).unit());
        if (isIdeal()) efficiencies(lines);
        page.endPicture();
        page.paragraph(isIdeal()
                ? "Left: runs as points, their means as lines, the ideal dashed, the model dotted. Right: the efficiency of the means."
                : "Runs as points, their means as lines, the model dotted.");
        page.endSection();
    }

    private boolean isIdeal() {
        return ideal != Scaling.Ideal.NONE;
    }

    private static Axis across(List<Scaling> lines, double from, double to) {
        return Axis.logarithmic(lines.stream().flatMap(line -> line.steps().stream()).mapToDouble(Scaling.Step::at), "", from, to);
    }

    /** Draws the ticks: round values upwards, and across the parameter values that were measured. */
    private void frame(List<Scaling> lines, Axis x, Axis y) {
        for (Axis.Tick tick : y.ticks()) {
            page.line("axis", x.from(), tick.at(), x.to(), tick.at());
            page.text("", x.from() - 8, tick.at() + 4, "end", tick.text());
        }
        page.text("", x.from() + 4, TOP - 4, "start", "vertical axis " + y.kind() + ", horizontal axis " + x.kind());
        TreeSet<Double> values = new TreeSet<>();
        lines.forEach(line -> line.steps().forEach(step -> values.add(step.at())));
        double free = Double.NEGATIVE_INFINITY;
        for (double value : values) {
            String text = Amount.of(value, "");
            double half = 4.0 * text.length();
            if (x.at(value) - half < free) continue;
            page.text("", x.at(value), HEIGHT - BOTTOM + 16, "middle", text);
            free = x.at(value) + half + 6;
        }
    }

    private static String colour(int line) {
        return " c" + line % MAX_COLOURS;
    }

    private void taken(List<Scaling> lines, String unit) {
        Axis x = across(lines, 90, isIdeal() ? WIDTH / 2.0 - 20 : WIDTH - 20);
        DoubleStream numbers = lines.stream().flatMapToDouble(line -> line.steps().stream()
                .flatMapToDouble(
                        step -> DoubleStream.concat(DoubleStream.of(step.taken()), DoubleStream.of(line.ideal(step.at(), ideal)))));
        Axis y = Axis.logarithmic(numbers, unit, HEIGHT - BOTTOM, TOP);
        frame(lines, x, y);
        for (int i = 0; i < lines.size(); i++) {
            Scaling line = lines.get(i);
            Growth growth = line.model().growth();
            double[] means = new double[2 * line.steps().size()];
            double[] ideals = new double[means.length];
            for (int j = 0; j < line.steps().size(); j++) {
                Scaling.Step step = line.steps().get(j);
                for (double taken : step.taken())
                    page.dot("dot" + colour(i), x.at(step.at()), y.at(taken), Amount.of(step.at(), "") + ": " + Amount.of(taken, unit));
                means[2 * j] = x.at(step.at());
                ideals[2 * j] = means[2 * j];
                means[2 * j + 1] = y.at(step.mean());
                ideals[2 * j + 1] = y.at(line.ideal(step.at(), ideal));
            }
            page.path("means" + colour(i), means);
            if (isIdeal()) page.path("ideal", ideals);
            page.path("model" + colour(i), curve(line, growth, x, y));
            if (lines.size() > 1) number(i, means);
        }
    }

    /** Returns the model's curve between the smallest and the largest value, clipped to the plot. */
    private static double[] curve(Scaling line, Growth growth, Axis x, Axis y) {
        DoubleStream.Builder points = DoubleStream.builder();
        double first = line.first().at();
        double last = line.last().at();
        for (int i = 0; i <= CURVE && line.steps().size() > 1; i++) {
            double part = (double) i / CURVE;
            double at = first > 0.0 ? first * Math.pow(last / first, part) : first + (last - first) * part;
            double value = growth.at(at);
            if (!y.covers(value)) continue;
            points.add(x.at(at));
            points.add(y.at(value));
        }
        return points.build().toArray();
    }

    private void efficiencies(List<Scaling> lines) {
        Axis x = across(lines, WIDTH / 2.0 + 60, WIDTH - 20.0);
        DoubleStream numbers =
                lines.stream().flatMapToDouble(line -> line.steps().stream().mapToDouble(step -> 100 * line.efficiency(step, ideal)));
        Axis y = Axis.linear(DoubleStream.concat(DoubleStream.of(0.0, 100.0), numbers), "%", HEIGHT - BOTTOM, TOP);
        frame(lines, x, y);
        for (int i = 0; i < lines.size(); i++) {
            Scaling line = lines.get(i);
            DoubleStream.Builder places = DoubleStream.builder();
            for (Scaling.Step step : line.steps()) {
                double efficiency = 100 * line.efficiency(step, ideal);
                if (!Double.isFinite(efficiency)) continue; // division by zero
                places.add(x.at(step.at())).add(y.at(efficiency));
                page.dot("dot" + colour(i), x.at(step.at()), y.at(efficiency),
                        Amount.of(step.at(), "") + ": " + Amount.percent(efficiency / 100));
            }
            double[] points = places.build().toArray();
            page.path("means" + colour(i), points);
            if (lines.size() > 1 && points.length > 0) number(i, points);
        }
    }

    private void number(int line, double[] points) {
        page.text("number" + colour(line), points[points.length - 2] + 4, points[points.length - 1] + 4, "start", String.valueOf(line + 1));
    }
}
