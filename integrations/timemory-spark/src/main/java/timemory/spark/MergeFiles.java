package timemory.spark;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.CollectionAccumulator;
import org.apache.spark.util.SerializableConfiguration;
import scala.Tuple2;
import timemory.ExperimentalTimemoryApi;
import timemory.export.data.UnreadableResultsException;
import timemory.export.wire.WireResults;
import timemory.export.wire.internal.WireFiles;

/**
 * Merges the results of many processes on a cluster, such as a million {@code results.tmy} files that a job left in object storage. It does
 * the same as {@code timemory merge} on one machine, which is simpler for up to some ten thousand files.
 * <pre>
 * spark-submit --class timemory.spark.MergeFiles timemory-spark.jar s3a://bucket/merged.tmy s3a://bucket/run/*.tmy
 * </pre>
 *
 * <p>Files must be in the wire form ({@code OUTPUT_FORMATS=wire}), gzip-compressed or not. Each executor merges the files that it reads,
 * and the results are merged in a tree. A process without a rank from its launcher gets its index among the files, sorted by name. Files
 * that cannot be read are skipped and listed; the exit status is then 1.
 */
@ExperimentalTimemoryApi
public final class MergeFiles {
    private static final int FILES_OF_A_PARTITION = 256;
    private static final int BATCH = 64;
    private static final int MAX_SHOWN = 20;

    /** A larger file, compressed or not, was not written by a process. */
    private static final int MAX_BYTES = 512 << 20;

    /** Two levels handle 256 x 256 partitions. */
    private static final int MAX_ONE_LEVEL_PARTITIONS = 64;

    private MergeFiles() {}

    /**
     * Returns the merged {@code files} in the wire form.
     *
     * @param files paths in any file system that Spark supports, with patterns
     * @param unreadable receives a sentence for each skipped file
     * @param maxNodes the maximum number of nodes of a component: beyond it, the deepest and smallest are folded into nodes {@code
     * (others)}
     * @throws IllegalArgumentException if no file can be read
     * @throws IOException if files cannot be listed
     */
    public static byte[] merge(JavaSparkContext spark, String files, CollectionAccumulator<String> unreadable, int maxNodes)
            throws IOException {
        List<Tuple2<String, Integer>> names = names(spark.hadoopConfiguration(), files);
        if (names.isEmpty()) throw new IllegalArgumentException("there are no files " + files);
        int partitions = (names.size() + FILES_OF_A_PARTITION - 1) / FILES_OF_A_PARTITION;
        Broadcast<SerializableConfiguration> configuration = spark.broadcast(new SerializableConfiguration(spark.hadoopConfiguration()));
        JavaRDD<byte[]> merged = spark
                .parallelize(names, partitions)
                .mapPartitions(some -> merged(some, configuration.value().value(), unreadable, maxNodes))
                .cache();
        try {
            if (merged.isEmpty()) throw new IllegalArgumentException("none of the " + names.size() + " files " + files + " can be read");
            return merged.treeReduce((one, other) -> merged(List.of(one, other), maxNodes), partitions < MAX_ONE_LEVEL_PARTITIONS ? 2 : 3);
        } finally {
            merged.unpersist();
        }
    }

    /**
     * Returns the files that {@code files} matches, sorted by name, each with its index. Only names are sent to executors: Spark's own
     * {@code binaryFiles} sends the file system's configuration with each file.
     */
    private static List<Tuple2<String, Integer>> names(Configuration configuration, String files) throws IOException {
        List<String> names = new ArrayList<>();
        for (String one : files.split(",")) {
            Path path = new Path(one);
            FileSystem system = path.getFileSystem(configuration);
            FileStatus[] found = system.globStatus(path);
            if (found == null) continue; // a plain name, not a pattern, and no such file exists
            for (FileStatus status : found) {
                if (status.isFile()) names.add(status.getPath().toString());
                else for (FileStatus inside : system.listStatus(status.getPath())) addVisible(inside, names);
            }
        }
        names.sort(null);
        List<Tuple2<String, Integer>> numbered = new ArrayList<>(names.size());
        for (String name : names) numbered.add(new Tuple2<>(name, numbered.size()));
        return numbered;
    }

    /** Names that start with a dot or an underscore are bookkeeping of the tool that wrote the folder. */
    private static void addVisible(FileStatus status, List<String> names) {
        String name = status.getPath().getName();
        if (status.isFile() && !name.startsWith(".") && !name.startsWith("_")) names.add(status.getPath().toString());
    }

    private static Iterator<byte[]> merged(
            Iterator<Tuple2<String, Integer>> files, Configuration configuration, CollectionAccumulator<String> unreadable, int maxNodes) {
        List<byte[]> batches = new ArrayList<>();
        List<Read> batch = new ArrayList<>();
        while (files.hasNext()) {
            Tuple2<String, Integer> file = files.next();
            try {
                batch.add(read(file._1, bytesOf(new Path(file._1), configuration), file._2));
            } catch (Exception failure) {
                unreadable.add(file._1 + ": " + failure.getMessage());
            }
            if (batch.size() == BATCH || !files.hasNext()) add(batch, batches, unreadable, maxNodes);
        }
        return batches.isEmpty() ? List.<byte[]>of().iterator() : List.of(merged(batches, maxNodes)).iterator();
    }

    private record Read(String name, byte[] bytes, int rank) {}

    private static Read read(String name, byte[] bytes, int place) throws Exception {
        WireFiles.Begin begin = WireFiles.begin(WireFiles.sourceOf(bytes));
        if (begin == null || !begin.isWire()) throw new IOException("is not in the wire format: set OUTPUT_FORMATS=wire in the programs");
        if (begin.getProcessCount() != 1) return new Read(name, bytes, WireFiles.OWN_RANKS);
        int rank = begin.getProcesses().isEmpty() ? -1 : begin.getProcesses().get(0).getRank();
        return new Read(name, bytes, rank < 0 ? place : rank);
    }

    /** Merges {@code batch} without the broken files in it, and empties it. */
    private static void add(List<Read> batch, List<byte[]> batches, CollectionAccumulator<String> unreadable, int maxNodes) {
        while (!batch.isEmpty()) {
            try {
                batches.add(WireFiles.merge(
                        batch.stream().map(one -> new WireFiles.Part(WireFiles.sourceOf(one.bytes), one.rank)).toList(), maxNodes));
                batch.clear();
            } catch (WireFiles.BrokenFileException exception) {
                unreadable.add(batch.remove(exception.getPart()).name + " " + exception.getMessage());
            } catch (UnreadableResultsException failure) {
                throw new IllegalArgumentException(failure.getMessage(), failure);
            }
        }
    }

    private static byte[] merged(List<byte[]> parts, int maxNodes) {
        try {
            return WireResults.merge(parts, maxNodes);
        } catch (UnreadableResultsException exception) {
            throw new IllegalArgumentException(exception.getMessage(), exception);
        }
    }

    /** Returns the number of processes with duplicate results, as far as they can be identified. */
    private static long countTwice(byte[] merged) throws UnreadableResultsException {
        List<Object> known = WireResults.processes(merged).stream().map(WireFiles::identityOf).filter(Objects::nonNull).toList();
        return known.size() - known.stream().distinct().count();
    }

    private static byte[] bytesOf(Path file, Configuration configuration) throws IOException {
        byte[] bytes;
        try (InputStream in = file.getFileSystem(configuration).open(file)) {
            bytes = bounded(in);
        }
        boolean isCompressed = bytes.length > 2 && bytes[0] == 0x1f && (bytes[1] & 0xff) == 0x8b;
        if (!isCompressed) return bytes;
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            return bounded(in);
        }
    }

    private static byte[] bounded(InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(MAX_BYTES);
        if (bytes.length == MAX_BYTES) throw new IOException("has more than " + MAX_BYTES + " bytes");
        return bytes;
    }

    /** Runs the command: the arguments are the output file and the input files. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length < 2) {
            System.err.println("timemory: usage: MergeFiles OUTPUT.tmy FILES...");
            System.exit(2);
        }
        boolean isWhole;
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf().setAppName("merge results"))) {
            CollectionAccumulator<String> unreadable = new CollectionAccumulator<>();
            spark.sc().register(unreadable, "unreadable files");
            Path output = new Path(arguments[0]);
            FileSystem files = output.getFileSystem(spark.hadoopConfiguration());
            if (files.exists(output)) throw new IOException(output + " already exists: choose another file");
            byte[] merged = merge(spark, String.join(",", Arrays.copyOfRange(arguments, 1, arguments.length)), unreadable, 1_000_000);
            try (var out = files.create(output, false)) {
                out.write(merged);
            }
            List<String> left = new ArrayList<>(unreadable.value()).stream().distinct().toList();
            left.stream().limit(MAX_SHOWN).forEach(sentence -> System.err.println("timemory: skipped: " + sentence));
            if (left.size() > MAX_SHOWN) System.err.println("timemory: and " + (left.size() - MAX_SHOWN) + " more files");
            long twice = countTwice(merged);
            if (twice > 0) System.err.println("timemory: " + twice + " processes have results twice; they are added up");
            System.out.println("timemory: wrote '" + output + "'");
            isWhole = left.isEmpty();
        }
        if (!isWhole) System.exit(1);
    }
}
