package timemory.spark;

import java.util.HashMap;
import java.util.Map;

/** Of a stage, the task that succeeded last for each partition, over all of the stage's attempts. */
final class Successes {
    private final Map<Integer, StageRun.Task> byPartition = new HashMap<>();

    /** {@code task} has succeeded for {@code partition}: returns the one before; {@code null} for none. */
    StageRun.Task put(int partition, StageRun.Task task) {
        return byPartition.put(partition, task);
    }
}
