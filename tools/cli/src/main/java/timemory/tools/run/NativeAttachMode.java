package timemory.tools.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Measures the functions of a running native program. */
final class NativeAttachMode implements RunMode {
    private final RunArguments given;
    private final long pid;

    NativeAttachMode(RunArguments given, long pid) {
        this.given = given;
        this.pid = pid;
    }

    @Override
    public int run() throws IOException, InterruptedException {
        given.refuseCommand();
        given.refuseOptionsOfJava(NativeOptions::isForAttaching, "process " + pid + " is native");
        Path output = given.options().results.absoluteOutputPath();
        // What its user set for it does not count: only what is asked for here.
        Preloading settings = new Preloading(Preloading.folder(), Map.of());
        NativeOptions options = new NativeOptions(given.options());
        try {
            ComponentCheck.refuseUnknown(given);
            options.setResults(settings);
            options.setFunctions(settings);
            settings.set("OUTPUT_PATH", output.toString());
            settings.set("ALLOW_SIGNAL_HANDLER", "false");
            // Whatever the program is set to: what is asked for is results.
            for (String switched : List.of("ENABLED", "AUTO_OUTPUT", "FILE_OUTPUT")) settings.setDefault(switched, "true");
            return NativeAttaching.run(given, pid, Preloading.folder(), settings.values(), output);
        } catch (IllegalArgumentException failure) {
            throw given.wrong(failure.getMessage());
        }
    }
}
