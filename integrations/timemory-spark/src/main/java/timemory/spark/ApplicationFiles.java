package timemory.spark;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import kotlin.Unit;
import kotlin.io.FilesKt;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.spark.SparkContext;
import org.jspecify.annotations.Nullable;
import timemory.Timemory;
import timemory.export.tasks.JointTasks;
import timemory.results.Results;
import timemory.spi.Problems;
import timemory.spi.TemporaryFolder;

/**
 * Writes the results of an application to a folder named after it, in any file system that Hadoop supports. If that is not local, files are
 * created in a temporary folder of the driver and then copied. Not thread-safe.
 */
final class ApplicationFiles {
    private static final String SO_FAR = "so-far-";

    private final Path local;
    private final org.apache.hadoop.fs.@Nullable Path remote;
    private final @Nullable FileSystem files;
    private final String formats;
    private final List<String> problems = new ArrayList<>();
    private int written;

    private ApplicationFiles(Path local, org.apache.hadoop.fs.@Nullable Path remote, @Nullable FileSystem files, String formats) {
        this.local = local;
        this.remote = remote;
        this.files = files;
        this.formats = formats;
    }

    /** Returns the files according to {@code options}; on the driver's machine, with a warning, if the file system cannot be used. */
    static ApplicationFiles of(Options options, SparkContext spark) throws IOException {
        String name = spark.applicationId();
        String output = options.output();
        if (output.isEmpty()) return localIn(Timemory.getSettings().getOutputPath(), name, options);
        try {
            var path = new org.apache.hadoop.fs.Path(output, name);
            FileSystem files = path.getFileSystem(spark.hadoopConfiguration());
            if (files instanceof LocalFileSystem) {
                return new ApplicationFiles(Path.of(files.makeQualified(path).toUri().getPath()), null, null, options.formats());
            }
            return new ApplicationFiles(TemporaryFolder.newFolder("timemory-"), path, files, options.formats());
        } catch (IOException | RuntimeException failure) {
            boolean isRemote = output.matches("^(?!file:)[A-Za-z][A-Za-z0-9+.-]*:.*");
            ApplicationFiles here =
                    localIn(isRemote ? Timemory.getSettings().getOutputPath() : output.replaceFirst("^file:", ""), name, options);
            String problem =
                    "Hadoop cannot use " + Options.PREFIX + Options.OUTPUT + "=" + output + ": results are written to '" + here.name()
                            + "' on the driver's machine: " + failure;
            Problems.reportProblem("spark output", problem);
            return here;
        }
    }

    private static ApplicationFiles localIn(String folder, String name, Options options) {
        return new ApplicationFiles(Path.of(folder, name), null, null, options.formats());
    }

    /** Returns the name shown to users. */
    String name() {
        return remote == null || files == null ? local.toString() : files.makeQualified(remote).toString();
    }

    /** Returns files that could not be written, and why, as sentences. */
    List<String> problems() {
        return List.copyOf(problems);
    }

    /** Writes all of {@code results}, including the {@code driver}'s own ({@code null} for none). */
    void writeAll(ApplicationResults results, @Nullable Results driver) throws IOException {
        write(results.together(driver), local);
        write(results.byExecutor(), local.resolve("executors"));
        write(results.slowest(), local.resolve("slowest"));
        publish();
    }

    /** Writes the results so far into a separate folder; the latest two are kept. */
    void writeSoFar(ApplicationResults results, @Nullable Results driver) throws IOException {
        written++;
        write(results.together(driver), local.resolve(SO_FAR + written));
        publish();
        String old = SO_FAR + (written - 2);
        if (remote != null && files != null) files.delete(new org.apache.hadoop.fs.Path(remote, old), true);
        else delete(local.resolve(old));
    }

    private void write(Results results, Path folder) {
        if (results.getGraphs().isEmpty()) return;
        JointTasks.write(results, folder.toString(), formats, problem -> {
            problems.add(problem);
            Problems.reportProblem(problem, problem);
            return Unit.INSTANCE;
        });
    }

    /** Copies the files to their destination. */
    private void publish() throws IOException {
        if (remote == null || files == null) return;
        try (Stream<Path> made = Files.walk(local)) {
            for (Path file : made.filter(Files::isRegularFile).toList()) {
                String name = local.relativize(file).toString().replace(File.separatorChar, '/');
                files.copyFromLocalFile(false, true, new org.apache.hadoop.fs.Path(file.toUri()),
                        new org.apache.hadoop.fs.Path(remote, name));
            }
        }
        delete(local);
    }

    private static void delete(Path folder) throws IOException {
        if (!FilesKt.deleteRecursively(folder.toFile())) throw new IOException("cannot delete '" + folder + "'");
    }
}
