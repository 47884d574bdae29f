package timemory.tools.read;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import timemory.results.CallGraphNode;
import timemory.export.data.GraphBuilder;
import timemory.Quantity;
import timemory.export.data.ResultsBuilder;

/** Traces of Perfetto: slices of track events that begin and end, as our own are. What else a trace holds is passed over. */
final class PerfettoFile implements FileReader {

    /** Field numbers of trace_packet.proto, track_event.proto and interned_data.proto. */
    private static final int PACKET = 1;
    private static final int TIMESTAMP = 8;
    private static final int SEQUENCE = 10;
    private static final int TRACK_EVENT = 11;
    private static final int INTERNED_DATA = 12;
    private static final int FLAGS = 13;
    private static final int BEGIN = 1;
    private static final int END = 2;

    /** A slice that is open. */
    private record Open(CallGraphNode node, long start, Event event) {}

    private static final class Event {
        long type;
        long nameId;
        @Nullable
        String name;
        long track;
        boolean isOfGpu;
        long laps = 1;
        long below = -1;
        boolean isConcurrent;
        @Nullable
        Long sum;
    }

    @Override
    public boolean isOfKind(String begin) {
        // A packet, whose first field is one of those that packets of traces begin with.
        return begin.length() > 4 && begin.charAt(0) == '\n';
    }

    @Override
    public void read(InputStream content, ResultsBuilder results) throws IOException {
        GraphBuilder graph = Profiles.graph(results, "wall_clock", Quantity.TIME);
        Map<Long, Map<Long, String>> names = new HashMap<>();
        Map<Long, Deque<Open>> tracks = new HashMap<>();
        List<CallGraphNode> slices = new ArrayList<>();
        ProtoReader trace = new ProtoReader(content);
        for (int field = trace.next(); field != 0; field = trace.next()) {
            if (field != PACKET) {
                throw new IOException("has a field " + field + " instead of packets: it is not a Perfetto trace");
            }
            readPacket(trace.nested(), graph, names, tracks, slices);
        }
    }

    private static void readPacket(
            ProtoReader packet, GraphBuilder graph, Map<Long, Map<Long, String>> names, Map<Long, Deque<Open>> tracks,
            List<CallGraphNode> slices) throws IOException {
        long time = 0;
        long sequence = 0;
        Event event = null;
        Map<Long, String> interned = new HashMap<>();
        boolean isCleared = false;
        for (int field = packet.next(); field != 0; field = packet.next()) {
            switch (field) {
                case TIMESTAMP -> time = packet.number();
                case SEQUENCE -> sequence = packet.number();
                case FLAGS -> isCleared = (packet.number() & 1) != 0;
                case TRACK_EVENT -> event = event(packet.nested());
                case INTERNED_DATA -> readNames(packet.nested(), interned);
                default -> {}
            }
        }
        if (isCleared) {
            names.remove(sequence);
        }
        Map<Long, String> known = names.computeIfAbsent(sequence, none -> new HashMap<>());
        known.putAll(interned);
        if (event == null) {
            return;
        }
        Deque<Open> open = tracks.computeIfAbsent(event.track, none -> new ArrayDeque<>());
        if (event.type == BEGIN && event.isOfGpu) {
            return; // what a GPU did is not a region; end events without a begin event are ignored
        }
        if (event.type == BEGIN) {
            String name = event.name == null ? known.getOrDefault(event.nameId, "") : event.name;
            CallGraphNode around = open.isEmpty() ? null : open.peek().node();
            if (event.below >= slices.size()) {
                throw new IOException("has slice '" + Profiles.shortened(name) + "' below number " + event.below + ", of " + slices.size());
            }
            CallGraphNode node = graph.node(event.below >= 0 ? slices.get((int) event.below) : around, name);
            slices.add(node);
            open.push(new Open(node, time, event));
            return;
        }
        if (event.type == END && !open.isEmpty()) {
            Open ended = open.pop();
            // Ours are sums over laps, and say so.
            double sum = ended.event().sum != null ? ended.event().sum : (double) time - ended.start();
            long laps = ended.event().laps == 0 ? Profiles.laps(0, sum) : ended.event().laps;
            Profiles.record(graph, ended.node(), laps, sum);
            if (ended.event().isConcurrent) {
                graph.note(ended.node(), List.of(), true, 0.0);
            }
        }
    }

    private static Event event(ProtoReader message) throws IOException {
        Event event = new Event();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 4 -> readAnnotation(message.nested(), event);
                case 9 -> event.type = message.number();
                case 10 -> event.nameId = message.number();
                case 11 -> event.track = message.number();
                case 22 -> event.isOfGpu |= message.text().equals("gpu");
                case 23 -> event.name = message.text();
                default -> {}
            }
        }
        return event;
    }

    /** What our own slices say in addition. */
    private static void readAnnotation(ProtoReader annotation, Event event) throws IOException {
        String name = "";
        Long number = null;
        for (int field = annotation.next(); field != 0; field = annotation.next()) {
            if (field == 10) {
                name = annotation.text();
            } else if (field == 4) {
                number = annotation.number();
            }
        }
        switch (name) {
            case "laps" -> event.laps = number == null ? Profiles.UNKNOWN : Profiles.laps(number);
            case "sum" -> event.sum = number;
            case "below" -> event.below = number == null ? -1 : number;
            case "concurrent" -> event.isConcurrent = true;
            default -> {}
        }
    }

    private static void readNames(ProtoReader data, Map<Long, String> names) throws IOException {
        for (int field = data.next(); field != 0; field = data.next()) {
            if (field != 2) {
                continue;
            }
            ProtoReader name = data.nested();
            long id = 0;
            String text = "";
            for (int inner = name.next(); inner != 0; inner = name.next()) {
                if (inner == 1) {
                    id = name.number();
                } else if (inner == 2) {
                    text = name.text();
                }
            }
            names.put(id, text);
        }
    }
}
