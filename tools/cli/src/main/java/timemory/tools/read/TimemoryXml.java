package timemory.tools.read;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.HashSet;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;
import timemory.results.CallGraphNode;
import timemory.export.data.GraphBuilder;
import timemory.export.data.ResultsBuilder;
import timemory.export.ranks.ReadRanks;

/** The XML of timemory, which the cereal library writes: the flat layout. Definitions of documents and entities are refused. */
final class TimemoryXml implements FileReader {

    private static final Pattern BEGIN = Pattern.compile("^\\uFEFF?\\s*(<\\?xml[^>]*>\\s*)?<cereal[\\s>]");
    private static final int MAX_LEVELS = 64;
    private static final int MAX_TEXT_LENGTH = 10_000_000;

    @Override
    public boolean isOfKind(String begin) {
        return BEGIN.matcher(begin).find();
    }

    @Override
    public void read(InputStream content, ResultsBuilder results) throws IOException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setXMLReporter((message, kind, about, place) -> {}); // Otherwise errors are printed besides being thrown.
        try {
            XMLStreamReader xml = factory.createXMLStreamReader(text(content));
            enter(xml, "cereal");
            enter(xml, "timemory");
            while (next(xml)) {
                readComponent(xml, results);
            }
            while (xml.hasNext()) {
                xml.next(); // fails where the end is missing
            }
        } catch (XMLStreamException failure) {
            if (failure.getNestedException() instanceof CharacterCodingException
                    || failure.getCause() instanceof CharacterCodingException) {
                throw new IOException("is not valid UTF-8", failure);
            }
            var place = failure.getLocation();
            boolean isKnown = place != null && place.getLineNumber() > 0 && place.getColumnNumber() > 0;
            String where = isKnown ? " at line " + place.getLineNumber() + ", column " + place.getColumnNumber() : "";
            String what = String.valueOf(failure.getMessage())
                    .replaceFirst("(?s)^ParseError at .*?\\nMessage: ", "")
                    .replaceFirst("^JAXP\\d+: ", "")
                    .replaceFirst("(?s)^http://www\\.w3\\.org/.*", "a name has a prefix that is not declared")
                    .replaceAll("\\s+", " ");
            throw new IOException("is not valid XML" + where + ": " + Profiles.shortened(what, 200), failure);
        }
    }

    /** Decoded here: the parser would not only fail on invalid UTF-8, but also print it. */
    private static Reader text(InputStream content) throws IOException {
        Reader text = new BufferedReader(new InputStreamReader(content, StandardCharsets.UTF_8.newDecoder()), 65_536);
        text.mark(1);
        if (text.read() != '\uFEFF') {
            text.reset();
        }
        return text;
    }

    private static void enter(XMLStreamReader xml, String name) throws XMLStreamException, IOException {
        if (!next(xml) || !xml.getLocalName().equals(name)) {
            throw new IOException("has no element " + name + " where expected, at line " + xml.getLocation().getLineNumber());
        }
    }

    /** Goes to the next element inside the one that is open; {@code false} at its end. */
    private static boolean next(XMLStreamReader xml) throws XMLStreamException {
        while (xml.hasNext()) {
            int event = xml.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                return true;
            }
            if (event == XMLStreamConstants.END_ELEMENT) {
                return false;
            }
        }
        return false;
    }

    private static void readComponent(XMLStreamReader xml, ResultsBuilder results) throws XMLStreamException, IOException {
        ComponentHeader header = new ComponentHeader(xml.getLocalName());
        while (next(xml)) {
            String name = xml.getLocalName();
            if (name.equals("ranks")) {
                while (next(xml)) {
                    while (next(xml)) {
                        if (xml.getLocalName().equals("graph")) {
                            readGraph(xml, header, results);
                        } else {
                            value(xml, 0);
                        }
                    }
                }
                continue;
            }
            Object value = value(xml, 0);
            switch (name) {
                case "type" -> header.names = texts(value);
                case "description" -> header.description = String.valueOf(value);
                case "unit_value" -> header.unitValues = numbers(value);
                case "unit_repr" -> header.units = texts(value);
                case "additive" -> header.additive = texts(value).stream().map(Boolean::valueOf).toList();
                case "thread_count" -> results.setThreadCount(Math.max(results.getThreadCount(), (int) number(value)));
                case "process_count" -> results.setProcessCount(Math.max(results.getProcessCount(), (int) number(value)));
                default -> {}
            }
        }
    }

    private static void readGraph(XMLStreamReader xml, ComponentHeader header, ResultsBuilder results)
            throws XMLStreamException, IOException {
        List<CallGraphNode> path = new ArrayList<>();
        List<Set<String>> labels = new ArrayList<>();
        while (next(xml)) {
            if (!(value(xml, 0) instanceof Map<?, ?> members)) {
                continue;
            }
            ParsedNode recorded = recorded(members);
            GraphBuilder graph = results.graph(header.metric(recorded));
            int depth = Math.max(0, Math.min(recorded.depth, path.size()));
            path.subList(depth, path.size()).clear();
            labels.subList(Math.min(labels.size(), depth + 1), labels.size()).clear();
            if (labels.size() <= depth) {
                labels.add(new HashSet<>());
            }
            CallGraphNode parent = depth == 0 ? null : path.get(depth - 1);
            boolean isApart = !labels.get(depth).add(recorded.label) || recorded.start >= 0;
            CallGraphNode node = isApart ? graph.newNode(parent, recorded.label) : graph.node(parent, recorded.label);
            recorded.recordAt(node, graph, header.factors());
            compare(recorded.ranks, node, header.factors(), results, xml);
            path.add(node);
        }
    }

    private static void compare(Map<?, ?> told, CallGraphNode node, double[] factors, ResultsBuilder results, XMLStreamReader xml)
            throws IOException {
        if (told.isEmpty()) {
            return;
        }
        ReadRanks ranks = new ReadRanks(number(told.get("of")), number(told.get("count")), factors.length, told.containsKey("tasks"));
        addSpreads(ranks, told, factors);
        if (told.get("exclusive") instanceof Map<?, ?> exclusive) {
            addSpreads(ranks, exclusive, factors);
        }
        double[] kept = numbers(told.get("ranks"));
        List<?> values = told.get("values") instanceof Map<?, ?> several ? List.copyOf(several.values()) : List.of();
        for (int i = 0; i < kept.length; i++) {
            double[] numbers = i < values.size() ? numbers(values.get(i)) : new double[0];
            for (int j = 0; j < numbers.length; j++) {
                numbers[j] *= j < factors.length ? factors[j] : Double.NaN;
            }
            ranks.keep(kept[i], numbers);
        }
        if (!ranks.noteAt(node, results.getProcessCount())) {
            throw new IOException("has a comparison of processes that contradicts itself at line " + xml.getLocation().getLineNumber());
        }
    }

    private static void addSpreads(ReadRanks ranks, Map<?, ?> told, double[] factors) {
        double[] min = numbers(told.get("min"));
        double[] minRank = numbers(told.get("min_rank"));
        double[] max = numbers(told.get("max"));
        double[] maxRank = numbers(told.get("max_rank"));
        double[] mean = numbers(told.get("mean"));
        double[] deviation = numbers(told.get("stddev"));
        double[] median = numbers(told.get("median"));
        for (int i = 0; i < factors.length; i++) {
            ranks.add(at(min, i) * factors[i], at(minRank, i), at(max, i) * factors[i], at(maxRank, i), at(mean, i) * factors[i],
                    at(deviation, i) * factors[i], at(median, i) * factors[i]);
        }
    }

    private static double at(double[] numbers, int index) {
        return index < numbers.length ? numbers[index] : Double.NaN;
    }

    private static ParsedNode recorded(Map<?, ?> members) {
        ParsedNode recorded = new ParsedNode();
        FlatPrefix prefix = FlatPrefix.of(String.valueOf(members.get("prefix")));
        recorded.label = prefix.label();
        recorded.threads.addAll(prefix.threads());
        recorded.depth = (int) number(members.get("depth"));
        recorded.isConcurrent = "true".equals(members.get("concurrent"));
        recorded.place = members.containsKey("place") ? (long) number(members.get("place")) : -1;
        recorded.start = members.containsKey("start") ? (long) number(members.get("start")) : -1;
        if (members.get("entry") instanceof Map<?, ?> entry) {
            recorded.laps = number(entry.get("laps"));
            recorded.sum = numbers(entry.get("repr_data"));
            recorded.openLaps = (long) orZero(number(entry.get("open_laps")));
            double[] shown = numbers(entry.get("repr_display"));
            recorded.text = shown.length == 1 && Double.isNaN(shown[0]) ? String.valueOf(entry.get("repr_display")) : null;
            recorded.exactSum = integer(entry.get("accum"));
        }
        if (members.get("stats") instanceof Map<?, ?> statistics) {
            recorded.sum = numbers(statistics.get("sum"));
            recorded.mean = numbers(statistics.get("mean"));
            recorded.min = numbers(statistics.get("min"));
            recorded.max = numbers(statistics.get("max"));
            recorded.deviation = numbers(statistics.get("stddev"));
            if (statistics.get("percentiles") instanceof Map<?, ?> percentiles) {
                percentiles.forEach((name, value) -> recorded.notePercentile(String.valueOf(name), number(value)));
            }
            if (statistics.get("histogram") instanceof Map<?, ?> histogram) {
                recorded.bounds = numbers(histogram.get("bounds"));
                recorded.counts = numbers(histogram.get("counts"));
            }
        }
        recorded.ranks = members.get("ranks") instanceof Map<?, ?> told ? told : Map.of();
        if (members.get("instrumentation") instanceof Map<?, ?> instrumentation) {
            recorded.instrumentation = orZero(number(instrumentation.get("sum")));
        }
        return recorded;
    }

    /** The content of the open element: a text, or the contents of its elements, by name. */
    private static Object value(XMLStreamReader xml, int level) throws XMLStreamException, IOException {
        if (level > MAX_LEVELS) {
            throw new IOException("nests elements more than " + MAX_LEVELS + " deep at line " + xml.getLocation().getLineNumber());
        }
        StringBuilder text = new StringBuilder();
        Map<String, Object> members = null;
        while (xml.hasNext()) {
            int event = xml.next();
            if (event == XMLStreamConstants.END_ELEMENT) {
                return members == null ? text.toString() : members;
            }
            if (event == XMLStreamConstants.START_ELEMENT) {
                members = members == null ? new LinkedHashMap<>() : members;
                String name = xml.getLocalName();
                members.put(name, value(xml, level + 1));
            } else if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA) {
                text.append(xml.getText());
                if (text.length() > MAX_TEXT_LENGTH) {
                    throw new IOException(
                            "has a text of more than " + MAX_TEXT_LENGTH + " characters at line " + xml.getLocation().getLineNumber());
                }
            }
        }
        return text.toString();
    }

    private static List<String> texts(Object value) {
        return value instanceof Map<?, ?> several ? several.values().stream().map(String::valueOf).toList()
                : List.of(String.valueOf(value));
    }

    private static double[] numbers(@Nullable Object value) {
        if (value instanceof Map<?, ?> several) {
            return several.values().stream().mapToDouble(TimemoryXml::number).toArray();
        }
        return value == null ? new double[0] : new double[] {number(value)};
    }

    private static double number(@Nullable Object value) {
        try {
            double number = Double.parseDouble(String.valueOf(value).trim());
            return Double.isInfinite(number) ? Double.NaN : number;
        } catch (NumberFormatException ignored) {
            return Double.NaN;
        }
    }

    /** The number where it is an integer, {@code null} otherwise; of one with a point or an exponent as far as a {@code double} is exact. */
    private static @Nullable Long integer(@Nullable Object value) {
        String text = String.valueOf(value).trim();
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException unused) {
            double number = number(text);
            return number == Math.rint(number) && Math.abs(number) < 1L << 53 ? Long.valueOf((long) number) : null;
        }
    }

    private static double orZero(double number) {
        return Double.isNaN(number) ? 0.0 : number;
    }
}
