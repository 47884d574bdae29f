package timemory.tools.run;

import java.io.IOException;

/** Starts a native program with timemory's libraries in it. */
final class NativeLaunchMode implements RunMode {
    /** What a measured call of a native function costs, in nanoseconds: docs/native-functions.md has how it was measured. */
    private static final double CALL_NANOSECONDS = 250;

    private final NativeRequest program;

    NativeLaunchMode(NativeRequest program) {
        this.program = program;
    }

    @Override
    public int run() throws IOException, InterruptedException {
        RunArguments given = program.given();
        Preloading prepared = program.prepare();
        if (!given.isQuiet()) {
            for (String line : prepared.report(given.command().get(0))) given.messages().println("timemory run: " + line);
        }
        return Learning.start(given, prepared.command(given.command()), CALL_NANOSECONDS);
    }
}
