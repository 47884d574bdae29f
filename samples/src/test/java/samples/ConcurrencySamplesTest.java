package samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import timemory.results.CallGraph;
import timemory.results.CallGraphNode;
import timemory.results.Results;
import timemory.settings.SettingsBuilder;
import timemory.Timemory;

/** The samples for coroutines, virtual threads and pools: their output matches their comments. */
class ConcurrencySamplesTest {

    private static final Path LICENCES = Path.of(System.getProperty("java.home"), "legal");

    @BeforeEach
    void begin() {
        SettingsBuilder settings = new SettingsBuilder();
        settings.setFileOutput(false);
        settings.setCoutOutput(false);
        Timemory.init(settings);
    }

    /** Ends the session; the laps of each path. */
    private static Map<String, Long> laps(String... problems) {
        Results results = Timemory.finalize();
        assertEquals(List.of(problems), results.getProblems());
        Map<String, Long> laps = new TreeMap<>();
        String[] path = new String[100];
        for (var nodes = results.get("wall_clock").nodes().iterator(); nodes.hasNext();) {
            CallGraphNode node = nodes.next();
            path[node.getDepth()] = node.getLabel();
            laps.put(String.join("/", Arrays.copyOf(path, node.getDepth() + 1)), node.getInclusive().getLaps());
        }
        return laps;
    }

    @Test
    void crawlMeasuresEachPageBelowTheCrawl() {
        CrawlKt.main(new String[] {"63"});
        assertEquals(Map.of("crawl", 1L, "crawl/page", 63L, "crawl/page/fetch", 63L, "crawl/page/parse", 63L), laps());
    }

    @Test
    void samplesShowWhichRegionOfAServerIsSlowAndInWhichFunction() {
        SampledServerKt.serveRequests(1_500);
        CallGraph samples = Timemory.finalize().get("cpu_samples");
        CallGraphNode widest = Collections.max(samples.getRoots(), Comparator.comparingDouble(root -> root.getInclusive().sum(0)));
        assertEquals("page", widest.getLabel());
        double ofCallee = 0;
        for (var nodes = samples.nodes().iterator(); nodes.hasNext();) {
            CallGraphNode node = nodes.next();
            if (node.getLabel().equals("~samples.Site.isTerm")) ofCallee += node.getInclusive().sum(0);
        }
        assertTrue(ofCallee > widest.getInclusive().sum(0) / 2, ofCallee + " of " + widest.getInclusive().sum(0));
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void eachRequestOfAVirtualThreadIsMeasured() throws ReflectiveOperationException {
        Method serve = Class.forName("samples.Requests").getDeclaredMethod("serve", int.class);
        serve.setAccessible(true);
        long bytes = (long) serve.invoke(null, 3_000);
        long expected = 0;
        for (int i = 0; i < 3_000; i++) {
            expected += i % 3 == 0 ? 0 : "<li>row </li>".length() + String.valueOf(i).length();
        }
        assertEquals(expected, bytes);
        assertEquals(Map.of("serve", 1L, "serve/request", 3_000L, "serve/request/look up", 3_000L, "serve/request/render", 2_000L), laps());
    }

    @Test
    void theSharedSampleHasTheRegionsThatItHasInOtherLanguages() throws InterruptedException {
        Timemory.setDefaultComponents("wall_clock,trip_count");
        SameRegions.run();
        assertEquals(
                Map.of("main", 1L, "main/fill", 3L, "main/solve", 2L, "main/solve/step", 10L, "main/solve/step/inner", 10L, "main/work",
                        20L),
                laps());
    }

    @Test
    void wordCountsAreRightAndEachFileIsMeasuredBelowTheRegionThatSubmittedIt() throws IOException {
        Map<String, Integer> counted = WordCountKt.countWords(LICENCES, 3);
        assertEquals(words().entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().intValue())), counted);
        Map<String, Long> laps = laps();
        for (String region : List.of("licences", "again")) {
            assertEquals(1L, laps.get(region));
            for (String part : List.of("/file", "/file/read", "/file/count", "/merge")) {
                assertEquals(files().size(), laps.get(region + part), region + part);
            }
        }
    }

    @Test
    void wordCountInJavaSaysTheSame() throws IOException {
        Map<String, Long> counted = WordCountInJava.countWords(LICENCES);
        assertEquals(words(), new TreeMap<>(counted));
        long letters = counted.entrySet().stream().mapToLong(e -> e.getKey().length() * e.getValue()).sum();
        assertEquals(letters, WordCountInJava.countLetters(counted));
        Map<String, Long> laps = laps();
        long files = files().size();
        assertTrue(files > 50, files + " licences");
        assertEquals(
                Map.of(
                        "words", 1L, "words/file", files, "words/file/read", files, "words/file/split", files,
                        "letters of all", 1L, "letters of all/sort", 1L, "letters of all/letters", 1L),
                laps);
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> paths = Files.walk(LICENCES)) {
            return paths.filter(Files::isRegularFile).toList();
        }
    }

    /** Counted a simple way, one file after another. */
    private static Map<String, Long> words() throws IOException {
        Map<String, Long> words = new TreeMap<>();
        for (Path file : files()) {
            StringBuilder word = new StringBuilder();
            String text = Files.readString(file, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT) + "\n";
            for (char c : text.toCharArray()) {
                if (c >= 'a' && c <= 'z') {
                    word.append(c);
                } else if (!word.isEmpty()) {
                    words.merge(word.toString(), 1L, Long::sum);
                    word.setLength(0);
                }
            }
        }
        return words;
    }
}
