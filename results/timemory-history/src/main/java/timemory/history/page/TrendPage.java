package timemory.history.page;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import timemory.history.change.ChangePoint;
import timemory.history.store.Run;
import timemory.history.store.RunFacts;

/**
 * A page of trends: a plot of each, with its runs as points, the means between changes as lines, and the interval of each change as a band.
 */
public final class TrendPage {
    private static final int WIDTH = 960;
    private static final int HEIGHT = 240;
    private static final int LEFT = 90;
    private static final int RIGHT = 12;
    private static final int TOP = 24;
    private static final int BOTTOM = 28;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneOffset.UTC);

    private TrendPage() {}

    /** Returns the page's text. */
    public static String of(String title, List<Trend> trends) {
        Markup page = new Markup(title);
        for (Trend trend : trends) add(page, trend);
        return page.finished();
    }

    private static void add(Markup page, Trend trend) {
        page.beginSection(trend.title());
        for (ChangePoint change : trend.changes()) page.paragraph(sentence(trend, change));
        if (trend.changes().isEmpty()) page.paragraph("no significant change");
        picture(page, trend);
        page.endSection();
    }

    private static String sentence(Trend trend, ChangePoint change) {
        Run run = trend.run(change.index());
        String range = change.earliest() == change.latest() ? ""
                : "; it may have been from run " + trend.run(change.earliest()).number() + " to run " + trend.run(change.latest()).number();
        return Amount.change(change.relative()) + ", from " + Amount.of(change.before(), trend.unit()) + " to "
                + Amount.of(change.after(), trend.unit()) + ", at run " + run.number() + named(run.facts()) + " (P "
                + Amount.probability(change.pValue()) + ")" + range;
    }

    private static String named(RunFacts facts) {
        return ", " + TIME.format(facts.at()) + (facts.commit().isEmpty() ? "" : ", commit " + facts.commit());
    }

    /** Maps numbers to positions in the plot. */
    private record Scale(double least, double largest, int count) {
        static Scale of(double[] series) {
            double least = Double.POSITIVE_INFINITY;
            double largest = Double.NEGATIVE_INFINITY;
            for (double number : series) {
                least = Math.min(least, number);
                largest = Math.max(largest, number);
            }
            double margin = largest > least ? (largest - least) / 10 : Math.max(1e-9, Math.abs(largest) / 10);
            return new Scale(least - margin, largest + margin, series.length);
        }

        /** Returns the horizontal centre of the slot at {@code index}. */
        double x(double index) {
            return LEFT + (WIDTH - LEFT - RIGHT) * (index + 0.5) / count;
        }

        double y(double value) {
            return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - least) / (largest - least);
        }
    }

    private static void picture(Markup page, Trend trend) {
        Scale scale = Scale.of(trend.series());
        page.beginPicture(WIDTH, HEIGHT, trend.title());
        for (int i = 0; i <= 4; i++) {
            double value = scale.least + (scale.largest - scale.least) * i / 4;
            page.line("axis", LEFT, scale.y(value), WIDTH - RIGHT, scale.y(value));
            page.text("", LEFT - 8, scale.y(value) + 4, "end", Amount.of(value, trend.unit()));
        }
        page.text("", scale.x(0), HEIGHT - 8, "start", TIME.format(trend.run(0).facts().at()));
        if (scale.count > 1)
            page.text("", scale.x(scale.count - 1), HEIGHT - 8, "end", TIME.format(trend.run(scale.count - 1).facts().at()));
        for (ChangePoint change : trend.changes()) {
            double from = scale.x(change.earliest() - 1);
            double at = scale.x(change.index() - 0.5);
            page.box("band", from, TOP, scale.x(change.latest()) - from, HEIGHT - TOP - BOTTOM);
            page.line("change", at, TOP, at, HEIGHT - BOTTOM);
            page.text("is", at, TOP - 8, "middle", Amount.change(change.relative()));
        }
        for (int i = 0; i < scale.count; i++) {
            Run run = trend.run(i);
            String taken = "run " + run.number() + named(run.facts()) + ": " + Amount.of(trend.series()[i], trend.unit());
            page.dot("dot", scale.x(i), scale.y(trend.series()[i]), taken);
        }
        int[] begins = trend.begins();
        for (int i = 0; i + 1 < begins.length; i++) {
            double mean = scale.y(trend.level(i));
            page.line("mean", scale.x(begins[i] - 0.5), mean, scale.x(begins[i + 1] - 0.5), mean);
        }
        page.endPicture();
    }
}
