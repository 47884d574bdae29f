package timemory.tools.read;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import timemory.Quantity;
import timemory.export.data.ResultsBuilder;

/** Profiles of pprof: stacks with values of several kinds, each of which becomes a component. */
final class PprofFile implements FileReader {

    /** Field numbers of profile.proto. */
    private static final int SAMPLE_TYPE = 1;
    private static final int SAMPLE = 2;
    private static final int LOCATION = 4;
    private static final int FUNCTION = 5;
    private static final int STRING_TABLE = 6;

    /** A location can stand for many frames, and a stack can have it many times. */
    private static final long MAX_FRAMES = 100_000_000;
    private static final int MAX_NUMBERS = 10_000_000;

    private static final int MAX_TYPES = 1000;

    private record Sample(long[] locations, long[] values) {}

    @Override
    public boolean isOfKind(String begin) {
        // The first field of a profile is a sample type: a message of two small numbers.
        return begin.length() > 6 && begin.charAt(0) == '\n' && begin.charAt(1) < 16 && begin.charAt(2) == '\b';
    }

    @Override
    public void read(InputStream content, ResultsBuilder results) throws IOException {
        List<long[]> types = new ArrayList<>();
        List<Sample> samples = new ArrayList<>();
        Map<Long, List<Long>> functionsOfLocations = new HashMap<>();
        Map<Long, Long> namesOfFunctions = new HashMap<>();
        List<String> strings = new ArrayList<>();
        int most = ResultFiles.maxNodes();
        ProtoReader profile = new ProtoReader(content);
        for (int field = profile.next(); field != 0; field = profile.next()) {
            switch (field) {
                case SAMPLE_TYPE -> types.add(pair(profile.nested(), 1, 2));
                case SAMPLE -> samples.add(sample(profile.nested()));
                case LOCATION -> location(profile.nested(), functionsOfLocations);
                case FUNCTION -> {
                    long[] function = pair(profile.nested(), 1, 2);
                    namesOfFunctions.put(function[0], function[1]);
                }
                case STRING_TABLE -> strings.add(profile.text());
                default -> {}
            }
            if (samples.size() > most) {
                throw new IOException("has more than " + most + " samples, more than there is memory for");
            }
        }
        if (types.size() > MAX_TYPES) {
            throw new IOException("has " + types.size() + " kinds of values, more than the " + MAX_TYPES + " that are read");
        }
        long frames = 0;
        int laps = -1;
        for (int i = 0; i < types.size(); i++) {
            laps = string(strings, types.get(i)[0]).equals("laps") ? i : laps;
        }
        for (int i = 0; i < types.size(); i++) {
            if (i == laps && types.size() > 1) {
                continue;
            }
            String unit = string(strings, types.get(i)[1]);
            Quantity quantity = Profiles.quantityOfUnit(unit);
            ExclusiveTree tree = new ExclusiveTree(Profiles.graph(results, string(strings, types.get(i)[0]), quantity));
            for (Sample sample : samples) {
                List<String> stack = new ArrayList<>();
                for (int at = sample.locations().length - 1; at >= 0; at--) {
                    List<Long> functions = functionsOfLocations.getOrDefault(sample.locations()[at], List.of());
                    frames += functions.size();
                    if (frames > MAX_FRAMES) {
                        throw new IOException("has stacks of more than " + MAX_FRAMES + " frames in all, more than are read");
                    }
                    for (int inner = functions.size() - 1; inner >= 0; inner--) {
                        stack.add(string(strings, namesOfFunctions.getOrDefault(functions.get(inner), 0L)));
                    }
                }
                if (!stack.isEmpty() && i < sample.values().length) {
                    double value = sample.values()[i] * Profiles.sizeOfUnit(unit);
                    if (laps >= 0 && laps < sample.values().length) {
                        tree.add(tree.node(stack), value, Profiles.laps((double) sample.values()[laps]));
                    } else {
                        tree.add(tree.node(stack), value);
                    }
                }
            }
            tree.finish();
        }
    }

    private static String string(List<String> strings, long index) throws IOException {
        if (index < 0 || index >= strings.size()) {
            throw new IOException("refers to text '" + index + "', of " + strings.size() + ": it is corrupt or truncated");
        }
        return strings.get((int) index);
    }

    private static long[] pair(ProtoReader message, int first, int second) throws IOException {
        long[] pair = new long[2];
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == first) {
                pair[0] = message.number();
            } else if (field == second) {
                pair[1] = message.number();
            }
        }
        return pair;
    }

    private static Sample sample(ProtoReader message) throws IOException {
        Numbers locations = new Numbers();
        Numbers values = new Numbers();
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == 1) {
                locations.add(message.numbers());
            } else if (field == 2) {
                values.add(message.numbers());
            }
        }
        return new Sample(locations.all(), values.all());
    }

    /** Numbers that come in any parts: a sample may have millions of one each. */
    private static final class Numbers {
        private long[] numbers = {};
        private int count;

        void add(long[] more) throws IOException {
            if ((long) count + more.length > MAX_NUMBERS) {
                throw new IOException("has a sample of more than " + MAX_NUMBERS + " numbers, more than are read");
            }
            if (count + more.length > numbers.length) {
                numbers = Arrays.copyOf(numbers, Math.max(count + more.length, 2 * numbers.length));
            }
            System.arraycopy(more, 0, numbers, count, more.length);
            count += more.length;
        }

        long[] all() {
            return Arrays.copyOf(numbers, count);
        }
    }

    /** A location stands for a function, or for several that were inlined, the innermost first. */
    private static void location(ProtoReader message, Map<Long, List<Long>> functions) throws IOException {
        long id = 0;
        List<Long> lines = new ArrayList<>();
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == 1) {
                id = message.number();
            } else if (field == 4) {
                lines.add(pair(message.nested(), 1, 2)[0]);
            }
        }
        functions.put(id, lines);
    }
}
