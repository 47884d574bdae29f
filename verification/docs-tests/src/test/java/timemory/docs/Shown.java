package timemory.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Compares an output that a page shows with the real one, apart from numbers, times and spaces. */
final class Shown {

    private static final String NUMBER = "[-+]?[0-9][0-9,.]*(?:e[-+]?[0-9]+)?";
    private static final String UNIT = "(?: ?(?:ns|us|ms|s|min|h|nsec|usec|msec|sec|hr|B|KB|kB|MB|GB|TB|M|%)(?![\\w/]))?";
    private static final Pattern VALUE = Pattern.compile("(?<![A-Za-z_])" + NUMBER + UNIT);

    private Shown() {}

    /** Returns {@code line} with each value as {@code #}, without marks that depend on times. */
    static String normalised(String line) {
        String text = VALUE.matcher(line.strip()).replaceAll("#");
        text = text.replace("under #", "#").replaceAll("(?<=^|\\s)-(?=\\s|$)", "#");
        text = text.replaceAll("(?<=\\s)!(?=\\s|$)", "").replaceAll("\\b(call|thread|region|function|lap)s\\b", "$1");
        return text.replaceAll("-{2,}", "--").replaceAll("\\s+", " ").strip();
    }

    /**
     * Returns the first line of {@code shown} that {@code output} lacks, in the order of {@code shown}; empty if it has all. A line of
     * three dots stands for any lines, dots at the end of a line for the rest of it.
     */
    static String missing(List<String> shown, String output) {
        List<String> lines = new ArrayList<>(output.lines().map(Shown::normalised).toList());
        int next = 0;
        for (String line : shown) {
            String wanted = normalised(line);
            if (wanted.isEmpty() || wanted.equals("...")) continue;
            boolean isStart = wanted.endsWith("...");
            String start = isStart ? wanted.substring(0, wanted.length() - 3).strip() : wanted;
            while (next < lines.size() && !(isStart ? lines.get(next).startsWith(start) : lines.get(next).equals(start))) next++;
            if (next == lines.size()) return line;
            next++;
        }
        return "";
    }
}
