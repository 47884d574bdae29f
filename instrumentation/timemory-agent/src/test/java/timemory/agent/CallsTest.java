package timemory.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallsTest {
    @TempDir
    Path folder;

    /** How many laps each label has. */
    private Map<String, Integer> laps(String options, String main, String... arguments) throws Exception {
        Programs.Outcome run = Programs.run(folder, options, main, arguments);
        assertEquals("", run.errors());
        Matcher rows = Pattern.compile("\\| >>> *(?:\\|_)?(\\S.*?) +\\| +(\\d+) \\|").matcher(run.file("wall.txt"));
        Map<String, Integer> laps = new TreeMap<>();
        while (rows.find()) laps.merge(rows.group(1), Integer.parseInt(rows.group(2)), Integer::sum);
        return laps;
    }

    @Test
    void callersAreMeasured() throws Exception {
        assertEquals(Map.of("programs.Shop$Desk.sell", 5), laps("callers=Store.find;min-size=0", "programs.Shop"));
    }

    @Test
    void whatAFunctionCallsIsMeasuredWhereverItIsImplementedAndWheneverItWasLoaded() throws Exception {
        assertEquals(
                Map.of("programs.Shop$Shelf.find", 5, "programs.Shop$Desk.pack", 5, "programs.Shop$Furniture.dust", 5),
                laps("callees=Desk.sell;min-size=0", "programs.Shop", "wait"));
    }

    @Test
    void callsAreRegionsInsideTheirFunction() throws Exception {
        assertEquals(
                Map.of("programs.Shop$Desk.sell", 5, "call programs.Shop$Desk.pack [Shop.java:38]", 5),
                laps("include=Desk.sell;min-size=0;callsites=Desk.pack", "programs.Shop"));
    }

    @Test
    void loopsAreRegionsInsideTheirFunction() throws Exception {
        assertEquals(
                Map.of("programs.Recursion.main", 1, "loop programs.Recursion.main [Recursion.java:11]", 1),
                laps("include=main;loops", "programs.Recursion", "3", "4"));
    }
}
