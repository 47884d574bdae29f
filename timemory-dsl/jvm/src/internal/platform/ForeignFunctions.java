package timemory.internal.platform;

import org.jspecify.annotations.Nullable;

/**
 * Calls functions of C libraries for the JVM target. {@code timemory-dsl} alone cannot; a provider of this interface found by {@link
 * java.util.ServiceLoader} can, and {@code timemory-jvm} has one for Java 22 and later.
 *
 * <p>Addresses and arguments of any integer or pointer type are passed as {@code long}. Nothing is checked: a wrong address crashes the
 * process. Methods may be called from any thread at once.
 */
public interface ForeignFunctions {

    /** Why nothing can be called here; {@code null} if it can. All other methods may be called only if this is {@code null}. */
    @Nullable
    String unavailable();

    /**
     * Finds a function.
     *
     * @param file the library, as passed to {@code dlopen}; {@code null} for the C library
     * @param name its name; without a library, {@code 0x} and hexadecimal digits give its address
     * @return {@code null} if the library or the function is missing
     */
    @Nullable
    Function find(@Nullable String file, String name);

    /** Makes the system call {@code number}; returns the negated error number if it fails. */
    long systemCall(long number, long a, long b, long c, long d, long e, long f);

    /** Allocates zeroed off-heap memory, aligned for any type. */
    long allocate(long bytes);

    /** Frees memory from {@link #allocate}. */
    void free(long address);

    /** Reads memory. */
    byte byteAt(long address);

    /** Reads memory. */
    int intAt(long address);

    /** Reads memory. */
    long longAt(long address);

    /** Like {@link #intAt}, but not reordered with other memory reads. */
    int intInOrder(long address);

    /** Writes memory. */
    void putByte(long address, byte value);

    /** Writes memory. */
    void putInt(long address, int value);

    /** Writes memory. */
    void putLong(long address, long value);

    /** Reads the processor's performance counter ({@code rdpmc}); crashes the process if the kernel does not allow it. */
    long performanceCounter(int index);

    /**
     * Creates a C function without a result that calls {@code target} with five integers or pointers, on the thread that calls it. It
     * exists until the process exits.
     *
     * @return its address
     */
    long callback(Callback target);

    /** A function called by a library; it must not throw. */
    interface Callback {

        /** Called with the library's arguments; arguments that it does not pass contain garbage. */
        void called(long a, long b, long c, long d, long e);
    }

    /** A function of a C library, with up to six integers or pointers as arguments. */
    interface Function {

        /** Its address. */
        long address();

        /** Calls it; a result of type {@code int} is in the lower half. */
        long call(long a, long b, long c, long d, long e, long f);
    }

    /** Provides a way to call functions on a JVM that may have none. */
    interface Provider {

        /** Returns the implementation, or {@code null} if this JVM cannot call them. */
        @Nullable
        ForeignFunctions calls();
    }
}
