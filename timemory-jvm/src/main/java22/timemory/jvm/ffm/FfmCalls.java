package timemory.jvm.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import timemory.internal.platform.ForeignFunctions;

/**
 * Calls C functions through the Foreign Function and Memory API.
 *
 * <p>All calls use one constant handle, which takes the function's address and six integers: more than most functions need, but argument
 * registers need not be preserved, and the compiler can inline the call.
 */
@SuppressWarnings("restricted") // see FfmReadings
public final class FfmCalls implements ForeignFunctions {

    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle CALL = LINKER.downcallHandle(integers(6));

    /** Captures {@code errno} after a system call, before the JVM can make calls of its own. */
    private static final StructLayout CAPTURED = Linker.Option.captureStateLayout();

    private static final VarHandle ERRNO = CAPTURED.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final MethodHandle SYSCALL = LINKER.downcallHandle(
            LINKER.defaultLookup().find("syscall").orElseThrow(), integers(7), Linker.Option.captureCallState("errno"));
    private static final MethodHandle CALLOC = FfmReadings.function("calloc", integers(2));
    private static final MethodHandle FREE = FfmReadings.function("free", FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG));

    private static final FunctionDescriptor CALLED_WITH = FunctionDescriptor.of(ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG);
    private static final MethodHandle CALLED = called();

    private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();

    private static final String ADDRESS = "0x";

    /** Called by name from {@code FfmCallsProvider}. */
    public FfmCalls() {}

    private static FunctionDescriptor integers(int count) {
        MemoryLayout[] arguments = new MemoryLayout[count];
        Arrays.fill(arguments, ValueLayout.JAVA_LONG);
        return FunctionDescriptor.of(ValueLayout.JAVA_LONG, arguments);
    }

    private static MethodHandle called() {
        try {
            MethodHandle called = MethodHandles.publicLookup()
                    .findVirtual(Callback.class, "called", CALLED_WITH.toMethodType().changeReturnType(void.class));
            return MethodHandles.filterReturnValue(called, MethodHandles.constant(long.class, 0L));
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Override
    public @Nullable String unavailable() {
        return null;
    }

    @Override
    public @Nullable Function find(@Nullable String file, String name) {
        if (file == null && name.startsWith(ADDRESS)) {
            return new FfmFunction(MemorySegment.ofAddress(Long.parseUnsignedLong(name, ADDRESS.length(), name.length(), 16)));
        }
        SymbolLookup library;
        try {
            library = file == null ? LINKER.defaultLookup() : SymbolLookup.libraryLookup(file, Arena.global());
        } catch (IllegalArgumentException ignored) {
            return null;
        }
        Optional<MemorySegment> found = library.find(name);
        return found.isEmpty() ? null : new FfmFunction(found.get());
    }

    private record FfmFunction(MemorySegment target) implements Function {

        @Override
        public long address() {
            return target.address();
        }

        @Override
        public long call(long a, long b, long c, long d, long e, long f) {
            try {
                return (long) CALL.invokeExact(target, a, b, c, d, e, f);
            } catch (Throwable exception) {
                throw new IllegalStateException(exception);
            }
        }
    }

    @Override
    public long systemCall(long number, long a, long b, long c, long d, long e, long f) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment captured = arena.allocate(CAPTURED);
            long result = (long) SYSCALL.invokeExact(captured, number, a, b, c, d, e, f);
            return result == -1 ? -(int) ERRNO.get(captured, 0L) : result;
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Override
    public long allocate(long bytes) {
        long address;
        try {
            address = (long) CALLOC.invokeExact(1L, bytes);
        } catch (Throwable exception) {
            throw new IllegalStateException(exception);
        }
        if (address == 0) {
            throw new OutOfMemoryError(bytes + " bytes outside of the heap");
        }
        return address;
    }

    @Override
    public void free(long address) {
        try {
            FREE.invokeExact(address);
        } catch (Throwable exception) {
            throw new IllegalStateException(exception);
        }
    }

    @Override
    public byte byteAt(long address) {
        return MEMORY.get(ValueLayout.JAVA_BYTE, address);
    }

    @Override
    public int intAt(long address) {
        return MEMORY.get(ValueLayout.JAVA_INT, address);
    }

    @Override
    public long longAt(long address) {
        return MEMORY.get(ValueLayout.JAVA_LONG, address);
    }

    @Override
    public int intInOrder(long address) {
        VarHandle.loadLoadFence();
        int value = (int) INT.getOpaque(MEMORY, address);
        VarHandle.loadLoadFence();
        return value;
    }

    @Override
    public void putByte(long address, byte value) {
        MEMORY.set(ValueLayout.JAVA_BYTE, address, value);
    }

    @Override
    public void putInt(long address, int value) {
        MEMORY.set(ValueLayout.JAVA_INT, address, value);
    }

    @Override
    public void putLong(long address, long value) {
        MEMORY.set(ValueLayout.JAVA_LONG, address, value);
    }

    @Override
    public long performanceCounter(int index) {
        return PerformanceMonitoringCounter.read(index);
    }

    @Override
    public long callback(Callback target) {
        return LINKER.upcallStub(CALLED.bindTo(target), CALLED_WITH, Arena.global()).address();
    }
}
