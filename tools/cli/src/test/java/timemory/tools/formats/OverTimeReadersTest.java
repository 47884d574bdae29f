package timemory.tools.formats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.export.data.RunConversion;
import timemory.export.data.RunData;
import timemory.results.Results;
import timemory.tools.read.ResultFiles;

/** What others read of numbers over time, and what our own files have of them when they are read back. */
@Tag("optional-tools")
class OverTimeReadersTest {
    /** Memory in use, and CPU time: two rows that follow one another, and one after a pause, of which the memory is not known. */
    private static final String RUN = """
            {"version": 1, "processId": 4242, "components": [
              {"id": "wall_clock", "label": "wall", "numbers": [{"quantity": "time", "units": [TIME]}],
               "regions": [{"label": "main", "laps": 1, "exactSum": 500000000,
                 "numbers": [{"sum": 5e8, "mean": 5e8, "min": 5e8, "max": 5e8}]}]}],
             "overTime": {"columns": [
               {"name": "page_rss", "quantity": "memory", "isAdditive": false, "units": [{"symbol": "B"}, {"symbol": "KB", "size": 1e3},
                {"symbol": "MB", "size": 1e6}, {"symbol": "GB", "size": 1e9}, {"symbol": "TB", "size": 1e12}]},
               {"name": "cpu_clock", "quantity": "time", "isAdditive": true, "units": [TIME]}],
              "rows": [
               [100000000, 100000000, 2, 5000000.5, 4000000, 6000001, 50000000, 20000000, 30000000],
               [200000000, 100000000, 1, 7000000, 7000000, 7000000, 200000000, 200000000, 200000000],
               [500000000, 100000000, 1, null, null, null, 25000000, 25000000, 25000000]]}}
            """.replace("TIME", """
            {"symbol": "nsec"}, {"symbol": "usec", "size": 1e3}, {"symbol": "msec", "size": 1e6}, {"symbol": "sec", "size": 1e9},
            {"symbol": "min", "size": 6e10}, {"symbol": "hr", "size": 3.6e12}""");

    @TempDir
    private Path directory;

    private static Results results() {
        return RunConversion.toResults(RunData.fromJson(RUN));
    }

    private static List<String> counters(List<Row> rows) {
        return rows.stream().filter(row -> row.metric().equals("counter"))
                .map(row -> row.label() + " " + row.inclusive() + " at " + Math.round(row.exclusive())).toList();
    }

    @Test
    void perfettoHasACounterForEachNumber() throws Exception {
        List<Row> found = Outside.rows(Outside.node("perfetto.js", Outside.write(results(), "perfetto", directory)));
        assertEquals(List.of("page_rss [B] 5000000.5 at 0", "page_rss [B] 7000000.0 at 100000000", "page_rss [B] 7000000.0 at 200000000",
                "page_rss [B] 0.0 at 500000000",
                "cpu_clock [processors] 0.5 at 0", "cpu_clock [processors] 2.0 at 100000000", "cpu_clock [processors] 0.0 at 200000000",
                "cpu_clock [processors] 0.25 at 400000000", "cpu_clock [processors] 0.0 at 500000000"), counters(found));
        assertEquals(1, found.stream().filter(row -> row.metric().equals("slice")).count());
    }

    @Test
    void chromeHasThemBesideElapsedTime() throws Exception {
        List<Row> found = Outside.rows(Outside.python("chrome_trace.py", List.of(), Outside.write(results(), "flamegraph", directory)));
        assertEquals(List.of("page_rss (B) 5000000.5 at 0", "page_rss (B) 7000000.0 at 100000000", "page_rss (B) 7000000.0 at 200000000",
                "page_rss (B) 0.0 at 500000000",
                "cpu_clock (processors) 0.5 at 0", "cpu_clock (processors) 2.0 at 100000000", "cpu_clock (processors) 0.0 at 200000000",
                "cpu_clock (processors) 0.25 at 400000000", "cpu_clock (processors) 0.0 at 500000000"), counters(found));
    }

    @Test
    void slicesAreReadBackBesideCounters() throws Exception {
        for (String format : List.of("perfetto", "flamegraph")) {
            Results read = ResultFiles.read(Outside.write(results(), format, directory).get(0));
            assertEquals(List.of("main"), Row.raw(read).stream().map(Row::label).toList(), format);
        }
    }

    @Test
    void spreadsheetsHaveALineForEachRow() throws Exception {
        List<String> lines = Files.readAllLines(Outside.write(results(), "timeseries", directory).get(0));
        assertEquals(List.of(
                "begin (sec),end (sec),observed (sec),readings,page_rss (MB),page_rss min (MB),page_rss max (MB),cpu_clock (sec),"
                        + "cpu_clock min (sec),cpu_clock max (sec)",
                "0.0,0.1,0.1,2,5.0000005,4.0,6.000001,0.05,0.02,0.03", "0.1,0.2,0.1,1,7.0,7.0,7.0,0.2,0.2,0.2",
                "0.4,0.5,0.1,1,,,,0.025,0.025,0.025"), lines);
    }

    @Test
    void thereIsNoFileOfWhatWasNotRead() {
        assertEquals(List.of(), Outside.write(SampleResults.varied(), "timeseries", directory));
    }

    @Test
    void thePageHasThemInItsUnits() throws Exception {
        String page = Files.readString(Outside.write(results(), "html", directory).get(0));
        int begin = page.indexOf("\"overTime\":") + "\"overTime\":".length();
        JsonNode found = new JsonMapper().readTree(page.substring(begin));
        assertEquals("[0,100000000,400000000]", found.path("begin").toString());
        assertEquals("[100000000,200000000,500000000]", found.path("end").toString());
        JsonNode memory = found.path("series").path(0);
        assertEquals("page_rss MB", memory.path("name").asText() + " " + memory.path("unit").asText());
        assertEquals(1e6, memory.path("factor").asDouble());
        assertEquals("[5000000.5,7000000,null]", memory.path("value").toString());
        assertEquals("[6000001,7000000,null]", memory.path("max").toString());
        JsonNode time = found.path("series").path(1);
        assertEquals("processors", time.path("unit").asText());
        assertEquals("[0.5,2,0.25]", time.path("value").toString());
        assertEquals("[null,null,null]", time.path("max").toString());
    }

    @Test
    void theCompactFileAndDataHaveThemToTheLastDigit() throws Exception {
        Path file = Outside.write(results(), "compact", directory).get(0);
        Results read = ResultFiles.read(file);
        JsonMapper json = new JsonMapper();
        JsonNode expected = json.readTree(RunConversion.toData(results(), List.of(), null).toJson()).path("overTime");
        assertTrue(expected.path("rows").size() == 3, expected.toString());
        assertEquals(expected, json.readTree(RunConversion.toData(read, List.of(), null).toJson()).path("overTime"));
        // And once more the same file.
        Path again = Files.createDirectory(directory.resolve("again"));
        assertEquals(Files.readString(file), Files.readString(Outside.write(read, "compact", again).get(0)));
    }

    @Test
    void whatDoesNotFitTogetherIsRefused() throws Exception {
        Path file = Outside.write(results(), "compact", directory).get(0);
        String text = Files.readString(file);
        Path broken = directory.resolve("broken.timemory.json");
        Files.writeString(broken, text.replace(",25000000,25000000,25000000]", ",25000000,25000000]"));
        Exception refused = assertThrows(Exception.class, () -> ResultFiles.read(broken));
        assertTrue(refused.getMessage().contains("row of 9 numbers, for 2 columns"), refused.getMessage());
    }
}
