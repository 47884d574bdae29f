package timemory.agent;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The rows of a table of results. */
record Table(List<Row> rows) {
    private static final Pattern ROW = Pattern.compile("\\| >>> (?: *\\|_)?(.+?) +\\| +(\\d+) \\| +(\\d+) \\|.*");

    /** A place of the call graph. */
    record Row(String label, int count, int depth) {}

    static Table of(Programs.Outcome outcome) throws IOException {
        return new Table(outcome.file("wall.txt").lines().flatMap(Table::row).toList());
    }

    private static Stream<Row> row(String line) {
        Matcher matcher = ROW.matcher(line);
        if (!matcher.matches()) return Stream.empty();
        return Stream.of(new Row(matcher.group(1), Integer.parseInt(matcher.group(2)), Integer.parseInt(matcher.group(3))));
    }

    /** Laps of the function at all places. */
    int count(String label) {
        return countOfAll(Pattern.quote(label));
    }

    /** Laps of all functions that a regular expression matches as a whole. */
    int countOfAll(String labels) {
        return rows.stream().filter(row -> row.label.matches(labels)).mapToInt(Row::count).sum();
    }

    /** Where in the call graph the function is. */
    List<Integer> depths(String label) {
        return rows.stream().filter(row -> row.label.equals(label)).map(Row::depth).distinct().toList();
    }
}
