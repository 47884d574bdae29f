package timemory.tools.roofline;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import timemory.internal.platform.SystemEnvironment;

/** The native program that measures ({@code timemory-ert}), whose kernels are single instructions. */
final class NativeErt {

    /** What its lines begin with. */
    private static final String SAID = "timemory: ";

    private NativeErt() {}

    /** Where it is, by the property {@code timemory.tools.ert}; {@code null} where it was not built. */
    static @Nullable Path program() {
        String path = SystemEnvironment.property("timemory.tools.ert");
        return path != null && Files.isExecutable(Path.of(path)) ? Path.of(path) : null;
    }

    /** What it wrote; its progress goes to {@code progress}. */
    static byte[] measure(Path program, List<String> arguments, Map<String, String> settings, ErtProgress progress) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(Stream.concat(Stream.of(program.toString()), arguments.stream()).toList());
        builder.environment().putAll(settings);
        Process process = builder.start();
        StringBuilder last = new StringBuilder();
        Thread relay = new Thread(() -> relay(process, progress, last), "timemory-ert-progress");
        relay.start();
        try {
            process.getOutputStream().close();
            byte[] written = process.getInputStream().readAllBytes();
            int status = process.waitFor();
            relay.join();
            if (status != 0) {
                throw new IOException(program + " ended with status " + status + (last.isEmpty() ? "" : ": " + last));
            }
            return written;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + program + " measured", interrupted);
        } finally {
            process.destroy();
        }
    }

    private static void relay(Process process, ErtProgress progress, StringBuilder last) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                last.setLength(0);
                last.append(line);
                progress.tell(line.startsWith(SAID) ? line.substring(SAID.length()) : line);
            }
        } catch (IOException failure) {
            last.append(" (").append(failure.getMessage()).append(')');
        }
    }
}
