package timemory.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import timemory.settings.SettingsBuilder;

/** Settings of samples whose session the extension starts and ends: its output is read back. */
public final class ToFiles implements SessionSettings {

    private static Path folder;

    @Override
    public void assign(SettingsBuilder settings) {
        settings.setCoutOutput(false);
        settings.setJsonOutput(true);
        settings.setOutputPath(folder.toString());
    }

    /** Runs {@code samples} and returns the table of {@link Steps} for each part that was written, in the form of {@link Kit#graph}. */
    static List<List<String>> partsOf(Runnable samples) {
        try {
            folder = Files.createTempDirectory("timemory-test");
            samples.run();
            List<List<String>> parts = new ArrayList<>();
            for (Path table : tables()) {
                parts.add(read(table));
            }
            return parts;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Returns the table of the only part. */
    static List<String> graphOf(Runnable samples) {
        List<List<String>> parts = partsOf(samples);
        if (parts.size() != 1) {
            throw new AssertionError("expected one part, not " + parts);
        }
        return parts.get(0);
    }

    /** Returns the names of the last files written. */
    static List<String> names() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().collect(Collectors.toList());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static List<Path> tables() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith("steps.txt")).sorted().collect(Collectors.toList());
        }
    }

    private static List<String> read(Path table) throws IOException {
        List<Row> rows = new ArrayList<>();
        Row[] open = new Row[64];
        for (String line : Files.readAllLines(table)) {
            if (line.startsWith("| >>> ")) {
                String[] cells = line.substring(6).split(" \\| ");
                int depth = Integer.parseInt(cells[2].strip());
                String label = cells[0].strip();
                Row row = new Row(depth == 0 ? label : label.substring(label.indexOf("|_") + 2), cells[1].strip(), cells[5].strip(),
                        new ArrayList<>());
                open[depth] = row;
                (depth == 0 ? rows : open[depth - 1].inside).add(row);
            }
        }
        return lines(rows, 0);
    }

    private static List<String> lines(List<Row> rows, int depth) {
        rows.sort(Comparator.comparing(Row::label));
        List<String> lines = new ArrayList<>();
        for (Row row : rows) {
            lines.add("  ".repeat(depth) + row.label + " " + row.laps + " " + row.steps);
            lines.addAll(lines(row.inside, depth + 1));
        }
        return lines;
    }

    private record Row(String label, String laps, String steps, List<Row> inside) {}
}
