package bench;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import kotlin.Unit;
import kotlin.jvm.internal.StringCompanionObject;
import kotlinx.serialization.DeserializationStrategy;
import kotlinx.serialization.KSerializer;
import kotlinx.serialization.builtins.BuiltinSerializersKt;
import kotlinx.serialization.descriptors.SerialDescriptor;
import kotlinx.serialization.descriptors.SerialDescriptorsKt;
import kotlinx.serialization.encoding.CompositeDecoder;
import kotlinx.serialization.encoding.Decoder;
import kotlinx.serialization.json.Json;
import kotlinx.serialization.json.JsonKt;
import kotlinx.serialization.json.JvmStreamsKt;
import timemory.export.data.internal.FileRegion;
import timemory.export.data.internal.JsonCursor;
import timemory.export.data.internal.JsonToken;
import timemory.export.ExportFormats;
import timemory.results.Results;
import timemory.settings.Settings;
import timemory.settings.SettingsBuilder;
import java.util.stream.Stream;

/**
 * Decoding timemory's flat file region by region: from the stream by kotlinx.serialization alone, and by kotlinx.serialization from the
 * slices that our cursor returns. Also how both handle files that are malformed on purpose.
 */
public final class JsonReading {

    private static final int ROUNDS = 20;
    private static final int CHUNK = 65_536;
    private static final Json JSON = JsonKt.Json(Json.Default, builder -> {
        builder.setIgnoreUnknownKeys(true);
        return Unit.INSTANCE;
    });
    private static final KSerializer<FileRegion> REGION = FileRegion.Companion.serializer();
    private static final SerialDescriptor REGIONS = SerialDescriptorsKt.listSerialDescriptor(REGION.getDescriptor());
    private static final SerialDescriptor RANK = members(Map.of("graph", REGIONS));
    private static final SerialDescriptor RANKS = SerialDescriptorsKt.listSerialDescriptor(RANK);
    private static final SerialDescriptor COMPONENT = members(Map.of("ranks", RANKS));
    private static final SerialDescriptor COMPONENTS = SerialDescriptorsKt
            .mapSerialDescriptor(BuiltinSerializersKt.serializer(StringCompanionObject.INSTANCE).getDescriptor(), COMPONENT);
    private static final SerialDescriptor TOP = members(Map.of("timemory", COMPONENTS));

    private JsonReading() {}

    private interface Step {
        Object run() throws IOException;
    }

    private interface Element {
        void read(CompositeDecoder decoder, int index);
    }

    /** Arguments: how many nodes, and an output directory. */
    public static void main(String[] arguments) throws IOException {
        Results results = Formats.results(Integer.parseInt(arguments[0]));
        Settings settings = Settings.load(new SettingsBuilder());
        Path file = Path.of(ExportFormats.JSON.write(results, settings, Files.createDirectories(Path.of(arguments[1])).toString()).get(0));
        for (int turn = 0; turn < 2; turn++) {
            time("kotlinx.serialization", () -> open(file, JsonReading::byKotlinx));
            time("cursor", () -> open(file, JsonReading::byCursor));
        }
        String component = "{\"timemory\":{\"wall_clock\":{";
        String region = component + "\"ranks\":[{\"graph\":[{";
        long gibibyte = 1L << 30;
        wrong("a number 1x2y", region + "\"depth\":1x2y}]}]}}}", "", 0);
        wrong("100,000 lines, the last wrong", region + "},\n{".repeat(100_000) + "\"prefix\" 7}]}]}}}", "", 0);
        wrong("a text of 1 GiB", component + "\"later\":\"", "x", gibibyte);
        wrong("lists nested 200 million deep", component + "\"later\":", "[", 200_000_000L);
        wrong("a region with a list of 1 GiB", region + "\"tid\":[", "1,", gibibyte);
        wrong("a region with lists 10 million deep", region + "\"tid\":", "[", 10_000_000L);
    }

    private static SerialDescriptor members(Map<String, SerialDescriptor> members) {
        return SerialDescriptorsKt.buildClassSerialDescriptor("Members", new SerialDescriptor[0], builder -> {
            members.forEach((name, descriptor) -> builder.element(name, descriptor, List.of(), true));
            return Unit.INSTANCE;
        });
    }

    private static void within(Decoder decoder, SerialDescriptor descriptor, Element element) {
        CompositeDecoder inner = decoder.beginStructure(descriptor);
        int index = inner.decodeElementIndex(descriptor);
        while (index >= 0) {
            element.read(inner, index);
            index = inner.decodeElementIndex(descriptor);
        }
        inner.endStructure(descriptor);
    }

    private static final class Flat implements DeserializationStrategy<Long> {
        private long count;

        @Override
        public SerialDescriptor getDescriptor() {
            return TOP;
        }

        @Override
        public Long deserialize(Decoder decoder) {
            within(decoder, TOP, (top, i) -> within(top.decodeInlineElement(TOP, i), COMPONENTS, this::readComponent));
            return count;
        }

        private void readComponent(CompositeDecoder components, int index) {
            if (index % 2 == 0) {
                components.decodeStringElement(COMPONENTS, index);
                return;
            }
            within(components.decodeInlineElement(COMPONENTS, index), COMPONENT,
                    (ranks, i) -> within(ranks.decodeInlineElement(COMPONENT, i), RANKS,
                            (rank, j) -> within(rank.decodeInlineElement(RANKS, j), RANK,
                                    (graph, k) -> within(graph.decodeInlineElement(RANK, k), REGIONS, (regions, l) -> {
                                        regions.decodeSerializableElement(REGIONS, l, REGION, null);
                                        count++;
                                    }))));
        }
    }

    private static long byKotlinx(InputStream content) {
        return JvmStreamsKt.decodeFromStream(JSON, new Flat(), content);
    }

    private static long byCursor(InputStream content) {
        JsonCursor cursor = new JsonCursor((into, offset) -> content.read(into, offset, into.length - offset));
        long count = 0;
        int around = 0;
        while (true) {
            JsonToken token = cursor.next();
            if (token == JsonToken.NAME && cursor.getName().equals("graph")) {
                cursor.expect(JsonToken.BEGIN_ARRAY);
                while (cursor.peek() != JsonToken.END_ARRAY) {
                    cursor.slice().decode(REGION);
                    count++;
                }
                cursor.next();
            } else if (token == JsonToken.BEGIN_OBJECT || token == JsonToken.BEGIN_ARRAY) {
                around++;
            } else if ((token == JsonToken.END_OBJECT || token == JsonToken.END_ARRAY) && --around == 0) {
                return count;
            }
        }
    }

    private interface Reader {
        long read(InputStream content) throws IOException;
    }

    private static long open(Path file, Reader reader) throws IOException {
        try (InputStream content = new BufferedInputStream(Files.newInputStream(file), CHUNK)) {
            return reader.read(content);
        }
    }

    private static void time(String what, Step step) throws IOException {
        var memory = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        double[] milliseconds = new double[ROUNDS];
        long before = memory.getCurrentThreadAllocatedBytes();
        Object result = null;
        for (int i = 0; i < ROUNDS; i++) {
            long begin = System.nanoTime();
            result = step.run();
            milliseconds[i] = (System.nanoTime() - begin) / 1e6;
        }
        double allocated = (memory.getCurrentThreadAllocatedBytes() - before) / 1e6 / ROUNDS;
        Arrays.sort(milliseconds);
        System.out.printf("%s: %s regions, median %.0f ms, allocated %.0f MB%n", what, result, milliseconds[ROUNDS / 2], allocated);
    }

    /** How both handle {@code begin} followed by {@code unit} repeated up to a given number of characters. */
    private static void wrong(String what, String begin, String unit, long size) {
        System.out.println(what);
        tell("  kotlinx.serialization: ", () -> byKotlinx(endless(begin, unit, size)));
        tell("  cursor: ", () -> byCursor(endless(begin, unit, size)));
    }

    // Errors as well: exhausting the heap or the stack is what this looks for.
    private static void tell(String who, Step step) {
        String told;
        try {
            told = "read, " + step.run() + " regions";
        } catch (Throwable failure) {
            String message = failure.getClass().getSimpleName() + ": " + String.valueOf(failure.getMessage()).replace('\n', ' ');
            told = message.substring(0, Math.min(160, message.length()));
        }
        System.out.println(who + told);
    }

    private static InputStream endless(String begin, String unit, long size) {
        byte[] chunk = unit.repeat(CHUNK / Math.max(1, unit.length())).getBytes(StandardCharsets.UTF_8);
        int count = chunk.length == 0 ? 0 : (int) (size / chunk.length);
        List<InputStream> chunks = Stream.generate(() -> (InputStream) new ByteArrayInputStream(chunk)).limit(count).toList();
        InputStream rest = new SequenceInputStream(Collections.enumeration(chunks));
        return new SequenceInputStream(new ByteArrayInputStream(begin.getBytes(StandardCharsets.UTF_8)), rest);
    }
}
