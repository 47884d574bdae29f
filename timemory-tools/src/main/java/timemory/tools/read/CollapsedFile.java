package timemory.tools.read;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import timemory.CallGraphNode;
import timemory.Quantity;
import timemory.ResultsBuilder;

/** Collapsed stacks, {@code main;solve 1234}: samples of a profiler, or our own, whose numbers have no unit. */
final class CollapsedFile implements FileReader {

    private static final Pattern LINE = Pattern.compile("^[^\\n]*\\S \\d+\\r?$", Pattern.MULTILINE);

    @Override
    public boolean isOfKind(String begin) {
        int end = begin.indexOf('\n');
        return LINE.matcher(end < 0 ? begin : begin.substring(0, end)).matches();
    }

    @Override
    public void read(InputStream content, ResultsBuilder results) throws IOException {
        ExclusiveTree tree = new ExclusiveTree(Profiles.graph(results, "samples", Quantity.COUNT));
        BufferedReader lines = new BufferedReader(new InputStreamReader(content, StandardCharsets.UTF_8));
        int number = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            int space = line.lastIndexOf(' ');
            double value;
            try {
                value = Double.parseDouble(line.substring(space + 1));
            } catch (NumberFormatException none) {
                throw new IOException("line " + number + " does not end with a number: it is no stack, or not whole");
            }
            if (space <= 0) {
                throw new IOException("line " + number + " has no stack");
            }
            CallGraphNode node = null;
            for (String label : line.substring(0, space).split(";", -1)) {
                node = tree.node(node, label);
            }
            tree.add(node, value, 1);
        }
        tree.finish();
    }
}
