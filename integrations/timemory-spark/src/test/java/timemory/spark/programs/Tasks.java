package timemory.spark.programs;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.SparkPlugin;
import timemory.Bundles;
import timemory.OpenRegion;
import timemory.bundle.RuntimeBundle;

/**
 * The overhead for jobs of many empty tasks, for bin/bench-spark. Its arguments are a master, the number of tasks, the number of regions
 * per task, the number of jobs, and one of {@code none}, {@code empty} and {@code measured}; further ones are settings. It prints the
 * median time and the processor time of a job, in milliseconds, and the heap in use after the last one, in kilobytes.
 */
public final class Tasks {
    private static final RuntimeBundle TOOLS = Bundles.of("wall_clock,thread_cpu_clock,thread_allocated_bytes");
    private static final int WARM_UP = 2;

    private Tasks() {}

    /** A plugin that does nothing. */
    public static final class Empty implements SparkPlugin {
        @Override
        public DriverPlugin driverPlugin() {
            return new DriverPlugin() {};
        }

        @Override
        public ExecutorPlugin executorPlugin() {
            return new ExecutorPlugin() {};
        }
    }

    private static int work(int number, int regions) {
        for (int i = 0; i < regions; i++) {
            try (OpenRegion region = TOOLS.open(NAMES.get(i))) {
                number += i;
            }
        }
        return number;
    }

    private static final List<String> NAMES = IntStream.range(0, 1_000).mapToObj(i -> "region " + i).toList();

    public static void main(String[] arguments) throws Exception {
        int tasks = Integer.parseInt(arguments[1]);
        int regions = Integer.parseInt(arguments[2]);
        int jobs = Integer.parseInt(arguments[3]);
        String plugin = switch (arguments[4]) {
            case "none" -> "";
            case "empty" -> Empty.class.getName();
            default -> "timemory.spark.TimemoryPlugin";
        };
        SparkConf conf = new SparkConf()
                .setMaster(arguments[0])
                .setAppName("tasks")
                .set("spark.ui.enabled", "false")
                .set("spark.log.level", "ERROR")
                .set("spark.plugins", plugin)
                .set("spark.timemory.formats", "compact")
                .set("spark.executor.extraClassPath", System.getProperty("own", ""));
        for (int i = 5; i < arguments.length; i++) {
            String[] setting = arguments[i].split("=", 2);
            conf.set(setting[0], setting[1]);
        }
        try (JavaSparkContext spark = new JavaSparkContext(conf)) {
            JavaRDD<Integer> numbers = spark.parallelize(IntStream.range(0, tasks).boxed().toList(), tasks);
            double[] times = new double[jobs];
            double[] processor = new double[jobs];
            for (int job = -Math.min(WARM_UP, jobs); job < jobs; job++) {
                long cpu = cpu();
                long begin = System.nanoTime();
                numbers.map(number -> work(number, regions)).count();
                if (job < 0) continue;
                times[job] = (System.nanoTime() - begin) / 1e6;
                processor[job] = (cpu() - cpu) / 1e6;
            }
            Thread.sleep(3_000);
            System.gc();
            long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1024;
            System.out.printf("tasks: %.0f %.0f %d%n", median(times), median(processor), heap);
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static long cpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
