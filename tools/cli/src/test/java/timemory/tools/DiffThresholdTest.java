package timemory.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import timemory.Quantity;
import timemory.export.ExportFormats;
import timemory.results.CallGraphNode;
import timemory.export.data.GraphBuilder;
import timemory.results.Metric;
import timemory.statistics.ReadNumber;
import timemory.export.data.ResultsBuilder;
import timemory.settings.Settings;
import timemory.settings.SettingsBuilder;

/** What {@code diff --threshold} decides, and by which test. */
@Tag("java17")
class DiffThresholdTest {
    private static final Metric WALL = new Metric(
            "wall_clock", "wall", "Real-clock timer", timemory.Binding.WALL, List.of(new Metric.Number("", Quantity.TIME, "", true)));

    @TempDir
    private Path folder;

    private record Run(int status, String output, String errors) {}

    private static Run diff(Object... arguments) {
        StringWriter output = new StringWriter();
        StringWriter errors = new StringWriter();
        CommandLine line = TimemoryCommand.commandLine();
        line.setOut(new PrintWriter(output, true));
        line.setErr(new PrintWriter(errors, true));
        String[] texts = new String[arguments.length + 1];
        texts[0] = "diff";
        for (int i = 0; i < arguments.length; i++) texts[i + 1] = arguments[i].toString();
        return new Run(line.execute(texts), output.toString(), errors.toString());
    }

    /** Laps of a mean and deviation in nanoseconds. */
    private record Region(String label, long laps, double mean, double deviation) {}

    private Path results(String name, Region... regions) throws IOException {
        ResultsBuilder results = new ResultsBuilder();
        results.setProcessId(name.hashCode());
        GraphBuilder wall = results.graph(WALL);
        for (Region region : regions) {
            CallGraphNode node = wall.node(null, region.label);
            double sum = Math.rint(region.mean * region.laps);
            wall.record(node, region.laps, 0, (long) sum, List.of(
                    new ReadNumber(region.laps, sum, region.mean, region.mean - region.deviation, region.mean + region.deviation,
                            region.deviation)));
            wall.note(node, List.of(0), false, 0.0);
        }
        Path directory = Files.createDirectories(folder.resolve(name));
        ExportFormats.TREE.write(results.build(), Settings.load(new SettingsBuilder()), directory.toString());
        return directory;
    }

    @Test
    void twiceTheTimeThroughTwiceTheLapsExceedsAThresholdOnTheSum() throws IOException {
        for (long laps : new long[] {1, 5, 100, 1_000_000}) {
            Path before = results("before", new Region("solve", laps, 1e6, laps < 2 ? 0 : 1e4));
            Path after = results("after", new Region("solve", 2 * laps, 1e6, 1e4));
            Run sum = diff("-t", "wall_clock>5%", before, after);
            assertEquals(3, sum.status, laps + " laps: " + sum.errors);
            assertTrue(sum.errors.contains("wall_clock>5% is exceeded by 'solve': total +100.0 %"), sum.errors);
            assertEquals(0, diff("-t", "wall_clock.mean>5%", before, after).status, "the mean lap is the same");
            Run count = diff("-t", "wall_clock.laps>5%", before, after);
            assertEquals(3, count.status, count.errors);
            assertTrue(count.errors.contains("wall_clock.laps>5% is exceeded by 'solve': calls +100.0 %"), count.errors);
        }
    }

    @Test
    void halfTheLapsOfTwiceTheTimeExceedOnlyAThresholdOnTheMean() throws IOException {
        Path before = results("before", new Region("solve", 200, 1e6, 1e4));
        Path after = results("after", new Region("solve", 100, 2e6, 1e4));
        assertEquals(0, diff("-t", "wall_clock>5%", before, after).status);
        Run mean = diff("-t", "wall_clock.mean>5%", before, after);
        assertEquals(3, mean.status, mean.errors);
        assertTrue(mean.errors.contains("'solve': mean +100.0 %"), mean.errors);
    }

    private Path runs(String name, int runs, Random random, double slower) throws IOException {
        for (int run = 0; run < runs; run++) {
            double noise = 1 + 0.01 * random.nextGaussian();
            results(name + "/" + run, new Region("solve", 10_000, 1e6 * noise * slower, 1e4));
        }
        return folder.resolve(name);
    }

    @Test
    void noiseBetweenRunsIsNoChangeWithSeveralRuns() throws IOException {
        int significant = 0;
        Random random = new Random(46);
        for (int i = 0; i < 20; i++) {
            Run run = diff("-t", "wall_clock>0%", "-t", "wall_clock<0%", runs("a" + i, 5, random, 1), runs("b" + i, 5, random, 1));
            if (run.status == 3) significant++;
            assertTrue(run.output.contains("Values are means of 5 runs before and 5 runs after. P: totals of these runs"), run.output);
        }
        assertTrue(significant <= 3, significant + " of 20");
        Run slower = diff("-t", "wall_clock>2%", runs("a", 5, random, 1), runs("b", 5, random, 1.05));
        assertEquals(3, slower.status, slower.errors);
    }

    @Test
    void oneRunOnASideIsComparedWithTheRunsOfTheOther() throws IOException {
        Random random = new Random(4);
        Path before = runs("before", 6, random, 1);
        assertEquals(0, diff("-t", "wall_clock>0.1%", before, runs("same", 1, random, 1.001)).status);
        assertEquals(3, diff("-t", "wall_clock>5%", before, runs("slower", 1, random, 1.2)).status);
    }

    @Test
    void withOneRunOnEachSideTheOutputSaysWhatThatMeans() throws IOException {
        Path before = results("before", new Region("solve", 100, 1e6, 1e4));
        Run run = diff(before, results("after", new Region("solve", 100, 1.1e6, 1e4)));
        assertTrue(run.output.contains("P: totals of one run on each side (Welch's t-test), as if calls were independent."),
                run.output);
        assertTrue(run.output.contains("*  P < 0.05 after Holm's correction for 1 comparison\n"), run.output);
        assertTrue(diff("--json", before, before).output.contains("\"p_of\":\"laps\",\"runs_before\":1,\"runs_after\":1"));
    }

    @Test
    void amongFourHundredRegionsOfNoiseNoneExceeds() throws IOException {
        int exceeded = 0;
        for (int seed = 0; seed < 10; seed++) {
            Random random = new Random(seed);
            Region[] before = new Region[400];
            Region[] after = new Region[400];
            for (int i = 0; i < 400; i++) {
                before[i] = new Region("r" + i, 20, 1e6 * (1 + 0.1 / Math.sqrt(20) * random.nextGaussian()), 1e5);
                after[i] = new Region("r" + i, 20, 1e6 * (1 + 0.1 / Math.sqrt(20) * random.nextGaussian()), 1e5);
            }
            if (diff("-t", "wall_clock>2%", results("before" + seed, before), results("after" + seed, after)).status == 3) exceeded++;
        }
        assertTrue(exceeded <= 2, exceeded + " of 10 comparisons");
    }

    @Test
    void aChangeAmongFourHundredRegionsIsFoundAndItsCorrectionNamed() throws IOException {
        Region[] before = new Region[400];
        Region[] after = new Region[400];
        for (int i = 0; i < 400; i++) {
            before[i] = new Region("r" + i, 20, 1e6, 1e5);
            after[i] = new Region("r" + i, 20, i == 7 ? 1.5e6 : 1e6, 1e5);
        }
        Run run = diff("-t", "wall_clock>5%", results("before", before), results("after", after));
        assertEquals(3, run.status, run.errors);
        assertTrue(run.errors.contains("'r7': total +50.0 % (P ") && run.errors.contains(", Holm's correction for 400 comparisons)"),
                run.errors);
        assertFalse(run.errors.contains("'r8'"), run.errors);
    }

    @Test
    void ticksOfTheClockInAllRunsAreNotTakenForCertain() throws IOException {
        for (int run = 0; run < 3; run++) {
            results("before/" + run, new Region("solve", 1, 10e6, 0));
            results("after/" + run, new Region("solve", 1, 20e6, 0));
        }
        Run run = diff("-t", "wall_clock>5%", folder.resolve("before"), folder.resolve("after"));
        assertEquals(0, run.status, run.errors);
        assertTrue(run.output.contains(" 0.100"), run.output);
    }

    @Test
    void probabilitiesAreCorrectedByHolm() {
        double[] corrected = Holm.corrected(new double[] {0.01, Double.NaN, 0.04, 0.03, 0.005});
        assertEquals(0.03, corrected[0], 1e-12);
        assertTrue(Double.isNaN(corrected[1]));
        assertEquals(0.06, corrected[2], 1e-12);
        assertEquals(0.06, corrected[3], 1e-12);
        assertEquals(0.02, corrected[4], 1e-12);
    }
}
