package samples;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Locale;
import timemory.Bundles;
import timemory.Timemory;
import timemory.WallClock;
import timemory.bundle.Bundle2;
import timemory.nativecalls.NativeCallTuple;
import timemory.nativecalls.NativeCallTupleType;
import timemory.results.CallGraph;

/**
 * Counts its calls of libz and libm: the program of {@code samples/native/README.md}, in Java. It calls C through the Foreign Function and
 * Memory API; calls from the JDK itself are counted the same way ({@link NativeCallsInJava}). No Java code may run in such a call, so
 * {@code cos} has no region here but is counted.
 */
public final class CallsInJava {

    /** The counted functions, in the order of the numbers. */
    public static final class Calls extends NativeCallTuple {
        public static final NativeCallTupleType<Calls> TYPE = new NativeCallTupleType<>("calls", "Calls of libz and libm", Calls::new);

        public Calls() {
            super("libz.so.1:crc32", "libz.so.1:crc32/2.u32", "libz.so.1:adler32", "libz.so.1:adler32/2.u32", "libm:cos");
        }
    }

    private static final Bundle2<WallClock, Calls> TOOLS = Bundles.of(WallClock.class, Calls.class);

    private final Linker linker = Linker.nativeLinker();
    private final Arena arena;
    private final MemorySegment buffer;
    private MethodHandle crc32;
    private MethodHandle adler32;
    private MethodHandle cos;
    private long crc;
    private long adler = 1;
    private double cosines;

    private CallsInJava(Arena arena) {
        this.arena = arena;
        buffer = arena.allocate(1000);
        for (int i = 0; i < 1000; i++) buffer.set(ValueLayout.JAVA_BYTE, i, (byte) (i % 251));
    }

    /** Runs it. */
    public static void main(String[] arguments) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            CallsInJava program = new CallsInJava(arena);
            TOOLS.runThrowing("main", program::call);
            program.callOnceMore();
            program.print();
        }
    }

    /** Functions that were looked up before counting starts could not be counted: it starts with the region. */
    private void findFunctions() {
        FunctionDescriptor checksum = FunctionDescriptor.of(
                ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS, ValueLayout.JAVA_INT);
        SymbolLookup libz = SymbolLookup.libraryLookup("libz.so.1", arena);
        crc32 = linker.downcallHandle(libz.find("crc32").orElseThrow(), checksum);
        adler32 = linker.downcallHandle(libz.find("adler32").orElseThrow(), checksum);
        SymbolLookup libm = SymbolLookup.libraryLookup("libm.so.6", arena);
        cos = linker.downcallHandle(
                libm.find("cos").orElseThrow(), FunctionDescriptor.of(ValueLayout.JAVA_DOUBLE, ValueLayout.JAVA_DOUBLE));
    }

    private void call() throws Exception {
        findFunctions();
        try {
            for (int i = 1; i <= 1000; i++) crc = (long) crc32.invokeExact(crc, buffer, i);
            for (int i = 0; i < 1000; i++) adler = (long) adler32.invokeExact(adler, buffer, 1000);
            for (int i = 0; i < 100; i++) cosines += (double) cos.invokeExact(0.01 * (buffer.get(ValueLayout.JAVA_BYTE, i) & 0xff));
        } catch (Exception | Error failure) {
            throw failure;
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }

    private void callOnceMore() throws Throwable {
        crc = (long) crc32.invokeExact(crc, buffer, 1000);
        adler = (long) adler32.invokeExact(adler, buffer, 1000);
        cosines += (double) cos.invokeExact(1.0);
    }

    private void print() {
        CallGraph graph = Timemory.results().get(Calls.TYPE);
        long[] sums = new long[Calls.TYPE.getElements().size()];
        for (int i = 0; i < sums.length; i++) sums[i] = (long) graph.find("main").getInclusive().sum(i);
        System.out.println("crc32 " + sums[0] + " " + sums[1]);
        System.out.println("adler32 " + sums[2] + " " + sums[3]);
        System.out.println("cos " + sums[4]);
        System.out.println(String.format(Locale.ROOT, "results %08x %08x %.6f", crc, adler, cosines));
    }
}
