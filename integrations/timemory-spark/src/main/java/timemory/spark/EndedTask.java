package timemory.spark;

import java.util.List;
import timemory.export.data.UnreadableResultsException;
import timemory.export.tasks.TaskResults;
import timemory.live.Capture;
import timemory.results.Results;

/**
 * A task that has ended.
 *
 * @param stage the number of its stage
 * @param attempt which of the stage's attempts it was part of
 * @param id its number, unique in the application
 * @param succeeded whether it succeeded, as far as the executor knows
 * @param nanoseconds how long it took
 * @param end when it ended, by the monotonic clock
 * @param tree what it measured
 * @param capture has what was sampled in it, once that has been read
 */
record EndedTask(int stage, int attempt, long id, boolean succeeded, long nanoseconds, long end, TaskTree tree, Capture capture) {

    /** With what was sampled in it, as far as that has been read. */
    EndedTask withSamples() throws UnreadableResultsException {
        Results samples = capture.samples();
        if (samples == null) return this;
        byte[] bytes = TaskResults.encode(samples);
        if (!tree.isEmpty()) bytes = TaskResults.withInside(tree.bytes(), List.of(), List.of(bytes));
        return new EndedTask(stage, attempt, id, succeeded, nanoseconds, end, new TaskTree(tree.partition(), bytes), capture);
    }
}
