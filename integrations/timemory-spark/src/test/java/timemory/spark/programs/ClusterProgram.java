package timemory.spark.programs;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.spark.Resubmitted$;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkEnv;
import org.apache.spark.Success$;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import scala.Tuple2;
import timemory.Bundles;
import timemory.OpenRegion;
import timemory.bundle.RuntimeBundle;

/**
 * Jobs on a cluster, some of whose executors and workers fail. Its arguments are a master, a folder for the results, one for marks, what to
 * do, and further settings. It prints Spark's own numbers about its tasks.
 */
public final class ClusterProgram {
    private static final RuntimeBundle WALL = Bundles.of("wall_clock");

    private ClusterProgram() {}

    /** Counts ended tasks by outcome. */
    private static final class Truth extends SparkListener {
        private final Map<String, Integer> ends = new TreeMap<>();

        @Override
        public synchronized void onTaskEnd(SparkListenerTaskEnd event) {
            String how =
                    event.reason() == Success$.MODULE$ ? "succeeded" : event.reason() == Resubmitted$.MODULE$ ? "resubmitted" : "failed";
            ends.merge(how, 1, Integer::sum);
        }

        private synchronized void print() {
            ends.forEach((how, count) -> System.out.println("truth: " + how + "=" + count));
        }
    }

    private static Iterator<Integer> parsed(Iterator<Integer> numbers, int milliseconds) {
        List<Integer> all = new ArrayList<>();
        while (numbers.hasNext()) {
            try (OpenRegion region = WALL.open("parse")) {
                all.add(numbers.next() * 2);
                Thread.sleep(milliseconds);
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        }
        return all.iterator();
    }

    /** Works for some tenths of a second. */
    private static Iterator<Integer> computed(Iterator<Integer> numbers) {
        List<Integer> all = new ArrayList<>();
        while (numbers.hasNext()) {
            double sum = numbers.next();
            for (int i = 0; i < 10_000_000; i++) {
                sum += Math.sqrt(sum + i);
            }
            all.add((int) sum);
        }
        return all.iterator();
    }

    /** Returns whether the caller is the first to get here. */
    private static boolean isFirst(String marks, String what) throws IOException {
        try {
            Files.createFile(Path.of(marks, what));
            return true;
        } catch (FileAlreadyExistsException ignored) {
            return false;
        }
    }

    private static void work(JavaSparkContext spark, String marks, String what) throws InterruptedException {
        JavaRDD<Integer> numbers = spark.parallelize(IntStream.range(0, 200).boxed().toList(), 20);
        switch (what) {
            case "plain" -> check(200, numbers.mapPartitions(all -> parsed(all, 2)).count());
            case "busy" -> check(200, numbers.mapPartitions(all -> {
                try (OpenRegion region = WALL.open("compute")) {
                    return computed(all);
                }
            }).count());
            case "wait" -> {
                check(200, numbers.mapPartitions(all -> parsed(all, 2)).count());
                while (!Files.exists(Path.of(marks, "go"))) {
                    Thread.sleep(20);
                }
            }
            case "halt" -> check(200, numbers.mapPartitions(all -> {
                if (TaskContext.get().partitionId() >= 12 && isFirst(marks, "halted")) Runtime.getRuntime().halt(7);
                return parsed(all, 2);
            }).count());
            case "shuffle" -> {
                JavaPairRDD<Integer, Integer> sums = numbers.mapPartitions(all -> parsed(all, 2))
                        .mapToPair(number -> new Tuple2<>(number % 7, 1)).reduceByKey(Integer::sum, 5);
                check(7, sums.mapPartitions(all -> {
                    // Its executor's map output is lost with it, and has to be computed again.
                    if (TaskContext.get().partitionId() == 3 && isFirst(marks, "halted once more")) Runtime.getRuntime().halt(7);
                    try (OpenRegion region = WALL.open("reduce")) {
                        return all;
                    }
                }).count());
            }
            case "worker" -> check(200, numbers.mapPartitions(all -> {
                isFirst(marks, "kill " + SparkEnv.get().executorId());
                return parsed(all, 40);
            }).count());
            case "speculation" -> check(200, numbers.mapPartitions(all -> {
                boolean isSlow = TaskContext.get().partitionId() == 5 && SparkEnv.get().executorId().equals(firstExecutor(marks));
                return parsed(all, isSlow ? 1_000 : 2);
            }).count());
            default -> throw new IllegalArgumentException(what);
        }
    }

    /** Returns the executor that gets the task to be copied. */
    private static String firstExecutor(String marks) throws IOException {
        Path mark = Path.of(marks, "slow");
        try {
            Files.writeString(mark, SparkEnv.get().executorId(), java.nio.file.StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException ignored) {
            // it is known already
        }
        return Files.readString(mark);
    }

    public static void main(String[] arguments) throws Exception {
        SparkConf conf = new SparkConf()
                .setMaster(arguments[0])
                .setAppName("cluster")
                .set("spark.ui.enabled", "false")
                .set("spark.plugins", "timemory.spark.TimemoryPlugin")
                .set("spark.timemory.output", arguments[1])
                .set("spark.timemory.formats", "compact,text")
                .set("spark.timemory.interval", "100ms")
                .set("spark.locality.wait", "0")
                .set("spark.executor.extraClassPath", System.getProperty("own"))
                .set("spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED");
        for (int i = 4; i < arguments.length; i++) {
            String[] setting = arguments[i].split("=", 2);
            conf.set(setting[0], setting[1]);
        }
        Truth truth = new Truth();
        try (OpenRegion main = WALL.open("main"); JavaSparkContext spark = new JavaSparkContext(conf)) {
            spark.sc().addSparkListener(truth);
            for (String what : arguments[3].split(",")) {
                try (OpenRegion region = WALL.open(what)) {
                    work(spark, arguments[2], what);
                }
            }
        }
        truth.print();
    }

    private static void check(long expected, long value) {
        if (expected != value) throw new AssertionError(expected + " expected, and there are " + value);
    }
}
