package timemory.tools.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.profiles.v1development.Function;
import io.opentelemetry.proto.profiles.v1development.Link;
import io.opentelemetry.proto.profiles.v1development.Location;
import io.opentelemetry.proto.profiles.v1development.Mapping;
import io.opentelemetry.proto.profiles.v1development.Profile;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import io.opentelemetry.proto.profiles.v1development.ProfilesDictionary;
import io.opentelemetry.proto.profiles.v1development.ResourceProfiles;
import io.opentelemetry.proto.profiles.v1development.Sample;
import io.opentelemetry.proto.profiles.v1development.Stack;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.Quantity;
import timemory.results.Results;

/** What OpenTelemetry's own classes read in our profiles, by the rules that its specification has for them. */
class OtlpProfilesTest {
    private static final String LAPS = "laps count";

    @TempDir
    private Path directory;

    @Test
    void stacksHoldTheSameNumbers() throws Exception {
        Results results = SampleResults.varied();
        Map<String, Long> expected = new TreeMap<>();
        for (Row row : StackRows.byPath(StackRows.of(results))) {
            String unit = Row.quantity(results, row.metric()) == Quantity.TIME ? " nanoseconds" : " bytes";
            long own = (long) row.exclusive();
            if (own > 0) {
                expected.merge(row.metric() + unit + "\u0001" + named(row.label()), own, Long::sum);
            }
        }
        Map<String, Long> found = read(results);
        long laps = found.entrySet().stream().filter(entry -> entry.getKey().startsWith(LAPS)).mapToLong(Map.Entry::getValue).sum();
        assertTrue(laps > 0);
        found.keySet().removeIf(path -> path.startsWith(LAPS));
        assertEquals(expected, found);
    }

    @Test
    void lapsAreAProfileOfTheirOwn() throws Exception {
        Map<String, Long> found = read(SampleResults.small());
        assertEquals(2, found.keySet().stream().filter(path -> path.startsWith(LAPS)).count(), found::toString);
        assertEquals(4, found.size(), found::toString);
    }

    @Test
    void deepStacksAreCutAndKeepTheirNumbers() throws Exception {
        Map<String, Long> found = read(SampleResults.deep(2_000));
        assertEquals(2_000 * 1_000L, found.entrySet().stream().filter(entry -> !entry.getKey().startsWith(LAPS))
                .mapToLong(Map.Entry::getValue).sum());
        assertTrue(found.keySet().stream().allMatch(path -> path.split("\u0001").length <= 1_002));
    }

    /** An empty name is none in these profiles. */
    private static String named(String path) {
        return List.of(TableReadersTest.asUtf8(path).split("\u0001", -1)).stream()
                .map(label -> label.isEmpty() ? "(no label)" : label)
                .collect(Collectors.joining("\u0001"));
    }

    /** The values of all samples by the type of their profile and their path. */
    private Map<String, Long> read(Results results) throws Exception {
        Map<String, Long> values = new TreeMap<>();
        for (Path file : Outside.write(results, "otlp", directory)) {
            ProfilesData data = ProfilesData.parseFrom(Files.readAllBytes(file));
            assertEquals(1, data.getResourceProfilesCount());
            ResourceProfiles resource = data.getResourceProfiles(0);
            Map<String, KeyValue> attributes =
                    resource.getResource().getAttributesList().stream().collect(Collectors.toMap(KeyValue::getKey, one -> one));
            assertTrue(attributes.get("service.name").getValue().getStringValue().startsWith("unknown_service"), attributes::toString);
            assertEquals(4242, attributes.get("process.pid").getValue().getIntValue());
            Dictionary dictionary = new Dictionary(data.getDictionary());
            assertEquals("timemory", resource.getScopeProfiles(0).getScope().getName());
            for (Profile profile : resource.getScopeProfiles(0).getProfilesList()) {
                assertTrue(profile.getTimeUnixNano() > 1_600_000_000_000_000_000L);
                assertEquals(profile.getSampleType(), profile.getPeriodType());
                assertEquals(1, profile.getPeriod());
                String type = dictionary.text(profile.getSampleType().getTypeStrindex()) + " "
                        + dictionary.text(profile.getSampleType().getUnitStrindex());
                BitSet stacks = new BitSet();
                for (Sample sample : profile.getSamplesList()) {
                    assertTrue(!stacks.get(sample.getStackIndex()), "a stack has two values");
                    stacks.set(sample.getStackIndex());
                    assertEquals(1, sample.getValuesCount());
                    assertTrue(sample.getValues(0) > 0);
                    assertEquals(0, sample.getTimestampsUnixNanoCount());
                    values.merge(type + "\u0001" + dictionary.path(sample.getStackIndex()), sample.getValues(0), Long::sum);
                }
            }
            dictionary.checkEverythingIsUsed();
        }
        return values;
    }

    /** Checks what the specification asks of tables, and which of their entries are used. */
    private static final class Dictionary {
        private final ProfilesDictionary tables;
        private final BitSet texts = new BitSet();
        private final BitSet stacks = new BitSet();
        private final BitSet locations = new BitSet();
        private final BitSet functions = new BitSet();

        Dictionary(ProfilesDictionary tables) {
            this.tables = tables;
            assertEquals("", tables.getStringTable(0));
            assertEquals(Stack.getDefaultInstance(), tables.getStackTable(0));
            assertEquals(Location.getDefaultInstance(), tables.getLocationTable(0));
            assertEquals(Function.getDefaultInstance(), tables.getFunctionTable(0));
            assertEquals(List.of(Mapping.getDefaultInstance()), tables.getMappingTableList());
            assertEquals(1, tables.getAttributeTableCount());
            Link none = tables.getLinkTable(0);
            assertEquals(1, tables.getLinkTableCount());
            assertEquals(16, none.getTraceId().size());
            assertEquals(8, none.getSpanId().size());
            for (List<?> table : List.of(tables.getStringTableList(), tables.getStackTableList(), tables.getLocationTableList(),
                    tables.getFunctionTableList())) {
                assertEquals(table.size(), new HashSet<Object>(table).size(), "an entry stands twice");
            }
        }

        String text(int index) {
            texts.set(index);
            return tables.getStringTable(index);
        }

        String path(int index) {
            stacks.set(index);
            List<String> names = new ArrayList<>();
            for (int at : tables.getStackTable(index).getLocationIndicesList()) {
                locations.set(at);
                Location location = tables.getLocationTable(at);
                assertEquals(1, location.getLinesCount());
                functions.set(location.getLines(0).getFunctionIndex());
                names.add(text(tables.getFunctionTable(location.getLines(0).getFunctionIndex()).getNameStrindex()));
            }
            Collections.reverse(names);
            return String.join("\u0001", names);
        }

        void checkEverythingIsUsed() {
            assertEquals(tables.getStringTableCount() - 1, texts.cardinality());
            assertEquals(tables.getStackTableCount() - 1, stacks.cardinality());
            assertEquals(tables.getLocationTableCount() - 1, locations.cardinality());
            assertEquals(tables.getFunctionTableCount() - 1, functions.cardinality());
        }
    }
}
