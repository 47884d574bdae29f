package timemory.spark;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tasks of one attempt of a stage that one executor ran and that had the same outcome, with their merged results.
 *
 * @param stage the number of the stage
 * @param attempt its attempt
 * @param succeeded whether they succeeded, as far as the executor knows
 * @param tasks their task IDs, which are unique in an application
 * @param tree their measurements, merged
 * @param slowest the slowest task; {@code null} if unknown
 */
record TaskGroup(int stage, int attempt, boolean succeeded, List<Long> tasks, TaskTree tree, @Nullable SlowTask slowest) {
    /** More tasks than an executor reports at once in a group. */
    private static final int MAX_TASKS = 1_000_000;

    void write(DataOutputStream out) throws IOException {
        out.writeInt(stage);
        out.writeInt(attempt);
        out.writeBoolean(succeeded);
        out.writeInt(tasks.size());
        for (long task : tasks) {
            out.writeLong(task);
        }
        write(tree, out);
        out.writeBoolean(slowest != null);
        if (slowest == null) return;
        out.writeLong(slowest.task());
        out.writeLong(slowest.nanoseconds());
        write(slowest.tree(), out);
    }

    static TaskGroup read(DataInputStream in) throws IOException {
        int stage = in.readInt();
        int attempt = in.readInt();
        boolean succeeded = in.readBoolean();
        Long[] tasks = new Long[Report.count(in, MAX_TASKS, "tasks")];
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = in.readLong();
        }
        TaskTree tree = readTree(in);
        SlowTask slowest = in.readBoolean() ? new SlowTask(in.readLong(), in.readLong(), readTree(in)) : null;
        return new TaskGroup(stage, attempt, succeeded, List.of(tasks), tree, slowest);
    }

    private static void write(TaskTree tree, DataOutputStream out) throws IOException {
        out.writeInt(tree.partition());
        out.writeInt(tree.bytes().length);
        out.write(tree.bytes());
    }

    private static TaskTree readTree(DataInputStream in) throws IOException {
        return new TaskTree(in.readInt(), Report.bytes(in));
    }
}
