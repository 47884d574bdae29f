package timemory.history.page;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.DoubleStream;
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

    /** Returns the horizontal centre of the slot of run {@code index} of {@code count}. */
    private static double across(double index, int count) {
        return LEFT + (WIDTH - LEFT - RIGHT) * (index + 0.5) / count;
    }

    private static void picture(Markup page, Trend trend) {
        int count = trend.series().length;
        Axis axis = Axis.linear(DoubleStream.of(trend.series()), trend.unit(), HEIGHT - BOTTOM, TOP);
        page.beginPicture(WIDTH, HEIGHT, trend.title());
        for (Axis.Tick tick : axis.ticks()) {
            page.line("axis", LEFT, tick.at(), WIDTH - RIGHT, tick.at());
            page.text("", LEFT - 8, tick.at() + 4, "end", tick.text());
        }
        page.text("", LEFT, HEIGHT - 8, "start", TIME.format(trend.run(0).facts().at()) + " UTC");
        page.text("", (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 8, "middle", "a point for each run, vertical axis " + axis.kind());
        if (count > 1) page.text("", WIDTH - RIGHT, HEIGHT - 8, "end", TIME.format(trend.run(count - 1).facts().at()) + " UTC");
        for (ChangePoint change : trend.changes()) {
            double from = across(change.earliest() - 1, count);
            double at = across(change.index() - 0.5, count);
            page.box("band", from, TOP, across(change.latest(), count) - from, HEIGHT - TOP - BOTTOM);
            page.line("change", at, TOP, at, HEIGHT - BOTTOM);
            page.text("is", at, TOP - 8, "middle", Amount.change(change.relative()));
        }
        for (int i = 0; i < count; i++) {
            Run run = trend.run(i);
            String taken = "run " + run.number() + named(run.facts()) + ": " + Amount.of(trend.series()[i], trend.unit());
            page.dot("dot", across(i, count), axis.at(trend.series()[i]), taken);
        }
        int[] begins = trend.begins();
        for (int i = 0; i + 1 < begins.length; i++) {
            double mean = axis.at(trend.level(i));
            page.line("mean", across(begins[i] - 0.5, count), mean, across(begins[i + 1] - 0.5, count), mean);
        }
        page.endPicture();
    }
}
