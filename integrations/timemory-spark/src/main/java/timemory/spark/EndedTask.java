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
 * @param attempt the attempt of the stage that it was part of
 * @param id its task ID, unique in the application
 * @param succeeded whether it succeeded, as far as the executor knows
 * @param nanoseconds its duration
 * @param end when it ended, on the monotonic clock
 * @param tree its measurements
 * @param capture provides its samples, once they have been read
 */
record EndedTask(int stage, int attempt, long id, boolean succeeded, long nanoseconds, long end, TaskTree tree, Capture capture) {

    /** Returns the task including its samples, as far as they have been read. */
    EndedTask withSamples() throws UnreadableResultsException {
        Results samples = capture.samples();
        if (samples == null) return this;
        byte[] bytes = TaskResults.encode(samples);
        if (!tree.isEmpty()) bytes = TaskResults.withInside(tree.bytes(), List.of(), List.of(bytes));
        return new EndedTask(stage, attempt, id, succeeded, nanoseconds, end, new TaskTree(tree.partition(), bytes), capture);
    }
}
