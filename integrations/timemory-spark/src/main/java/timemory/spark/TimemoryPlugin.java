package timemory.spark;

import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;
import timemory.ExperimentalTimemoryApi;

/**
 * Measures the tasks of a Spark application, with {@code spark.plugins=timemory.spark.TimemoryPlugin}: each task is a region with the
 * regions of its code below it, and all of them are below the stage, the job and the driver's region that submitted the job. The results
 * are written when the application ends, to {@code spark.timemory.output}.
 *
 * <p>Useful and wasted work are counted separately: wasted tasks failed, were killed or lost to a copy. Tasks whose measurements never
 * arrive, such as those of lost executors, are counted as lost.
 *
 * <p>Spark creates an object of this class itself. Errors in it are reported, and never fail a task.
 */
@ExperimentalTimemoryApi
public final class TimemoryPlugin implements SparkPlugin {
    /** Called by Spark. */
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
