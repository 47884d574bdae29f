package timemory.spark;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.util.kvstore.KVIndex;
import timemory.export.data.UnreadableResultsException;
import timemory.export.tasks.TaskResults;

/**
 * What the tasks of one run of a stage measured, for the history server: an event in Spark's log, from which Spark makes it again by its
 * properties, and what the server keeps of it. For Spark alone.
 */
public final class StageMeasured implements SparkListenerEvent {
    /** Both trees together, of which base 64 makes a third more: an event of more is no longer one that a log is to have for each stage. */
    private static final int MAX_BYTES = 66_000;

    /** Of the tree of tasks that do not count. */
    private static final int MAX_WASTED_BYTES = 18_000;
    private static final int FIRST_NODES = 1_000;

    private final String key;
    private final List<String> path;
    private final long nanoseconds;
    private final int useful;
    private final int wasted;
    private final int lost;
    private final String tree;
    private final String wastedTree;

    /**
     * For Spark.
     *
     * @param key by which it is kept
     * @param path where it hangs, the label of the stage at the end
     * @param nanoseconds how long it took
     * @param useful how many tasks count
     * @param wasted how many do not
     * @param lost of how many what they measured is lost
     * @param tree what those that count measured, in the wire form, as base 64
     * @param wastedTree the same of the others
     */
    @JsonCreator
    public StageMeasured(
            @JsonProperty("key") String key,
            @JsonProperty("path") List<String> path,
            @JsonProperty("nanoseconds") long nanoseconds,
            @JsonProperty("useful") int useful,
            @JsonProperty("wasted") int wasted,
            @JsonProperty("lost") int lost,
            @JsonProperty("tree") String tree,
            @JsonProperty("wastedTree") String wastedTree) {
        this.key = key;
        this.path = path == null ? List.of() : List.copyOf(path);
        this.nanoseconds = nanoseconds;
        this.useful = useful;
        this.wasted = wasted;
        this.lost = lost;
        this.tree = tree;
        this.wastedTree = wastedTree;
    }

    /**
     * That of {@code stage}, the {@code number}-th of the application.
     *
     * @throws UnreadableResultsException where what its tasks measured cannot be read
     */
    static StageMeasured of(int number, StageTotals stage) throws UnreadableResultsException {
        long nanoseconds = Arrays.stream(stage.laps()).sum();
        byte[] wasted = bounded(stage.wasted(), MAX_WASTED_BYTES);
        byte[] useful = bounded(stage.useful(), MAX_BYTES - wasted.length);
        return new StageMeasured(Integer.toString(number), stage.path(), nanoseconds, stage.usefulTasks(), stage.wastedTasks(),
                stage.lostTasks(), Base64.getEncoder().encodeToString(useful), Base64.getEncoder().encodeToString(wasted));
    }

    /** {@code tree} with so many regions joined that it has {@code most} bytes at the most. */
    private static byte[] bounded(TaskTree tree, int most) throws UnreadableResultsException {
        byte[] bytes = tree.bytes();
        for (int maxNodes = FIRST_NODES; bytes.length > most; maxNodes /= 2) {
            if (maxNodes == 0)
                throw new UnreadableResultsException("what its tasks measured has " + bytes.length + " bytes, however much is joined",
                        null);
            bytes = TaskResults.merge(List.of(tree.bytes()), new int[] {tree.partition()}, maxNodes);
        }
        return bytes;
    }

    /** As totals of a stage, of one executor. */
    StageTotals totals(int maxNodes) {
        StageTotals totals = new StageTotals(path, maxNodes, problem -> {});
        totals.use("", treesOf(tree, maxNodes), useful, null);
        totals.waste(treesOf(wastedTree, maxNodes), wasted);
        totals.lose(lost);
        if (nanoseconds > 0) totals.lap(nanoseconds);
        return totals;
    }

    private static ResultMerger treesOf(String text, int maxNodes) {
        ResultMerger trees = new ResultMerger(maxNodes, problem -> {});
        if (text != null && !text.isEmpty()) trees.add(new TaskTree(-1, Base64.getDecoder().decode(text)));
        return trees;
    }

    /** By which it is kept. */
    @KVIndex
    public String getKey() {
        return key;
    }

    /** Where it hangs, the label of the stage at the end. */
    public List<String> getPath() {
        return path;
    }

    /** How long it took. */
    public long getNanoseconds() {
        return nanoseconds;
    }

    /** How many tasks count. */
    public int getUseful() {
        return useful;
    }

    /** How many tasks do not count. */
    public int getWasted() {
        return wasted;
    }

    /** Of how many tasks it is not known what they measured. */
    public int getLost() {
        return lost;
    }

    /** What the tasks that count measured, in the wire form, as base 64. */
    public String getTree() {
        return tree;
    }

    /** What the others measured. */
    public String getWastedTree() {
        return wastedTree;
    }
}
