package timemory.live.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import timemory.Timemory;
import timemory.internal.platform.JvmProcessKt;
import timemory.output.ResultFormat;
import timemory.results.Results;
import timemory.spi.TemporaryFolder;

/**
 * Serves results in any format as one file: the format's own, or an archive if it has several. They are first written to a private folder,
 * so that a response that has started cannot fail halfway, and deleted once sent. A process serves one download at a time, because each may
 * be large.
 */
final class Downloads {

    private static final Semaphore ONE = new Semaphore(1);
    /** A client may send the next request as soon as it has its file, before the folder of that file is removed. */
    private static final int WAIT_SECONDS = 2;
    private static final String SOON = "5";

    private Downloads() {}

    static LiveResponse of(@Nullable String id, Results results) {
        ResultFormat format = ResultFormat.getAll().stream().filter(one -> one.getId().equals(id)).findFirst().orElse(null);
        if (format == null) {
            List<String> ids = ResultFormat.getAll().stream().map(ResultFormat::getId).toList();
            String known = String.join(", ", ids);
            return LiveResponse.text(LiveResponse.BAD, (id == null ? "missing format;" : "'" + Sanitizer.of(id) + "' is not a format;")
                    + " There are " + known + ": download?format=compact");
        }
        if (!hasTurn()) {
            return LiveResponse.text(LiveResponse.SERVICE_UNAVAILABLE, "a download is in progress: try again").with("Retry-After", SOON);
        }
        Folder folder = new Folder();
        boolean isDone = false;
        try {
            LiveResponse answer = write(format, results, folder);
            isDone = true;
            return answer;
        } catch (IOException | RuntimeException failure) {
            return LiveResponse.text(LiveResponse.FAILED, "cannot create the file: " + Sanitizer.of(String.valueOf(failure.getMessage())));
        } finally {
            if (!isDone) {
                folder.remove();
            }
        }
    }

    private static boolean hasTurn() {
        try {
            return ONE.tryAcquire(WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static LiveResponse write(ResultFormat format, Results results, Folder folder) throws IOException {
        Path made = folder.make();
        List<Path> files = format.write(results, Timemory.getSettings(), made.toString()).stream().map(Path::of).toList();
        if (files.isEmpty()) {
            folder.remove();
            return LiveResponse.text(LiveResponse.NOT_FOUND, "these results have nothing that format " + format.getId() + " can show");
        }
        boolean isOne = files.size() == 1;
        Path file = isOne ? files.get(0) : packed(files, made.resolve("results-" + format.getId() + ".zip"));
        return LiveResponse.ofFile(file, isOne ? "application/octet-stream" : "application/zip", folder::remove)
                .with("Content-Disposition", "attachment; filename=\"" + plain(file.getFileName().toString()) + "\"");
    }

    private static Path packed(List<Path> files, Path archive) throws IOException {
        try (OutputStream out = Files.newOutputStream(archive); ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Path file : files) {
                zip.putNextEntry(new ZipEntry(file.getFileName().toString()));
                Files.copy(file, zip);
                zip.closeEntry();
            }
        }
        return archive;
    }

    /** Returns the name in a form that is safe between quotes in a header. */
    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9._-]", "_");
    }

    /** The folder of one download, which also holds the lock for downloads. */
    private static final class Folder {
        private @Nullable Path path;
        private boolean isRemoved;

        Path make() throws IOException {
            path = TemporaryFolder.newFolder("timemory-download-");
            return path;
        }

        void remove() {
            if (isRemoved) {
                return;
            }
            isRemoved = true;
            try {
                clear();
            } catch (IOException failure) {
                JvmProcessKt.printError("timemory: " + path + " cannot be removed: " + failure);
            } finally {
                ONE.release();
            }
        }

        private void clear() throws IOException {
            if (path == null) {
                return;
            }
            try (Stream<Path> files = Files.list(path)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(path);
        }
    }
}
