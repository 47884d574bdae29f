package timemory.spark;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.spark.SparkContext;
import timemory.Timemory;

/**
 * Where the results of an application go: a folder named after it, in any file system that Hadoop knows. In one that is not local, files are
 * made in a temporary folder of the driver's and copied then.
 *
 * @param local where files are made
 * @param remote where they go then; {@code null} where they stay
 * @param files what {@code remote} is part of
 */
record OutputFolder(Path local, org.apache.hadoop.fs.Path remote, FileSystem files) {
    /** That of {@code output}, which is empty where timemory's settings say where. */
    static OutputFolder of(String output, SparkContext spark) throws IOException {
        String name = spark.applicationId();
        if (output.isEmpty()) return new OutputFolder(Path.of(Timemory.getSettings().getOutputPath(), name), null, null);
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(output, name);
        FileSystem files = path.getFileSystem(spark.hadoopConfiguration());
        if (files instanceof LocalFileSystem) return new OutputFolder(Path.of(files.makeQualified(path).toUri().getPath()), null, null);
        return new OutputFolder(Files.createTempDirectory("timemory-"), path, files);
    }

    String of(String part) {
        return (part.isEmpty() ? local : local.resolve(part)).toString();
    }

    /** As users know it. */
    String name() {
        return remote == null ? local.toString() : files.makeQualified(remote).toString();
    }

    /** Copies what was made to where it goes. */
    void publish() throws IOException {
        if (remote == null) return;
        try (Stream<Path> made = Files.walk(local)) {
            for (Path file : made.filter(Files::isRegularFile).toList()) {
                String name = local.relativize(file).toString().replace(File.separatorChar, '/');
                files.copyFromLocalFile(false, false, new org.apache.hadoop.fs.Path(file.toUri()),
                        new org.apache.hadoop.fs.Path(remote, name));
            }
        }
        try (Stream<Path> made = Files.walk(local)) {
            List<Path> all = made.sorted(Comparator.reverseOrder()).toList();
            for (Path one : all) {
                Files.delete(one);
            }
        }
    }
}
