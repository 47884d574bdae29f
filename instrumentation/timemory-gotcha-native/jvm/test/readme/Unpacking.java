package readme;

import timemory.nativecalls.NativeCallTuple;
import timemory.nativecalls.NativeCallTupleType;

// What the docs show.

public final class Unpacking extends NativeCallTuple {
    public static final NativeCallTupleType<Unpacking> TYPE =
            new NativeCallTupleType<>("unpacking", "What unpacking calls", Unpacking::new);

    public Unpacking() {
        super("libz.so.1:inflate", "libz.so.1:inflate/time", "read", "read/result");
    }
}
