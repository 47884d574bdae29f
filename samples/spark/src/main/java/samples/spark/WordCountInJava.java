package samples.spark;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;
import timemory.Bundles;
import timemory.OpenRegion;
import timemory.WallClock;
import timemory.bundle.Bundle1;

/** Counts the words of real text on a cluster: the same as {@code WordCount.kt}, which says what to look for. */
public final class WordCountInJava {
    private static final Bundle1<WallClock> TOOLS = Bundles.of(WallClock.class);

    private WordCountInJava() {}

    private static List<String> wordsOf(String line) {
        try (OpenRegion region = TOOLS.open("split")) {
            return Arrays.stream(line.toLowerCase().split("[^a-z]+")).filter(word -> !word.isEmpty()).toList();
        }
    }

    /** The first argument names the files. The second is the master, if spark-submit does not set it. */
    public static void main(String[] arguments) {
        SparkConf conf = new SparkConf().setAppName("word count").setIfMissing("spark.plugins", "timemory.spark.TimemoryPlugin");
        if (arguments.length > 1) conf.setMaster(arguments[1]);
        try (JavaSparkContext spark = new JavaSparkContext(conf); OpenRegion region = TOOLS.open("count words")) {
            List<Tuple2<String, Integer>> counts = spark.textFile(arguments[0], 4)
                    .flatMap(line -> wordsOf(line).iterator())
                    .mapToPair(word -> new Tuple2<>(word, 1))
                    .reduceByKey(Integer::sum)
                    .collect();
            String most = counts.stream()
                    .sorted(Comparator.comparing((Tuple2<String, Integer> count) -> -count._2))
                    .limit(3)
                    .map(count -> "'" + count._1 + "' " + count._2 + " times")
                    .collect(Collectors.joining(", "));
            System.out.println(counts.stream().mapToInt(count -> count._2).sum() + " words in " + arguments[0] + ": " + most);
        }
    }
}
