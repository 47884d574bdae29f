package timemory.spark.programs;

import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import timemory.Bundles;
import timemory.OpenRegion;
import timemory.Timemory;
import timemory.bundle.RuntimeBundle;

/** Unusual things that applications do, one after another. Its arguments are pairs of what to do and a folder. */
public final class UnusualProgram {
    private static final RuntimeBundle WALL = Bundles.of("wall_clock");
    private static final int PARTITIONS = 8;

    private UnusualProgram() {}

    private static SparkConf conf(String output) {
        return new SparkConf()
                .setMaster("local[2]")
                .setAppName("unusual")
                .set("spark.ui.enabled", "false")
                .set("spark.plugins", "timemory.spark.TimemoryPlugin")
                .set("spark.timemory.output", output)
                .set("spark.timemory.formats", "compact")
                .set("spark.timemory.interval", "200ms");
    }

    private static JavaRDD<Integer> numbers(JavaSparkContext spark) {
        return spark.parallelize(IntStream.range(0, 80).boxed().toList(), PARTITIONS);
    }

    private static Iterator<Integer> leavingARegionOpen(Iterator<Integer> numbers) {
        WALL.open("left");
        try (OpenRegion inside = WALL.open("closed")) {
            return List.of(1).iterator();
        }
    }

    /** Jobs of a thread that measured before the application started, in two consecutive applications. */
    private static void early(String output) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            Timemory.init();
            pool.submit(() -> WALL.open("before").close()).get();
            for (String name : List.of("first", "second")) {
                try (JavaSparkContext spark = new JavaSparkContext(conf(output + "/" + name))) {
                    pool.submit(() -> {
                        try (OpenRegion region = WALL.open(name)) {
                            return numbers(spark).count();
                        }
                    }).get();
                }
            }
        } finally {
            pool.shutdown();
        }
    }

    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < arguments.length; i += 2) {
            System.out.println("application: " + arguments[i]);
            run(arguments[i], arguments[i + 1]);
            System.out.println("application: " + arguments[i] + " has ended");
        }
    }

    private static void run(String application, String output) throws Exception {
        switch (application) {
            case "early" -> early(output);
            case "left" -> {
                try (JavaSparkContext spark = new JavaSparkContext(conf(output))) {
                    numbers(spark).mapPartitions(UnusualProgram::leavingARegionOpen).count();
                }
            }
            case "count" -> {
                try (JavaSparkContext spark = new JavaSparkContext(conf(output))) {
                    numbers(spark).count();
                }
            }
            case "refused" -> {
                try (JavaSparkContext spark = new JavaSparkContext(conf(output).setMaster("nowhere"))) {
                    throw new AssertionError("started");
                } catch (Exception expected) {
                    System.out.println("refused");
                }
            }
            default -> throw new IllegalArgumentException(application);
        }
    }
}
