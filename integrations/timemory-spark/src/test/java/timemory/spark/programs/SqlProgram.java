package timemory.spark.programs;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.DataTypes;
import timemory.Bundles;
import timemory.OpenRegion;
import timemory.bundle.RuntimeBundle;

/** A query with a user-defined function, and a stream of three batches. Its arguments are a folder for the results and one for data. */
public final class SqlProgram {
    private static final RuntimeBundle WALL = Bundles.of("wall_clock");

    private SqlProgram() {}

    private static long scored(long number) {
        try (OpenRegion region = WALL.open("score")) {
            return number * number;
        }
    }

    public static void main(String[] arguments) throws Exception {
        try (OpenRegion main = WALL.open("main");
                SparkSession spark = SparkSession.builder()
                        .master("local[2]")
                        .appName("sql")
                        .config("spark.ui.enabled", "false")
                        .config("spark.sql.shuffle.partitions", "4")
                        .config("spark.plugins", "timemory.spark.TimemoryPlugin")
                        .config("spark.timemory.output", arguments[0])
                        .config("spark.timemory.formats", "compact,text")
                        .config("spark.timemory.components", "wall_clock,thread_allocated_bytes")
                        .config("spark.timemory.componentz", "wall_clock")
                        .getOrCreate()) {
            try (OpenRegion region = WALL.open("query")) {
                Dataset<Row> numbers = spark.range(0, 1_000, 1, 4)
                        .withColumn("score", udf((Long number) -> scored(number), DataTypes.LongType).apply(col("id")));
                long groups = numbers.groupBy(col("score").mod(10)).count().collectAsList().size();
                if (groups != 6) throw new AssertionError(groups + " groups");
            }
            Path data = Path.of(arguments[1]);
            for (int file = 0; file < 3; file++) {
                Files.writeString(data.resolve("words-" + file + ".txt"), "one two three\nfour five\n");
            }
            try (OpenRegion region = WALL.open("streams")) {
                var query = spark.readStream().option("maxFilesPerTrigger", 1).text(data.toString())
                        .writeStream().queryName("words").format("noop").trigger(Trigger.AvailableNow())
                        .option("checkpointLocation", arguments[0] + "-checkpoint").start();
                query.awaitTermination();
            }
        }
    }
}
