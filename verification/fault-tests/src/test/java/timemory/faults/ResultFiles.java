package timemory.faults;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import timemory.export.data.SavedResults;
import timemory.export.data.UnreadableResultsException;
import timemory.results.CallGraph;
import timemory.results.CallGraphNode;

/** The files that a program has left in its folder. */
record ResultFiles(List<Path> files) {
    /** A stack that overflowed is a deep tree. */
    private static final ObjectMapper JSON = new ObjectMapper(
            JsonFactory.builder().streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(1_000_000).build()).build());

    /** The region that counts laps whose labels did not fit. */
    private static final List<String> OVER_LIMIT = List.of("(labels over the limit)", "(further labels over the limit)");

    static ResultFiles in(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) return new ResultFiles(List.of());
        try (Stream<Path> all = Files.walk(folder)) {
            // Not the links by which the newest run is found as one of several.
            return new ResultFiles(all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)).toList());
        }
    }

    /** Whether there is each kind of file that trials ask for on every target. */
    boolean areAllThere() {
        List<String> names = files.stream().map(file -> file.getFileName().toString()).toList();
        return names.containsAll(
                List.of("wall.txt", "results.timemory.json", "wall.json", "wall.tree.json", "wall.flamegraph.json", "metadata.json"));
    }

    /** Files that were being written. */
    List<Path> unfinished() {
        return files.stream().filter(file -> file.getFileName().toString().endsWith(".tmp")).toList();
    }

    /** Those that contain the results up to some moment. */
    List<Path> checkpoints() {
        return files.stream().filter(file -> file.getFileName().toString().matches("checkpoint-.*\\.timemory\\.json")).toList();
    }

    /** Laps in the checkpoint of regions whose label starts like this; empty if there is none. */
    OptionalLong lapsInCheckpoint(String label) throws UnreadableResultsException {
        for (Path file : checkpoints()) {
            CallGraph graph = SavedResults.read(file.toString()).get("wall_clock");
            long laps = 0;
            for (Iterator<CallGraphNode> nodes = graph.nodes().iterator(); nodes.hasNext();) {
                CallGraphNode node = nodes.next();
                if (node.getLabel().startsWith(label)) laps += node.getInclusive().getLaps();
            }
            return OptionalLong.of(laps);
        }
        return OptionalLong.empty();
    }

    /** What is wrong with complete files under their own names. */
    List<String> broken() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path file : files) {
            String name = file.getFileName().toString();
            if (name.endsWith(".json")) {
                try {
                    JSON.readTree(file.toFile());
                } catch (JacksonException failure) {
                    broken.add(name + " is not JSON: " + failure.getOriginalMessage());
                }
                if (Files.size(file) == 0) broken.add(name + " is empty");
            } else if (name.endsWith(".txt") && !isWholeTable(name, Files.readString(file))) {
                broken.add(name + " is cut off");
            } else if (name.endsWith(".html") && !Files.readString(file).stripTrailing().endsWith("-->")) {
                broken.add(name + " is cut off");
            }
        }
        return broken;
    }

    /** A table is framed, and notes below it end with their line. */
    private static boolean isWholeTable(String name, String text) {
        boolean isTable = !name.startsWith("unfinished"); // the last knowledge of a process that could not collect its results
        return text.endsWith("\n") && (!isTable || text.lines().filter(line -> line.startsWith("|---")).count() >= 2);
    }

    /** Laps of regions whose label starts like this; empty if no file contains them. */
    OptionalLong laps(String label) throws IOException {
        List<Long> laps = lapsOfEach(label);
        return laps.isEmpty() ? OptionalLong.empty() : OptionalLong.of(laps.get(0));
    }

    /** The same of each run or rank that has results here. */
    List<Long> lapsOfEach(String label) throws IOException {
        List<Long> all = new ArrayList<>();
        for (Path file : files) {
            if (!file.getFileName().toString().matches("wall(-\\d+)?\\.json")) continue;
            long laps = 0;
            try {
                for (JsonNode node : JSON.readTree(file.toFile()).at("/timemory/wall_clock/ranks/0/graph")) {
                    String prefix = node.path("prefix").asText().replaceFirst("^>>> +", "").replaceFirst("^[ |]*_", "");
                    if (prefix.startsWith(label) || OVER_LIMIT.contains(prefix)) laps += node.at("/entry/laps").asLong();
                }
            } catch (JacksonException ignored) {
                continue; // told by broken()
            }
            all.add(laps);
        }
        return all;
    }
}
