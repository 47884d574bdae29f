package timemory.history.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import timemory.history.change.ChangePoints;
import timemory.history.store.Region;
import timemory.history.store.Run;
import timemory.history.store.RunFacts;
import timemory.history.store.Values;

class TrendPageTest {
    private static Trend trend(String label, double... series) {
        List<Run> runs = new ArrayList<>();
        Values values = new Values(new int[series.length], new long[series.length], series);
        for (int i = 0; i < series.length; i++) {
            RunFacts facts = new RunFacts(Instant.ofEpochSecond(60L * i), "c" + i, "main", "m", "p", Map.of());
            runs.add(new Run(i + 1, facts, 1));
            values.runs()[i] = i + 1;
        }
        RunFacts common = new RunFacts(Instant.EPOCH, "", "main", "m<1>", "p", Map.of("size", "\"1\""));
        return new Trend(new Region(1, "wall_clock", "nsec", List.of("main", label)), common, Trend.byNumber(runs), values, series, "nsec",
                "total of wall_clock", ChangePoints.of(series, ChangePoints.Criteria.USUAL));
    }

    static List<Document> pictures(String page) throws Exception {
        List<Document> found = new ArrayList<>();
        Matcher picture = Pattern.compile("(?s)<svg.*?</svg>").matcher(page);
        while (picture.find()) {
            found.add(DocumentBuilderFactory.newInstance().newDocumentBuilder()
                    .parse(new ByteArrayInputStream(picture.group().getBytes(StandardCharsets.UTF_8))));
        }
        return found;
    }

    private static double[] stepped() {
        double[] series = new double[40];
        for (int i = 0; i < series.length; i++) series[i] = (i < 25 ? 1e6 : 2e6) + (i * 7919 % 13) * 1e3;
        return series;
    }

    @Test
    void eachRunIsAPointAndEachPartALine() throws Exception {
        String page = TrendPage.of("Trends", List.of(trend("solve", stepped()), trend("same", 5.0, 5.0, 5.0), trend("one", 7.0)));
        List<Document> pictures = pictures(page);
        assertEquals(3, pictures.size());
        assertEquals(40, pictures.get(0).getElementsByTagName("circle").getLength());
        assertEquals(1, pictures.get(0).getElementsByTagName("rect").getLength());
        assertEquals(4 + 2 + 1, pictures.get(0).getElementsByTagName("line").getLength(), "the axis, two means, a change");
        assertEquals(1, pictures.get(2).getElementsByTagName("circle").getLength());
        assertTrue(page.contains("at run 26, 1970-01-01 00:25, commit c25 (P "), page);
        assertEquals(2, page.split("no significant change", -1).length - 1);
        assertFalse(page.contains("NaN") || page.contains("Infinity"), page);
    }

    @Test
    void ticksAreRoundValuesAndTheAxisSaysWhereItStarts() {
        String page = TrendPage.of("Trends", List.of(trend("solve", stepped())));
        assertTrue(page.contains("vertical axis linear from 1.0 ms<"), page);
        for (String tick : List.of("1.0 ms", "1.5 ms", "2.0 ms", "2.5 ms")) {
            assertTrue(page.contains("text-anchor=\"end\">" + tick + "</text>"), tick + " in " + page);
        }
        assertTrue(TrendPage.of("Trends", List.of(trend("solve", 1e6, 9e6, 5e6))).contains("vertical axis linear from 0<"));
    }

    @Test
    void whatLabelsSayIsNoMarkup() throws Exception {
        String hostile = "</h2><script>alert(1)</script>\"' onload=x & \u202E\u0007";
        String page = TrendPage.of("Trends of " + hostile, List.of(trend(hostile, stepped())));
        assertFalse(page.contains("<script") || page.contains("\u202E") || page.contains("\u0007"), page);
        assertTrue(pictures(page).get(0).getDocumentElement().getAttribute("aria-label")
                .contains("<script>alert(1)</script>\"' onload=x & \\u202e"));
        assertEquals(1, page.split("<section>", -1).length - 1);
        assertTrue(page.contains("default-src 'none'"));
    }
}
