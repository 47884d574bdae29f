package timemory.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.TaskContext;
import org.jspecify.annotations.Nullable;
import timemory.OpenRegion;
import timemory.Quantity;
import timemory.bundle.RuntimeBundle;
import timemory.export.data.UnreadableResultsException;
import timemory.export.tasks.TaskResults;
import timemory.live.Capture;
import timemory.results.CallGraph;
import timemory.results.CallGraphNode;
import timemory.results.Results;
import timemory.spi.Problems;

/**
 * A running task: its region, recorded separately from everything else that the executor measures. Used only by the thread that runs it,
 * except for {@link #take}.
 */
final class RunningTask {
    static final String LABEL = "task";

    final int stage;
    final int attempt;
    final long id;
    private final int partition;
    private final Capture capture;
    private final AutoCloseable entered;
    private final OpenRegion region;
    private final List<byte[]> parts = new ArrayList<>();
    private boolean isOver;

    private RunningTask(TaskContext context, Capture capture, RuntimeBundle bundle) {
        stage = context.stageId();
        attempt = context.stageAttemptNumber();
        id = context.taskAttemptId();
        partition = context.partitionId();
        this.capture = capture;
        entered = capture.enter();
        try {
            region = bundle.open(LABEL);
        } catch (Throwable failure) {
            leave();
            throw failure;
        }
    }

    private void leave() {
        try {
            entered.close();
        } catch (Exception exception) {
            throw new IllegalStateException(exception); // it only leaves a frame
        }
    }

    /** Starts measuring the task of {@code context} on the calling thread; {@code null} if nothing is measured. */
    static @Nullable RunningTask begin(TaskContext context, RuntimeBundle bundle) {
        Capture capture = Capture.begin(true);
        return capture == null ? null : new RunningTask(context, capture, bundle);
    }

    /** Takes its Python measurements; returns {@code false} if it has ended. Thread-safe. */
    boolean take(byte[] results) {
        synchronized (parts) {
            if (isOver) return false;
            parts.add(results);
            return true;
        }
    }

    /** Ends the task, and returns its measurements. */
    EndedTask end(boolean succeeded) {
        String left = capture.leftOpen(LABEL);
        Results results = left != null && capture.canEndWithOutermost() ? endedWithOpenRegions() : ended();
        if (left != null) {
            Problems.reportProblem("spark left open",
                    "a task left region '" + left + "' open: its lap counts until the end of the task. "
                            + "Close it in a finally block or with try-with-resources");
        }
        byte[] bytes = results.getGraphs().isEmpty() ? TaskTree.NONE.bytes() : TaskResults.encode(results);
        synchronized (parts) {
            isOver = true;
            if (!parts.isEmpty() && bytes.length > 0) bytes = withParts(bytes);
        }
        return new EndedTask(stage, attempt, id, succeeded, timeOf(results), System.nanoTime(), new TaskTree(partition, bytes), capture);
    }

    private Results ended() {
        Results results;
        try {
            region.closeWithInner();
        } finally {
            leave();
            results = capture.end();
        }
        return results;
    }

    /** Reads all regions before any is closed, so that no region exceeds its parent. */
    private Results endedWithOpenRegions() {
        try {
            return capture.endWithOutermost();
        } finally {
            try {
                region.closeWithInner();
            } finally {
                leave();
            }
        }
    }

    private byte[] withParts(byte[] bytes) {
        try {
            return TaskResults.withInside(bytes, List.of(LABEL), parts);
        } catch (UnreadableResultsException failure) {
            Problems.reportProblem("spark python", "Python's results in a task are lost: " + failure.getMessage());
            return bytes;
        }
    }

    /** Returns the duration of the task, from the first component of {@code results} that measures time; 0 if none does. */
    private static long timeOf(Results results) {
        for (CallGraph graph : results.getGraphs()) {
            CallGraphNode task = graph.find(LABEL);
            Long sum = task == null ? null : task.getInclusive().getExactSum();
            if (graph.getType().getQuantity() == Quantity.TIME && sum != null) return sum;
        }
        return 0;
    }
}
