package timemory.history.page;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import timemory.history.change.ChangePoint;
import timemory.history.store.Run;
import timemory.history.store.RunFacts;

/**
 * A page of trends: a picture of each, with its runs as points, the means between changes as lines, and where a change may have been as a band.
 * One file, without scripts and without anything from elsewhere.
 */
public final class TrendPage {
    private static final int WIDTH = 960;
    private static final int HEIGHT = 240;
    private static final int LEFT = 90;
    private static final int RIGHT = 12;
    private static final int TOP = 24;
    private static final int BOTTOM = 28;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneOffset.UTC);

    private static final String STYLE = """
            :root { color-scheme: light dark; --ink: #1b1f24; --pale: #667; --paper: #fff; --dot: #3b6fb6; --mean: #0b7a4b; --band: #e0a80055; --worse: #b3261e }
            @media (prefers-color-scheme: dark) { :root { --ink: #e6e6e6; --pale: #99a; --paper: #16181c; --dot: #7fb0ff; --mean: #5fd39a; --band: #b58a0066; --worse: #ff8a80 } }
            body { font: 15px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 1.5rem auto; max-width: 62rem; padding: 0 1rem }
            h1 { font-size: 1.3rem } h2 { font-size: 1rem; margin: 2rem 0 .3rem; overflow-wrap: anywhere }
            p { margin: .2rem 0; color: var(--pale) } svg { width: 100%; height: auto }
            text { fill: var(--pale); font: 12px system-ui, sans-serif } .dot { fill: var(--dot) } .mean { stroke: var(--mean); stroke-width: 2 }
            .axis { stroke: var(--pale); stroke-opacity: .4 } .change { stroke: var(--worse); stroke-dasharray: 4 3 } .band { fill: var(--band) }
            .is { fill: var(--worse); font-weight: 600 } table { border-collapse: collapse } td, th { padding: .1rem .8rem .1rem 0; text-align: left }
            @media print { section { break-inside: avoid } }
            """;

    private TrendPage() {}

    /** The text of the page. */
    public static String of(String title, List<Trend> trends) {
        StringBuilder page = new StringBuilder();
        page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<title>")
                .append(escaped(title)).append("</title>\n<style>\n").append(STYLE).append("</style>\n</head>\n<body>\n<main>\n<h1>")
                .append(escaped(title)).append("</h1>\n");
        for (Trend trend : trends) add(page, trend);
        return page.append("</main>\n</body>\n</html>\n").toString();
    }

    private static void add(StringBuilder page, Trend trend) {
        page.append("<section>\n<h2>").append(escaped(trend.title())).append("</h2>\n");
        for (ChangePoint change : trend.changes()) page.append("<p>").append(escaped(sentence(trend, change))).append("</p>\n");
        if (trend.changes().isEmpty()) page.append("<p>no change that cannot be chance</p>\n");
        picture(page, trend);
        page.append("</section>\n");
    }

    private static String sentence(Trend trend, ChangePoint change) {
        Run run = trend.run(change.index());
        String range = change.earliest() == change.latest() ? ""
                : "; it may have been from run " + trend.run(change.earliest()).number() + " to run " + trend.run(change.latest()).number();
        return Amount.change(change.relative()) + ", from " + Amount.of(change.before(), trend.unit()) + " to "
                + Amount.of(change.after(), trend.unit()) + ", at run " + run.number() + named(run.facts()) + " (P "
                + Amount.probability(change.correctedPValue()) + ")" + range;
    }

    private static String named(RunFacts facts) {
        return ", " + TIME.format(facts.at()) + (facts.commit().isEmpty() ? "" : ", commit " + facts.commit());
    }

    /** Where numbers are in the picture. */
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

        /** The middle of the place of number {@code index}. */
        double x(double index) {
            return LEFT + (WIDTH - LEFT - RIGHT) * (index + 0.5) / count;
        }

        double y(double value) {
            return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - least) / (largest - least);
        }
    }

    private static void picture(StringBuilder page, Trend trend) {
        Scale scale = Scale.of(trend.series());
        page.append("<svg viewBox=\"0 0 ").append(WIDTH).append(' ').append(HEIGHT).append("\" role=\"img\" aria-label=\"")
                .append(escaped(trend.title())).append("\">\n");
        for (int i = 0; i <= 4; i++) {
            double value = scale.least + (scale.largest - scale.least) * i / 4;
            line(page, "axis", LEFT, scale.y(value), WIDTH - RIGHT, scale.y(value));
            text(page, "", LEFT - 8, scale.y(value) + 4, "end", Amount.of(value, trend.unit()));
        }
        text(page, "", scale.x(0), HEIGHT - 8, "start", TIME.format(trend.run(0).facts().at()));
        if (scale.count > 1)
            text(page, "", scale.x(scale.count - 1), HEIGHT - 8, "end", TIME.format(trend.run(scale.count - 1).facts().at()));
        for (ChangePoint change : trend.changes()) {
            double from = scale.x(change.earliest() - 1);
            page.append(String.format(Locale.ROOT, "<rect class=\"band\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>%n", from, TOP,
                    scale.x(change.latest()) - from, HEIGHT - TOP - BOTTOM));
            line(page, "change", scale.x(change.index() - 0.5), TOP, scale.x(change.index() - 0.5), HEIGHT - BOTTOM);
            text(page, "is", scale.x(change.index() - 0.5), TOP - 8, "middle", Amount.change(change.relative()));
        }
        for (int i = 0; i < scale.count; i++) {
            Run run = trend.run(i);
            page.append(String.format(Locale.ROOT, "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"><title>", scale.x(i),
                    scale.y(trend.series()[i])))
                    .append(escaped("run " + run.number() + named(run.facts()) + ": " + Amount.of(trend.series()[i], trend.unit())))
                    .append("</title></circle>\n");
        }
        int[] begins = trend.begins();
        for (int i = 0; i + 1 < begins.length; i++) {
            double mean = scale.y(trend.mean(begins[i], begins[i + 1]));
            line(page, "mean", scale.x(begins[i] - 0.5), mean, scale.x(begins[i + 1] - 0.5), mean);
        }
        page.append("</svg>\n");
    }

    private static void line(StringBuilder page, String kind, double x1, double y1, double x2, double y2) {
        page.append(
                String.format(Locale.ROOT, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n", kind, x1, y1, x2, y2));
    }

    private static void text(StringBuilder page, String kind, double x, double y, String anchor, String text) {
        page.append(String.format(Locale.ROOT, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", kind, x, y, anchor))
                .append(escaped(text)).append("</text>\n");
    }

    /** Labels and names are of anybody's: nothing of them is markup, and nothing turns the direction of what follows. */
    private static String escaped(String text) {
        StringBuilder safe = new StringBuilder();
        text.codePoints().forEach(c -> {
            int kind = Character.getType(c);
            boolean isHidden = kind == Character.CONTROL || kind == Character.FORMAT || kind == Character.SURROGATE
                    || kind == Character.LINE_SEPARATOR || kind == Character.PARAGRAPH_SEPARATOR;
            if (isHidden || "&<>\"'".indexOf(c) >= 0) safe.append(isHidden ? String.format("\\u%04x", c) : "&#" + c + ";");
            else safe.appendCodePoint(c);
        });
        return safe.toString();
    }
}
