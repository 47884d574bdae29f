package timemory.faults;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A disk that is soon full: a small separate one or, if that is not allowed, a file size limit. */
enum Disk {
    OWN {
        @Override
        List<String> command(Path folder, int kilobytes) {
            // What is on it goes with it: so it is copied to a place next to it that is not visible to others.
            String mount = "disk='" + folder + "'; mount -t tmpfs -o size=" + kilobytes + "k tmpfs \"$disk\"";
            String keep = "mkdir \"$disk.kept\" && cp -R \"$disk/.\" \"$disk.kept\" && umount \"$disk\""
                    + " && cp -R \"$disk.kept/.\" \"$disk\"";
            String script = mount + " && ulimit -c 0 && \"$@\"; status=$?; " + keep + "; exit $status";
            List<String> command = new ArrayList<>(UNSHARE);
            command.addAll(List.of("sh", "-c", script, "sh"));
            return command;
        }
    },
    LIMIT {
        @Override
        List<String> command(Path folder, int kilobytes) {
            return Trial.shell("ulimit -f " + 2 * kilobytes);
        }
    };

    private static final List<String> UNSHARE = List.of("unshare", "--mount");

    /** Runs the following command with this much space in this folder. */
    abstract List<String> command(Path folder, int kilobytes);

    static Disk find() {
        try {
            List<String> trial = new ArrayList<>(UNSHARE);
            trial.addAll(List.of("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", System.getProperty("java.io.tmpdir")));
            Process process = new ProcessBuilder(trial).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
            return process.waitFor() == 0 ? OWN : LIMIT;
        } catch (IOException ignored) {
            return LIMIT;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return LIMIT;
        }
    }
}
