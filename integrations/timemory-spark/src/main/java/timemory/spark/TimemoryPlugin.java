package timemory.spark;

import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;
import timemory.ExperimentalTimemoryApi;

/**
 * Has the tasks of a Spark application measured, by {@code spark.plugins=timemory.spark.TimemoryPlugin}: each task is a region, the regions
 * that its code opens hang below it, and all of that hangs below the stage, the job and the region of the driver that was open when it asked
 * for the job. The results are written when the application ends, to {@code spark.timemory.output}.
 *
 * <p>What is measured is counted apart as useful and wasted, where tasks failed, were killed or lost to a copy of theirs, and tasks of which
 * nothing came back, as those of executors that were lost, are counted as lost.
 *
 * <p>Spark makes an object of this class by itself. Whatever fails in it is reported, and never fails a task.
 */
@ExperimentalTimemoryApi
public final class TimemoryPlugin implements SparkPlugin {
    /** For Spark. */
    public TimemoryPlugin() {}

    @Override
    public DriverPlugin driverPlugin() {
        return new DriverSide();
    }

    @Override
    public ExecutorPlugin executorPlugin() {
        return new ExecutorSide();
    }
}
