package timemory.tools.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import timemory.export.wire.WireResults;
import timemory.results.CallGraph;
import timemory.results.CallGraphNode;
import timemory.results.Results;
import timemory.tools.formats.RandomProgram.Own;
import timemory.tools.read.ResultFiles;

/**
 * Random programs, with fixed seeds, whose totals are known without timemory, written in every format: what decoders that share nothing with
 * it find there, and our own readers, is the same to the last digit.
 */
@Tag("optional-tools")
class ConformanceTest {

    private static final List<String> FORMATS =
            List.of("compact", "json", "tree", "xml", "csv", "collapsed", "speedscope", "pprof", "otlp", "openmetrics", "caliper");

    private static final List<String> COMPONENTS = List.of("given_time", "given_count", "given_residual");

    /** What floating-point numbers of formats that have no others are off by. */
    private static final double ROUNDING = 1e-12;

    @TempDir
    private Path directory;

    /** Results, and what each label took itself in them. */
    private record Known(Results results, Map<String, Own> own) {}

    /** Of several processes, each of which has its own program, merged. */
    private static Known known(long seed, int processes, boolean hasScopes) throws Exception {
        Map<String, Own> own = new TreeMap<>();
        List<byte[]> parts = new ArrayList<>();
        Results results = null;
        for (int rank = 0; rank < processes; rank++) {
            RandomProgram program = new RandomProgram(seed + rank, hasScopes);
            results = program.run();
            program.addTo(own);
            parts.add(WireResults.encode(results, rank));
        }
        return new Known(processes == 1 ? results : WireResults.decode(WireResults.merge(parts)), own);
    }

    @ParameterizedTest
    @CsvSource({"1,1,false", "2,1,true", "3,3,false", "4,4,true"})
    void decodersThatShareNothingWithUsFindTheSameTotals(long seed, int processes, boolean hasScopes) throws Exception {
        Known known = known(seed, processes, hasScopes);
        Map<Path, String> formats = new HashMap<>();
        for (String format : FORMATS) {
            for (Path file : Outside.write(known.results, format, Files.createDirectory(directory.resolve(format)))) {
                formats.put(file, format);
            }
        }
        Outside.Answer answer = Outside.python("conformance.py", List.of(), List.copyOf(formats.keySet()));
        assertEquals(0, answer.status(), answer.out());
        Map<String, Set<String>> found = new TreeMap<>();
        for (String line : answer.out().lines().toList()) {
            JsonNode row = new JsonMapper().readTree(line);
            String format = formats.get(Path.of(row.get(0).asText()));
            String component = row.get(1).asText();
            if (!COMPONENTS.contains(component)) {
                continue; // laps, which profiles have as a component of their own
            }
            String label = row.get(2).asText();
            String place = format + " has of " + component + " in '" + label + "'";
            if (label.endsWith(" (concurrent)")) {
                // Around what ran concurrently: it took nothing itself.
                assertEquals(0, new BigDecimal(row.get(5).asText()).signum(), place);
                continue;
            }
            found.computeIfAbsent(format, none -> new HashSet<>()).add(component + " " + label);
            if (!row.get(3).isNull()) {
                assertEquals(laps(known.own, label), row.get(3).asLong(), place + " these laps");
            }
            if (!row.get(5).isNull()) {
                assertSame(own(known.own, label, component), new BigDecimal(row.get(5).asText()), format, place + " as exclusive value");
            }
            if (!row.get(4).isNull()) {
                assertSame(inclusive(known.results, component, label), new BigDecimal(row.get(4).asText()), format,
                        place + " as inclusive value");
            }
        }
        for (String format : FORMATS) {
            int labels = format.equals("openmetrics") ? 1 : known.own.size();
            assertEquals(COMPONENTS.size() * labels, found.getOrDefault(format, Set.of()).size(), format + ": " + found.get(format));
        }
    }

    @ParameterizedTest
    @CsvSource({"1,1,false", "2,1,true", "3,3,false", "4,4,true"})
    void ourReadersFindTheSameTotals(long seed, int processes, boolean hasScopes) throws Exception {
        Known known = known(seed, processes, hasScopes);
        for (String format : List.of("compact", "wire", "tree", "csv", "speedscope", "pprof", "collapsed", "caliper")) {
            for (Path file : Outside.write(known.results, format, Files.createDirectory(directory.resolve(format)))) {
                Results read = ResultFiles.read(file);
                for (CallGraph graph : read.getGraphs()) {
                    // Collapsed stacks do not name what they are of.
                    String name = format.equals("collapsed") ? file.getFileName().toString() : graph.getType().getId();
                    String component = name.replaceFirst("\\..*", "");
                    double scale = name.contains(".1e-9.") ? 1e-9 : name.contains(".1e-6.") ? 1e-6 : 1.0;
                    assertTrue(COMPONENTS.contains(component), component);
                    Map<String, BigDecimal> own = new TreeMap<>();
                    for (Iterator<CallGraphNode> nodes = graph.nodes().iterator(); nodes.hasNext();) {
                        CallGraphNode node = nodes.next();
                        Long exact = node.exclusiveExact();
                        BigDecimal value =
                                exact != null && scale == 1.0 ? BigDecimal.valueOf(exact) : new BigDecimal(node.exclusive(0) * scale);
                        own.merge(node.getLabel(), value, BigDecimal::add);
                    }
                    boolean isExact = List.of("compact", "wire", "tree", "csv").contains(format);
                    // Not to the digit: what regions of floating-point numbers took themselves is not in these files.
                    if (component.equals("given_residual") && List.of("csv", "caliper").contains(format)) continue;
                    own.forEach((label, value) -> assertSame(own(known.own, label, component), value, isExact ? format : "caliper",
                            format + " has of " + component + " in '" + label + "'"));
                    assertEquals(known.own.keySet(), own.keySet(), format);
                }
            }
        }
    }

    @Test
    void aProgramIsTheSameInEachRun() {
        Map<String, Own> first = new TreeMap<>();
        Map<String, Own> second = new TreeMap<>();
        new RandomProgram(5, true).addTo(first);
        new RandomProgram(5, true).addTo(second);
        assertEquals(own(first, "", "given_count"), own(second, "", "given_count"));
        assertTrue(first.size() > 3, first.keySet().toString());
    }

    private static long laps(Map<String, Own> own, String label) {
        return label.isEmpty() ? own.values().stream().mapToLong(one -> one.laps).sum() : own.get(label).laps;
    }

    /** Of a label; of all for an empty one. */
    private static BigDecimal own(Map<String, Own> own, String label, String component) {
        return label.isEmpty() ? own.values().stream().map(one -> one.of(component)).reduce(BigDecimal.ZERO, BigDecimal::add)
                : own.get(label).of(component);
    }

    private static BigDecimal inclusive(Results results, String component, String label) {
        BigDecimal sum = BigDecimal.ZERO;
        for (Iterator<CallGraphNode> nodes = results.get(component).nodes().iterator(); nodes.hasNext();) {
            CallGraphNode node = nodes.next();
            if (node.getLabel().equals(label)) {
                Long exact = node.getInclusive().getExactSum();
                sum = sum.add(exact != null ? BigDecimal.valueOf(exact) : new BigDecimal(node.getInclusive().getSum()));
            }
        }
        return sum;
    }

    private static void assertSame(BigDecimal expected, BigDecimal found, String format, String place) {
        if (format.equals("caliper")) {
            assertEquals(expected.doubleValue(), found.doubleValue(), ROUNDING * Math.max(1.0, expected.doubleValue()), place);
        } else {
            assertEquals(0, expected.compareTo(found), () -> place + " " + found + " and not " + expected);
        }
    }
}
