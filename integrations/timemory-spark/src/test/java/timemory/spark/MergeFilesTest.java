package timemory.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.WallClock;
import timemory.export.data.ResultsBuilder;
import timemory.export.ranks.RankStatistics;
import timemory.export.wire.WireResults;
import timemory.results.CallGraphNode;
import timemory.results.Metric;
import timemory.results.Results;
import timemory.statistics.ReadNumber;

/** Merging files of many processes on a cluster gives the same result as on one machine. */
class MergeFilesTest {
    private static final int FILES = 700;

    @TempDir
    private Path folder;

    private static byte[] results(long value) {
        ResultsBuilder builder = new ResultsBuilder();
        builder.setProcessId(value);
        var graph = builder.graph(Metric.of(WallClock.TYPE));
        graph.record(graph.node(null, "main"), 1, 0, value, List.of(new ReadNumber(1, value, value, value, value, 0)));
        return WireResults.encode(builder.build());
    }

    @Test
    void allFilesButTheBrokenOneAreOneResult() throws Exception {
        Path files = Files.createDirectory(folder.resolve("files"));
        for (int i = 0; i < FILES; i++) {
            Files.write(files.resolve("process-%04d.tmy".formatted(i)), results(i + 1));
        }
        Files.writeString(files.resolve("process-0300-broken.tmy"), "nothing of ours");
        // Programs leave such files next to their results.
        Files.writeString(files.resolve("_SUCCESS"), "");
        Files.writeString(files.resolve(".process-0001.tmy.crc"), "");
        Path last = files.resolve("process-%04d.tmy".formatted(FILES - 1));
        Path elsewhere = Files.move(last, Files.createDirectory(folder.resolve("more")).resolve(last.getFileName()));
        Path output = folder.resolve("merged.tmy");
        SparkProcess spark = new SparkProcess("4.2", folder, Map.of());
        Process process = spark.start(MergeFiles.class.getName(), List.of("-Dspark.master=local[2]", "-Dspark.ui.enabled=false"),
                List.of(output.toString(), files.toString(), elsewhere.getParent() + "/*.tmy"));
        assertTrue(process.waitFor(300, TimeUnit.SECONDS));
        String said = Files.readString(spark.log(MergeFiles.class.getName()));
        assertEquals(1, process.exitValue(), said);
        assertTrue(said.contains("timemory: skipped: file:" + files + "/process-0300-broken.tmy"), said);
        check(WireResults.decode(Files.readAllBytes(output)));
    }

    private static void check(Results merged) throws IOException {
        assertEquals(FILES, merged.getProcessCount());
        CallGraphNode main = merged.get("wall_clock").find("main");
        assertEquals((long) FILES * (FILES + 1) / 2, main.getInclusive().getExactSum());
        var spread = RankStatistics.of(main).inclusive();
        assertEquals(FILES, spread.getCount());
        assertEquals(FILES, (long) spread.getMax());
        // The last by name, after the broken one.
        assertEquals(FILES, spread.getMaxRank());
        assertEquals(0, spread.getMinRank());
    }
}
