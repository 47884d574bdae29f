package timemory.internal.platform;

import org.jspecify.annotations.Nullable;

/** Used if no function of a C library can be called. */
final class NoForeignFunctions implements ForeignFunctions {

    private static final String REASON = "it is read through the Foreign Function and Memory API: by timemory-jvm on Java 22 and later, on"
            + " Linux and x86-64 (this is Java " + Runtime.version().feature() + ")";

    @Override
    public String unavailable() {
        return REASON;
    }

    private static UnsupportedOperationException refused() {
        return new UnsupportedOperationException(REASON);
    }

    @Override
    public Function find(@Nullable String file, String name) {
        throw refused();
    }

    @Override
    public long systemCall(long number, long a, long b, long c, long d, long e, long f) {
        throw refused();
    }

    @Override
    public long allocate(long bytes) {
        throw refused();
    }

    @Override
    public void free(long address) {
        throw refused();
    }

    @Override
    public byte byteAt(long address) {
        throw refused();
    }

    @Override
    public int intAt(long address) {
        throw refused();
    }

    @Override
    public long longAt(long address) {
        throw refused();
    }

    @Override
    public int intInOrder(long address) {
        throw refused();
    }

    @Override
    public void putByte(long address, byte value) {
        throw refused();
    }

    @Override
    public void putInt(long address, int value) {
        throw refused();
    }

    @Override
    public void putLong(long address, long value) {
        throw refused();
    }

    @Override
    public long performanceCounter(int index) {
        throw refused();
    }

    @Override
    public long callback(Callback target) {
        throw refused();
    }
}
