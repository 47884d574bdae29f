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
 * The measurements of the tasks of one run of a stage, for the history server: an event in Spark's log, which Spark deserializes by its
 * properties, and the entry that the server keeps. Only for Spark.
 */
public final class StageMeasured implements SparkListenerEvent {
    /** The maximum for both trees, which base64 increases by a third: a larger event is too much for a log with one per stage. */
    private static final int MAX_BYTES = 66_000;

    /** The maximum for the tree of tasks that do not count. */
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
     * Called by Spark.
     *
     * @param key the key under which it is stored
     * @param path its call path, which ends with the label of the stage
     * @param nanoseconds the duration
     * @param useful how many tasks count
     * @param wasted how many do not
     * @param lost the number whose measurements are lost
     * @param tree the measurements of the tasks that count, in the wire format, as base64
     * @param wastedTree the same for the others
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
     * Creates the event of {@code stage}, number {@code number} of the application.
     *
     * @throws UnreadableResultsException if the measurements of its tasks cannot be read
     */
    static StageMeasured of(int number, StageTotals stage) throws UnreadableResultsException {
        long nanoseconds = Arrays.stream(stage.laps()).sum();
        byte[] wasted = bounded(stage.wasted(), MAX_WASTED_BYTES);
        byte[] useful = bounded(stage.useful(), MAX_BYTES - wasted.length);
        return new StageMeasured(Integer.toString(number), stage.path(), nanoseconds, stage.usefulTasks(), stage.wastedTasks(),
                stage.lostTasks(), Base64.getEncoder().encodeToString(useful), Base64.getEncoder().encodeToString(wasted));
    }

    /** Returns {@code tree}, with regions folded until it has at most {@code most} bytes. */
    private static byte[] bounded(TaskTree tree, int most) throws UnreadableResultsException {
        byte[] bytes = tree.bytes();
        for (int maxNodes = FIRST_NODES; bytes.length > most; maxNodes /= 2) {
            if (maxNodes == 0)
                throw new UnreadableResultsException("results of its tasks have " + bytes.length + " bytes even after merging",
                        null);
            bytes = TaskResults.merge(List.of(tree.bytes()), new int[] {tree.partition()}, maxNodes);
        }
        return bytes;
    }

    /** Returns it as totals of a stage, with a single executor. */
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

    /** Returns the key under which it is stored. */
    @KVIndex
    public String getKey() {
        return key;
    }

    /** Returns its call path, which ends with the label of the stage. */
    public List<String> getPath() {
        return path;
    }

    /** Returns the duration. */
    public long getNanoseconds() {
        return nanoseconds;
    }

    /** Returns how many tasks count. */
    public int getUseful() {
        return useful;
    }

    /** Returns how many tasks do not count. */
    public int getWasted() {
        return wasted;
    }

    /** Returns the number of tasks whose measurements are lost. */
    public int getLost() {
        return lost;
    }

    /** Returns the measurements of the tasks that count, in the wire format, as base64. */
    public String getTree() {
        return tree;
    }

    /** Returns the measurements of the other tasks, in the wire format, as base64. */
    public String getWastedTree() {
        return wastedTree;
    }
}
