package timemory.tools.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import timemory.results.CallGraphNode;
import timemory.export.data.ResultsBuilder;

/** The file format of speedscope: profiles of frames that open and close, or of samples. */
final class SpeedscopeFile implements FileReader {

    /** A profile of fractional values, whose name has the unit: {@code temperature (1e-6 degC)}. */
    private static final Pattern SMALLER = Pattern.compile("(.*) \\((1e-\\d{1,3} [^()]*)\\)");

    private static final Pattern BEGIN = Pattern.compile("speedscope\\.app/file-format-schema\\.json");

    @Override
    public boolean isOfKind(String begin) {
        return begin.stripLeading().startsWith("{") && BEGIN.matcher(begin).find();
    }

    @Override
    public void read(InputStream content, ResultsBuilder results) throws IOException {
        JsonNode file = Json.tree(content);
        JsonNode frames = file.path("shared").path("frames");
        for (JsonNode profile : file.path("profiles")) {
            String name = profile.path("name").asText("value");
            Matcher smaller = SMALLER.matcher(name);
            String unit = smaller.matches() ? smaller.group(2) : profile.path("unit").asText("none");
            ExclusiveTree tree = new ExclusiveTree(
                    Profiles.graph(results, smaller.matches() ? smaller.group(1) : name, Profiles.quantityOfUnit(unit)));
            double size = Profiles.sizeOfUnit(unit);
            if (profile.path("type").asText().equals("evented")) {
                readEvents(profile.path("events"), frames, tree, size);
            } else {
                readSamples(profile, frames, tree, size);
            }
            tree.finish();
        }
    }

    private static void readEvents(JsonNode events, JsonNode frames, ExclusiveTree tree, double size) throws IOException {
        Deque<CallGraphNode> open = new ArrayDeque<>();
        // How many of the open frames, the outermost ones, only say what ran concurrently with a region.
        int around = 0;
        double last = Double.NaN;
        for (JsonNode event : events) {
            double at = event.path("at").asDouble();
            if (!open.isEmpty()) {
                tree.add(open.peek(), (at - last) * size);
            }
            last = at;
            if (event.path("type").asText().equals("O")) {
                String name = label(frames, event.path("frame"));
                around = Math.min(around, open.size());
                boolean isAround = around == open.size() && ConcurrentFrames.isAround(name);
                CallGraphNode node = tree.node(open.peek(), ConcurrentFrames.label(name, isAround));
                if (isAround) {
                    around++;
                } else if (around > 0 && around == open.size()) {
                    tree.runsBeside(node);
                }
                open.push(node);
            } else if (open.isEmpty()) {
                throw new IOException("closes a frame at " + at + " that was not opened");
            } else {
                open.pop();
            }
        }
    }

    private static void readSamples(JsonNode profile, JsonNode frames, ExclusiveTree tree, double size) throws IOException {
        JsonNode weights = profile.path("weights");
        int index = 0;
        for (JsonNode sample : profile.path("samples")) {
            List<String> stack = new ArrayList<>();
            for (JsonNode frame : sample) {
                stack.add(label(frames, frame));
            }
            if (!stack.isEmpty()) {
                tree.add(tree.node(stack), weights.path(index).asDouble(1.0) * size);
            }
            index++;
        }
    }

    private static String label(JsonNode frames, JsonNode index) throws IOException {
        JsonNode frame = frames.get(index.asInt(-1));
        if (frame == null) {
            throw new IOException("refers to frame '" + Profiles.shortened(index.asText()) + "', of " + frames.size());
        }
        return frame.path("name").asText();
    }
}
