package timemory.tests;

import java.io.IOException;

/** Sends signals to processes. */
public final class Signals {

    private Signals() {}

    /** Sends {@code signal}, such as {@code TERM}, to the process {@code pid}, by the shell: a program {@code kill} may be missing. */
    public static void send(String signal, long pid) throws IOException, InterruptedException {
        new ProcessBuilder("sh", "-c", "kill -" + signal + " " + pid).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
    }
}
