package timemory.tools.read;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import timemory.results.CallGraphNode;
import timemory.results.GraphBuilder;
import timemory.results.ResultsBuilder;

/**
 * The flat and the tree JSON of timemory, of any version that has the keys of version 3: what is not known is passed over, and what is
 * missing is made up for where it can be.
 */
final class TimemoryJson implements FileReader {

    private static final Pattern BEGIN = Pattern.compile("^\\uFEFF?\\s*\\{\\s*\"timemory\"");

    @Override
    public boolean isOfKind(String begin) {
        return BEGIN.matcher(begin).find();
    }

    @Override
    public void read(InputStream content, ResultsBuilder results) throws IOException {
        Json.parse(content, parser -> Json.object(parser, top -> {
            if (!top.equals("timemory")) {
                parser.skipChildren();
                return;
            }
            Json.object(parser, id -> {
                if (id.equals("metadata")) {
                    parser.skipChildren();
                } else {
                    new Component(parser, id, results).read();
                }
            });
        }));
    }

    /** The part of a file that is about one component. */
    private static final class Component {
        private final JsonParser parser;
        private final ResultsBuilder results;
        private final ComponentHeader header;
        private GraphBuilder graph;

        Component(JsonParser parser, String id, ResultsBuilder results) {
            this.parser = parser;
            this.results = results;
            this.header = new ComponentHeader(id);
        }

        void read() throws IOException {
            Json.object(parser, name -> {
                switch (name) {
                    case "type" -> header.names = ComponentHeader.texts(parser);
                    case "description" -> header.description = Json.text(parser);
                    case "unit_value" -> header.unitValues = Json.numbers(parser);
                    case "unit_repr" -> header.units = ComponentHeader.texts(parser);
                    case "additive" -> header.additive = ComponentHeader.flags(parser);
                    case "thread_scope_only" -> header.isThreadBound = Json.flag(parser);
                    case "thread_count" -> results.setThreadCount(Math.max(results.getThreadCount(), (int) Json.number(parser)));
                    case "process_count" -> results.setProcessCount(Math.max(results.getProcessCount(), (int) Json.number(parser)));
                    case "ranks" -> readRanks();
                    case "graph", "mpi", "upc", "upcxx" -> readForest();
                    default -> parser.skipChildren();
                }
            });
        }

        /** What the regions of one component are added to, once it is known what kind of values they have. */
        private GraphBuilder graph(Recorded first) {
            if (graph == null) {
                graph = results.graph(header.metric(first));
            }
            return graph;
        }

        private void readRanks() throws IOException {
            Json.array(parser, () -> Json.object(parser, name -> {
                if (name.equals("graph")) {
                    readFlat();
                } else {
                    parser.skipChildren();
                }
            }));
        }

        /** Nodes in a row, each with its depth: a node hangs below the last one that is less deep. */
        private void readFlat() throws IOException {
            List<CallGraphNode> path = new ArrayList<>();
            List<Set<String>> labels = new ArrayList<>();
            Json.array(parser, () -> {
                Recorded recorded = new Recorded();
                Json.object(parser, name -> readMember(name, recorded));
                FlatPrefix prefix = FlatPrefix.of(recorded.label);
                recorded.label = prefix.label();
                recorded.threads.addAll(prefix.threads());
                int depth = Math.max(0, Math.min(recorded.depth, path.size()));
                while (path.size() > depth) {
                    path.remove(path.size() - 1);
                }
                while (labels.size() > depth + 1) {
                    labels.remove(labels.size() - 1);
                }
                if (labels.size() <= depth) {
                    labels.add(new HashSet<>());
                }
                path.add(add(recorded, depth == 0 ? null : path.get(depth - 1), labels.get(depth), !prefix.threads().isEmpty()));
            });
        }

        /** Trees in lists, which may stand in lists themselves: one for each rank. */
        private void readForest() throws IOException {
            if (parser.currentToken() == JsonToken.START_ARRAY) {
                Deque<Level> levels = new ArrayDeque<>();
                levels.push(new Level(null));
                int lists = 1;
                // No recursion: regions may be nested more deeply than the stack of a thread reaches.
                while (lists > 0) {
                    JsonToken token = parser.nextToken();
                    if (token == JsonToken.START_ARRAY) {
                        lists++;
                        levels.push(new Level(null));
                    } else if (token == JsonToken.END_ARRAY) {
                        lists--;
                        levels.pop();
                    } else if (token == JsonToken.START_OBJECT) {
                        readTree(levels.peek());
                    } else if (token == null) {
                        throw new IOException("ends in the midst of its regions: it was not written to its end");
                    }
                }
            } else {
                parser.skipChildren();
            }
        }

        /** The regions below one: what they hang below, and the labels so far. */
        private static final class Level {
            final CallGraphNode above;
            final Set<String> labels = new HashSet<>();

            Level(CallGraphNode above) {
                this.above = above;
            }
        }

        /** The object that begins with the current token, and everything below it. */
        private void readTree(Level home) throws IOException {
            Deque<Level> around = new ArrayDeque<>();
            Level level = home;
            CallGraphNode node = null;
            boolean isRead = false;
            int open = 1;
            while (open > 0) {
                JsonToken token = parser.nextToken();
                if (token == JsonToken.END_OBJECT) {
                    open--;
                    isRead = true;
                } else if (token == JsonToken.START_OBJECT) {
                    open++;
                    isRead = false;
                } else if (token == JsonToken.END_ARRAY) {
                    level = around.pop();
                } else if (token == JsonToken.FIELD_NAME) {
                    String name = parser.currentName();
                    parser.nextToken();
                    if (name.equals("node")) {
                        Recorded recorded = new Recorded();
                        Json.object(parser, member -> readMember(member, recorded));
                        node = recorded.isDummy ? level.above : add(recorded, level.above, level.labels, false);
                        isRead = true;
                    } else if (name.equals("children") && parser.currentToken() == JsonToken.START_ARRAY) {
                        if (!isRead) {
                            throw new IOException("line " + parser.currentLocation().getLineNr() + " has the children of a region "
                                    + "before the region itself");
                        }
                        around.push(level);
                        level = node == level.above ? level : new Level(node);
                    } else {
                        parser.skipChildren();
                    }
                } else if (token == null) {
                    throw new IOException("ends in the midst of its regions: it was not written to its end");
                }
            }
        }

        private CallGraphNode add(Recorded recorded, CallGraphNode parent, Set<String> siblings, boolean isThreadsApart) {
            GraphBuilder builder = graph(recorded);
            boolean isNew = siblings.add(recorded.label);
            boolean isApart = !isNew || recorded.begin >= 0;
            if (isThreadsApart) {
                builder.setThreadsApart(true);
            }
            CallGraphNode node = isApart ? builder.newNode(parent, recorded.label) : builder.node(parent, recorded.label);
            recorded.recordAt(node, builder, header.factors());
            return node;
        }

        private void readMember(String name, Recorded recorded) throws IOException {
            switch (name) {
                case "prefix" -> {
                    if (recorded.label.isEmpty()) {
                        recorded.label = Json.text(parser);
                    }
                }
                case "label" -> recorded.label = Json.text(parser);
                case "depth" -> recorded.depth = (int) Json.number(parser);
                case "hash" -> recorded.isDummy = parser.currentToken().isNumeric() && parser.getDoubleValue() == 0.0;
                case "tid" -> {
                    for (double thread : Json.numbers(parser)) {
                        if (thread >= 0 && thread < Integer.MAX_VALUE) {
                            recorded.threads.add((int) thread);
                        }
                    }
                }
                case "pid" -> {
                    double[] pids = Json.numbers(parser);
                    if (pids.length > 0 && pids[0] > 0 && results.getProcessId() == 0) {
                        results.setProcessId((long) pids[0]);
                    }
                }
                case "concurrent" -> recorded.isConcurrent = Json.flag(parser);
                case "place" -> recorded.place = (long) Json.number(parser);
                case "begin" -> recorded.begin = (long) Json.number(parser);
                case "instrumentation" -> Json.object(parser, member -> {
                    if (member.equals("sum")) {
                        recorded.instrumentation = Json.number(parser);
                    } else {
                        parser.skipChildren();
                    }
                });
                case "entry" -> readEntry(recorded);
                case "stats" -> readStatistics(recorded);
                case "inclusive" -> Json.object(parser, member -> readMember(member, recorded));
                case "exclusive" -> {
                    Recorded exclusive = new Recorded();
                    Json.object(parser, member -> readMember(member, exclusive));
                    recorded.exclusive = exclusive.sum;
                }
                default -> parser.skipChildren();
            }
        }

        private void readEntry(Recorded recorded) throws IOException {
            Json.object(parser, name -> {
                switch (name) {
                    case "laps" -> recorded.laps = Json.number(parser);
                    case "open_laps" -> recorded.openLaps = (long) Json.number(parser);
                    case "repr_data" -> {
                        double[] shown = Json.numbers(parser);
                        // Until the statistics say it, where there are any.
                        recorded.sum = recorded.sum.length == 0 ? shown : recorded.sum;
                    }
                    case "accum" -> {
                        recorded.exactSum = Json.whole(parser);
                        parser.skipChildren();
                    }
                    case "repr_display" -> {
                        recorded.text = parser.currentToken() == JsonToken.VALUE_STRING ? parser.getText() : null;
                        parser.skipChildren();
                    }
                    default -> parser.skipChildren();
                }
            });
        }

        private void readStatistics(Recorded recorded) throws IOException {
            Json.object(parser, name -> {
                switch (name) {
                    case "sum" -> recorded.sum = Json.numbers(parser);
                    case "mean" -> recorded.mean = Json.numbers(parser);
                    case "min" -> recorded.min = Json.numbers(parser);
                    case "max" -> recorded.max = Json.numbers(parser);
                    case "stddev" -> recorded.deviation = Json.numbers(parser);
                    case "percentiles" -> Json.object(parser, percentile -> recorded.addPercentile(percentile, Json.number(parser)));
                    case "histogram" -> Json.object(parser, member -> {
                        switch (member) {
                            case "bounds" -> recorded.bounds = Json.numbers(parser);
                            case "counts" -> recorded.counts = Json.numbers(parser);
                            default -> parser.skipChildren();
                        }
                    });
                    default -> parser.skipChildren();
                }
            });
        }
    }
}
