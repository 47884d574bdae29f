package timemory.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import timemory.Binding;
import timemory.Quantity;
import timemory.export.data.GraphBuilder;
import timemory.export.data.ResultsBuilder;
import timemory.results.CallGraphNode;
import timemory.results.Metric;
import timemory.results.Results;
import timemory.statistics.ReadNumber;

/** The table of {@code timemory top}, from fixed results. */
@Tag("java17")
class TopTableTest {

    private static final Metric WALL =
            new Metric("wall_clock", "wall", "Real-clock timer", Binding.WALL, List.of(new Metric.Number("", Quantity.TIME, "", true)));
    private static final Metric BYTES =
            new Metric("allocated", "alloc", "Allocated memory", Binding.THREAD, List.of(new Metric.Number("", Quantity.MEMORY, "", true)));

    private static final Metric THROTTLED = new Metric("throttled_laps", "throttled_laps", "Laps that were not measured", Binding.WALL,
            List.of(new Metric.Number("", Quantity.COUNT, "", true)));

    private static CallGraphNode add(GraphBuilder graph, CallGraphNode parent, String label, long laps, long open, long sum) {
        CallGraphNode node = graph.node(parent, label);
        double mean = (double) sum / laps;
        graph.record(node, laps, open, sum, List.of(new ReadNumber(laps, sum, mean, mean, mean, 0)));
        return node;
    }

    /** Two seconds, of which main was open all the time, on a second thread as well. */
    private static Results interval() {
        ResultsBuilder results = new ResultsBuilder();
        GraphBuilder wall = results.graph(WALL);
        CallGraphNode main = add(wall, null, "main", 1, 1, 2_000_000_000L);
        CallGraphNode solve = add(wall, main, "solve", 101, 1, 1_500_000_000L);
        CallGraphNode sql = add(wall, solve, "sql\u001b]0;x\u0007", 400, 0, 500_000_000L);
        wall.notePercentile(sql, 50.0, 1_000_000.0);
        wall.notePercentile(sql, 99.0, 2_500_000.0);
        CallGraphNode other = add(wall, null, "other", 1, 1, 1_000_000_000L);
        add(wall, other, "solve", 2, 0, 900_000_000L);
        GraphBuilder bytes = results.graph(BYTES);
        add(bytes, null, "main", 4, 0, 3_000_000L);
        return results.build();
    }

    private static String table(TopRow.Order order, String filter, boolean isTree, int rows, int columns, String component) {
        Results results = interval();
        List<TopRow> regions =
                new TopRows(order, filter == null ? null : Pattern.compile(filter), isTree).of(results, component, 2.0);
        return String.join("\n", new TopTable(rows, columns).lines(regions, results.get(component).getType())) + "\n";
    }

    @Test
    void regionsOfOneLabelAreOneRowInOrderOfTheirTime() {
        assertEquals("""
                calls/s    total    self     mean      p50      p99  open  overhead  region
                     51  120.0 %  95.0 %        -        -        -     1     0.0 %  solve
                      0  100.0 %  25.0 %        -        -        -     1     0.0 %  main
                      0   50.0 %   5.0 %        -        -        -     1     0.0 %  other
                    200   25.0 %  25.0 %  1.25 ms  1.00 ms  2.50 ms           0.0 %  sql\\u001b]0;x\\u0007
                """, table(TopRow.Order.TOTAL, null, false, 100, 200, "wall_clock"));
    }

    @Test
    void lapsThatWereNotMeasuredAreShownBesideThoseThatWere() {
        ResultsBuilder results = new ResultsBuilder();
        GraphBuilder wall = results.graph(WALL);
        add(wall, add(wall, null, "main", 10, 0, 2_000_000_000L), "tiny", 100, 0, 1_000_000L);
        add(wall, null, "tiny", 2, 0, 2_000L);
        GraphBuilder throttled = results.graph(THROTTLED);
        CallGraphNode main = add(throttled, null, "main", 6_000, 0, 6_000L);
        add(throttled, main, "tiny", 6_000, 0, 6_000L);
        Results built = results.build();
        for (boolean isTree : List.of(false, true)) {
            List<TopRow> rows = new TopRows(TopRow.Order.TOTAL, null, isTree).of(built, "wall_clock", 2.0);
            String table = String.join("\n", new TopTable(10, 200).lines(rows, built.get("wall_clock").getType()));
            assertEquals(List.of("main 0.0", "tiny 3000.0"),
                    rows.stream().limit(2).map(row -> row.label() + " " + row.throttledPerSecond()).toList(), table);
            assertEquals(0.0, isTree ? rows.get(2).throttledPerSecond() : 0.0);
            assertEquals("open  throttled/s  overhead  region", table.lines().findFirst().orElseThrow().replaceAll(".*open", "open"));
        }
    }

    @Test
    void inATreeRegionsStandBelowThoseThatCalledThem() {
        assertEquals("""
                calls/s    total    self     mean      p50      p99  open  overhead  region
                      0  100.0 %  25.0 %        -        -        -     1     0.0 %  main
                     50   75.0 %  50.0 %        -        -        -     1     0.0 %    solve
                    200   25.0 %  25.0 %  1.25 ms  1.00 ms  2.50 ms           0.0 %      sql\\u001b]0;x\\u0007
                      0   50.0 %   5.0 %        -        -        -     1     0.0 %  other
                      1   45.0 %  45.0 %   450 ms        -        -           0.0 %    solve
                """, table(TopRow.Order.TOTAL, null, true, 100, 200, "wall_clock"));
    }

    @Test
    void rowsAreSortedByCallsAndFilteredByTheirLabel() {
        String table = table(TopRow.Order.CALLS, "s.l", false, 100, 200, "wall_clock");
        assertEquals(List.of("sql\\u001b]0;x\\u0007", "solve"),
                table.lines().skip(1).map(line -> line.substring(line.lastIndexOf(' ') + 1)).toList());
    }

    @Test
    void whatThereIsNoRoomForIsCounted() {
        String table = table(TopRow.Order.TOTAL, null, false, 2, 80, "wall_clock");
        assertEquals("and 2 more", table.lines().skip(3).findFirst().orElseThrow());
    }

    @Test
    void longLabelsAreCutWhereTheTerminalEnds() {
        ResultsBuilder results = new ResultsBuilder();
        add(results.graph(WALL), null, "a label that is too long for the terminal", 1, 0, 1_000L);
        Results built = results.build();
        List<TopRow> rows = new TopRows(TopRow.Order.TOTAL, null, false).of(built, "wall_clock", 1.0);
        String line = new TopTable(10, 64).lines(rows, built.get("wall_clock").getType()).get(1);
        assertEquals(64, line.length());
        assertEquals("      1  0.0 %  0.0 %  1.00 us           0.0 %  a label…terminal", line);
    }

    @Test
    void whatIsNoTimeIsShownPerSecondInItsUnit() {
        assertEquals("""
                calls/s      total       self    mean  open  overhead  region
                      2  1.50 MB/s  1.50 MB/s  750 kB           0.0 %  main
                """.replaceAll(" +", " "), table(TopRow.Order.TOTAL, null, false, 10, 200, "allocated").replaceAll(" +", " "));
    }

    @Test
    void openRegionsAreShownWithTheEndOfTheirPath() {
        List<OpenRegionRow> rows = List.of(
                new OpenRegionRow(2_500_000_000.0, "main", List.of("main", "GET \u001b[2J")),
                new OpenRegionRow(1_000_000.0, "a name of more than twenty-four letters", List.of("main", "solve", "multiply")),
                new OpenRegionRow(0.0, "main", List.of("x")));
        assertEquals(List.of(
                "open for  thread                        region",
                "  2.50 s  main                          main > GET \\u001b[2J",
                " 1.00 ms  a name of mor…y-four letters  … > solve > multiply",
                "and 1 more"), OpenRegionRow.lines(rows, 2, 60));
    }

    @Test
    void aComponentThatDidNothingHasNoRows() {
        assertEquals(List.of(), new TopRows(TopRow.Order.TOTAL, null, false).of(interval(), "peak_rss", 1.0));
    }
}
