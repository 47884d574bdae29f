package timemory.tools.read;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;
import timemory.CallGraphNode;
import timemory.ResultsBuilder;

/** The file format of speedscope: profiles of frames that open and close, or of samples. */
final class SpeedscopeFile implements FileReader {

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
            String unit = profile.path("unit").asText("none");
            ExclusiveTree tree = new ExclusiveTree(Profiles.graph(results, profile.path("name").asText("value"), Profiles.quantityOfUnit(unit)));
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
        double last = Double.NaN;
        for (JsonNode event : events) {
            double at = event.path("at").asDouble();
            if (!open.isEmpty()) {
                tree.add(open.peek(), (at - last) * size, 0);
            }
            last = at;
            if (event.path("type").asText().equals("O")) {
                CallGraphNode node = tree.node(open.peek(), label(frames, event.path("frame").asInt(-1)));
                tree.add(node, 0, 1);
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
            CallGraphNode node = null;
            for (JsonNode frame : sample) {
                node = tree.node(node, label(frames, frame.asInt(-1)));
            }
            if (node != null) {
                tree.add(node, weights.path(index).asDouble(1.0) * size, 1);
            }
            index++;
        }
    }

    private static String label(JsonNode frames, int index) throws IOException {
        JsonNode frame = frames.get(index);
        if (frame == null) {
            throw new IOException("refers to frame " + index + ", of " + frames.size());
        }
        return frame.path("name").asText();
    }
}
