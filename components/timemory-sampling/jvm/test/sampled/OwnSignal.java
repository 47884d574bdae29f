package sampled;

import sun.misc.Signal;

/** A program that handles SIGPROF itself, like one with a native profiler. */
public final class OwnSignal {
    private OwnSignal() {}

    public static void main(String[] arguments) throws Exception {
        Signal.handle(new Signal("PROF"), signal -> {
        });
        ThreeLeaves.main(arguments);
    }
}
