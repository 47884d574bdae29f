package samples.spark;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;
import timemory.Bundles;
import timemory.OpenRegion;
import timemory.WallClock;
import timemory.bundle.Bundle1;

/**
 * Joins orders with their customers and computes a score for each. One customer has more orders than all others together, so the task that
 * processes its partition has most of the work: the most common reason why a cluster job takes long.
 *
 * <p>What to look for: in the stage with the join, {@code TASK MAX} of {@code score} is many times the median, and its number is the
 * partition of that customer; {@code slowest}, next to the results, contains only that task. The number of laps of {@code score} is the
 * number of orders, which the job also counts itself.
 *
 * <p>{@code SkewedJoin.kt} is the same in Kotlin.
 */
public final class SkewedJoin {
    private static final int CUSTOMERS = 1_000;
    private static final int ORDERS = 40_000;
    private static final int PARTITIONS = 16;

    private static final Bundle1<WallClock> TOOLS = Bundles.of(WallClock.class);

    private SkewedJoin() {}

    /** The orders of one partition: customer and amount. Two out of three are from customer 7. */
    private static Iterator<Tuple2<Integer, Integer>> orders(int partition) {
        try (OpenRegion region = TOOLS.open("read")) {
            Random random = new Random(partition);
            List<Tuple2<Integer, Integer>> orders = new ArrayList<>();
            for (int i = 0; i < ORDERS / PARTITIONS; i++) {
                int customer = random.nextInt(3) == 0 ? random.nextInt(CUSTOMERS) : 7;
                orders.add(new Tuple2<>(customer, 1 + random.nextInt(500)));
            }
            return orders.iterator();
        }
    }

    /** A few tens of microseconds of work. */
    private static long score(String customer, int amount) {
        try (OpenRegion region = TOOLS.open("score")) {
            long score = amount;
            for (int i = 0; i < 20_000; i++) {
                score = score * 31 + customer.charAt(i % customer.length());
            }
            return Math.floorMod(score, 100);
        }
    }

    /** The first argument is the master, if spark-submit does not set it. */
    public static void main(String[] arguments) {
        SparkConf conf = new SparkConf().setAppName("skewed join").setIfMissing("spark.plugins", "timemory.spark.TimemoryPlugin");
        if (arguments.length > 0) conf.setMaster(arguments[0]);
        try (JavaSparkContext spark = new JavaSparkContext(conf); OpenRegion etl = TOOLS.open("etl")) {
            JavaPairRDD<Integer, String> customers = spark
                    .parallelize(IntStream.range(0, CUSTOMERS).boxed().toList(), 4)
                    .mapToPair(customer -> new Tuple2<>(customer, "customer " + customer));
            JavaPairRDD<Integer, Integer> orders = spark
                    .parallelize(IntStream.range(0, PARTITIONS).boxed().toList(), PARTITIONS)
                    .flatMapToPair(SkewedJoin::orders);
            try (OpenRegion region = TOOLS.open("score orders")) {
                long scored = orders.join(customers, PARTITIONS)
                        .map(joined -> score(joined._2._2, joined._2._1))
                        .aggregate(0L, (count, score) -> count + 1, Long::sum);
                System.out.println(scored + " orders were scored");
            }
        }
    }
}
