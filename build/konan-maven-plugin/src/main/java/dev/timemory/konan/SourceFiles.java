package dev.timemory.konan;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Finds source files in directories, in an order that does not depend on the file system. */
final class SourceFiles {

    private SourceFiles() {}

    /** The files whose names end with {@code suffix}; none for a directory that does not exist. */
    static List<Path> below(List<File> directories, String suffix) throws IOException {
        List<Path> found = new ArrayList<>();
        for (File directory : directories) {
            if (directory.exists()) {
                try (Stream<Path> paths = Files.walk(directory.toPath())) {
                    paths.filter(path -> path.toString().endsWith(suffix) && Files.isRegularFile(path)).sorted().forEach(found::add);
                }
            }
        }
        return found;
    }
}
