package timemory.spark.programs;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;
import timemory.Bundles;
import timemory.OpenRegion;
import timemory.bundle.RuntimeBundle;

/** Jobs with known numbers of tasks and laps. Its arguments are a master and a folder. */
public final class LocalProgram {
    private static final RuntimeBundle WALL = Bundles.of("wall_clock");

    private LocalProgram() {}

    /** Runs one lap of {@code parse} for each number. */
    private static Iterator<Integer> parsed(Iterator<Integer> numbers) {
        List<Integer> all = new ArrayList<>();
        while (numbers.hasNext()) {
            try (OpenRegion region = WALL.open("parse")) {
                all.add(numbers.next() * 2);
            }
        }
        return all.iterator();
    }

    private static Iterator<Integer> failingOnce(Iterator<Integer> numbers) {
        try (OpenRegion region = WALL.open("fragile")) {
            TaskContext context = TaskContext.get();
            if (context.partitionId() == 2 && context.attemptNumber() == 0) throw new IllegalStateException("as it is meant to");
            return parsed(numbers);
        }
    }

    public static void main(String[] arguments) throws Exception {
        SparkConf conf = new SparkConf()
                .setMaster(arguments[0])
                .setAppName("local")
                .set("spark.ui.enabled", "false")
                .set("spark.plugins", "timemory.spark.TimemoryPlugin")
                .set("spark.timemory.output", arguments[1])
                .set("spark.timemory.formats", "compact,text,html,json,csv")
                .set("spark.timemory.interval", "200ms");
        for (int i = 2; i < arguments.length; i++) {
            String[] setting = arguments[i].split("=", 2);
            conf.set(setting[0], setting[1]);
        }
        try (OpenRegion main = WALL.open("main"); JavaSparkContext spark = new JavaSparkContext(conf)) {
            JavaRDD<Integer> numbers = spark.parallelize(IntStream.range(0, 80).boxed().toList(), 8);
            try (OpenRegion etl = WALL.open("etl")) {
                check(80, numbers.mapPartitions(LocalProgram::parsed).count());
                check(80, numbers.mapPartitions(LocalProgram::parsed).count());
            }
            try (OpenRegion etl = WALL.open("retried")) {
                check(80, numbers.mapPartitions(LocalProgram::failingOnce).count());
            }
            try (OpenRegion etl = WALL.open("shuffled")) {
                JavaPairRDD<Integer, Integer> sums = numbers.mapPartitions(LocalProgram::parsed)
                        .mapToPair(number -> new Tuple2<>(number % 5, 1)).reduceByKey(Integer::sum, 3);
                check(5, sums.count());
                check(5, sums.collect().size()); // its first stage is skipped
            }
            Thread other = new Thread(() -> {
                try (OpenRegion own = WALL.open("own")) {
                    check(80, numbers.mapPartitions(LocalProgram::parsed).count());
                }
            });
            other.start();
            other.join();
        }
    }

    private static void check(long expected, long value) {
        if (expected != value) throw new AssertionError(expected + " expected, and there are " + value);
    }
}
