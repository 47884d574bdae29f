package timemory.history.page;

import java.util.Locale;

/**
 * The text of a page while it is being written: a single file, without scripts or external resources. Text arguments are escaped.
 */
final class Markup {
    private static final String STYLE = """
            :root { color-scheme: light dark; --ink: #1b1f24; --pale: #667; --paper: #fff; --dot: #3b6fb6; --mean: #0b7a4b; --band: #e0a80055; --worse: #b3261e }
            @media (prefers-color-scheme: dark) { :root { --ink: #e6e6e6; --pale: #99a; --paper: #16181c; --dot: #7fb0ff; --mean: #5fd39a; --band: #b58a0066; --worse: #ff8a80 } }
            body { font: 15px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 1.5rem auto; max-width: 62rem; padding: 0 1rem }
            h1 { font-size: 1.3rem } h2 { font-size: 1rem; margin: 2rem 0 .3rem; overflow-wrap: anywhere }
            p { margin: .2rem 0; color: var(--pale) } svg { width: 100%; height: auto }
            text { fill: var(--pale); font: 12px system-ui, sans-serif } .dot { fill: var(--dot) } .mean { stroke: var(--mean); stroke-width: 2 }
            .axis { stroke: var(--pale); stroke-opacity: .4 } .change { stroke: var(--worse); stroke-dasharray: 4 3 } .band { fill: var(--band) }
            .is { fill: var(--worse); font-weight: 600 } table { border-collapse: collapse } td, th { padding: .1rem .8rem .1rem 0; text-align: left }
            .means, .model, .ideal { fill: none; stroke: var(--dot); stroke-width: 1.5 } .model { stroke-dasharray: 1 4; stroke-width: 3; stroke-linecap: round }
            .ideal { stroke: var(--pale); stroke-dasharray: 6 4 } .number { font-weight: 600 }
            .c1 { --dot: #b3551e } .c2 { --dot: #0b7a4b } .c3 { --dot: #8a3fa0 } .c4 { --dot: #a08600 } .c5 { --dot: #6b6f76 }
            @media print { section { break-inside: avoid } }
            """;

    private final StringBuilder page = new StringBuilder();

    Markup(String title) {
        page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<title>")
                .append(escaped(title)).append("</title>\n<style>\n").append(STYLE).append("</style>\n</head>\n<body>\n<main>\n<h1>")
                .append(escaped(title)).append("</h1>\n");
    }

    void beginSection(String heading) {
        page.append("<section>\n<h2>").append(escaped(heading)).append("</h2>\n");
    }

    void endSection() {
        page.append("</section>\n");
    }

    void paragraph(String text) {
        page.append("<p>").append(escaped(text)).append("</p>\n");
    }

    /** @param name a description of what it shows, for screen readers */
    void beginPicture(int width, int height, String name) {
        page.append("<svg viewBox=\"0 0 ").append(width).append(' ').append(height).append("\" role=\"img\" aria-label=\"")
                .append(escaped(name))
                .append("\">\n");
    }

    void endPicture() {
        page.append("</svg>\n");
    }

    void line(String kind, double x1, double y1, double x2, double y2) {
        add("<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n", kind, x1, y1, x2, y2);
    }

    void box(String kind, double x, double y, double width, double height) {
        add("<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>%n", kind, x, y, width, height);
    }

    /** Adds a point with the tooltip {@code text}. */
    void dot(String kind, double x, double y, String text) {
        add("<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"><title>%s</title></circle>%n", kind, x, y, escaped(text));
    }

    void text(String kind, double x, double y, String anchor, String text) {
        add("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n", kind, x, y, anchor, escaped(text));
    }

    /** Adds a line through {@code points}, given as alternating x and y. */
    void path(String kind, double[] points) {
        page.append("<polyline class=\"").append(kind).append("\" points=\"");
        for (int i = 0; i < points.length; i += 2) add("%s%.1f,%.1f", i == 0 ? "" : " ", points[i], points[i + 1]);
        page.append("\"/>\n");
    }

    private void add(String format, Object... arguments) {
        page.append(String.format(Locale.ROOT, format, arguments));
    }

    /** Returns the whole page. */
    String finished() {
        return page.append("</main>\n</body>\n</html>\n").toString();
    }

    /** Escapes labels and names, which are untrusted: they must not contain markup or change the writing direction. */
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
