package timemory.jvm.ffm;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;
import timemory.internal.platform.SystemEnvironment;

/**
 * Reads the processor's time-stamp counter without a C compiler: a few machine instructions in an executable memory page, called through
 * the Foreign Function and Memory API.
 *
 * <p>The call is <em>critical</em>: it does not notify the JVM that the thread is in foreign code, which would take longer than the reading
 * itself. The handle is a constant, so that the compiler can inline the call.
 */
@SuppressWarnings("restricted") // see FfmReadings
final class TimeStampCounter {

    private static final byte[] X86_64 = {
        0x0f, 0x31, // rdtsc: the counter in edx:eax
        0x48, (byte) 0xc1, (byte) 0xe2, 0x20, // shl rdx, 32
        0x48, 0x09, (byte) 0xd0, // or rax, rdx
        (byte) 0xc3, // ret
    };

    /** The generic timer, which runs at the same rate on all processors of a machine. */
    private static final byte[] AARCH64 = {
        0x40, (byte) 0xe0, 0x3b, (byte) 0xd5, // mrs x0, cntvct_el0
        (byte) 0xc0, 0x03, 0x5f, (byte) 0xd6, // ret
    };

    private static final long PAGE = 4096;
    private static final int PROT_READ = 1;
    private static final int PROT_WRITE = 2;
    private static final int PROT_EXEC = 4;
    private static final int MAP_PRIVATE_ANONYMOUS = 0x22;

    /** {@code null} if the memory could not be allocated; {@link #UNAVAILABLE} then has the reason. */
    private static final @Nullable MethodHandle READ;

    static final @Nullable String UNAVAILABLE;

    static {
        MethodHandle read = null;
        String unavailable = null;
        try {
            read = Linker.nativeLinker()
                    .downcallHandle(executable(SystemEnvironment.isLinuxOn("aarch64") ? AARCH64 : X86_64),
                            FunctionDescriptor.of(ValueLayout.JAVA_LONG), Linker.Option.critical(false));
        } catch (UnsupportedOperationException failure) {
            unavailable = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        }
        READ = read;
        UNAVAILABLE = unavailable;
    }

    private TimeStampCounter() {}

    @SuppressWarnings("NullAway") // not called if UNAVAILABLE has a reason
    static long read() {
        try {
            return (long) READ.invokeExact();
        } catch (Throwable exception) {
            throw new IllegalStateException(exception);
        }
    }

    /** The page is written first and made executable afterwards, because hardened systems reject memory that is both. It is never freed. */
    static MemorySegment executable(byte[] code) {
        MethodHandle mmap = FfmReadings.function(
                "mmap",
                FunctionDescriptor.of(
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_LONG));
        MethodHandle mprotect = FfmReadings.function(
                "mprotect",
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT));
        try {
            long address = (long) mmap.invokeExact(0L, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE_ANONYMOUS, -1, 0L);
            if (address == -1L) {
                throw new UnsupportedOperationException("mmap failed for the code that reads it");
            }
            MemorySegment page = MemorySegment.ofAddress(address).reinterpret(PAGE);
            MemorySegment.copy(code, 0, page, ValueLayout.JAVA_BYTE, 0, code.length);
            if ((int) mprotect.invokeExact(address, PAGE, PROT_READ | PROT_EXEC) != 0) {
                throw new UnsupportedOperationException("this system does not allow executable memory");
            }
            return page;
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Throwable exception) {
            throw new IllegalStateException(exception);
        }
    }
}
