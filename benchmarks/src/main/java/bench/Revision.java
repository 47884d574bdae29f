package bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/**
 * What was measured, and when.
 *
 * @param date the day and the time in UTC, to the minute
 * @param commit the commit that was checked out, with a plus sign where something was changed since
 */
record Revision(String date, String commit) {

    static Revision here(Path root) throws IOException, InterruptedException {
        String now = LocalDateTime.now(ZoneOffset.UTC).format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm"));
        String commit = git(root, "rev-parse", "--short", "HEAD");
        String changes = git(root, "status", "--porcelain", "--untracked-files=no");
        return new Revision(now, commit.isEmpty() ? "unknown" : commit + (changes.isEmpty() ? "" : "+"));
    }

    /** Of the file that keeps the results of {@code what}. */
    String fileName(String what) {
        return date.replace(" ", "T").replace(":", "") + "-" + commit + "-" + what + ".json";
    }

    private static String git(Path root, String... arguments) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("git", "-C", root.toString());
        builder.command().addAll(List.of(arguments));
        try {
            Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0 ? output : "";
        } catch (IOException absent) {
            return "";
        }
    }
}
