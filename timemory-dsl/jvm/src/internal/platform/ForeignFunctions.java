package timemory.internal.platform;

import org.jspecify.annotations.Nullable;

/**
 * Where the JVM target calls functions of C libraries. {@code timemory-dsl} alone cannot; a provider of this interface found by
 * {@link java.util.ServiceLoader} can, as {@code timemory-jvm} has one for Java 22 and later.
 *
 * <p>Addresses and arguments of any integer or pointer type are passed as {@code long}. Nothing is checked: a wrong address ends the
 * process. Methods may be called from any thread at once.
 */
public interface ForeignFunctions {

    /** Why nothing can be called here, {@code null} where it can. All other methods may be called only then. */
    @Nullable
    String unavailable();

    /**
     * Finds a function.
     *
     * @param file the library, as {@code dlopen} takes it; {@code null} for the C library
     * @param name what it is called; without a library also {@code 0x} and hexadecimal digits: its address
     * @return {@code null} where the library or the function is missing
     */
    @Nullable
    Function find(@Nullable String file, String name);

    /** Calls the system by {@code number}; the negative number of the error where it fails. */
    long systemCall(long number, long a, long b, long c, long d, long e, long f);

    /** Zeroed memory outside of the heap, aligned for any type. */
    long allocate(long bytes);

    /** Gives back what {@link #allocate} gave. */
    void free(long address);

    /** Reads memory. */
    byte byteAt(long address);

    /** Reads memory. */
    int intAt(long address);

    /** Reads memory. */
    long longAt(long address);

    /** As {@link #intAt}, neither before earlier readings of memory nor after later ones. */
    int intInOrder(long address);

    /** Writes memory. */
    void putByte(long address, byte value);

    /** Writes memory. */
    void putInt(long address, int value);

    /** Writes memory. */
    void putLong(long address, long value);

    /** The processor's performance counter ({@code rdpmc}); ends the process where the kernel does not allow it. */
    long performanceCounter(int index);

    /**
     * Makes a C function without result that calls {@code target} with five integers or pointers, on whichever thread calls it. It lasts as
     * long as the process.
     *
     * @return its address
     */
    long callback(Callback target);

    /** What a library calls; it must not throw. */
    interface Callback {

        /** Called with what the library passes; arguments that it does not pass are left over from elsewhere. */
        void called(long a, long b, long c, long d, long e);
    }

    /** A function of a C library, with up to six integers or pointers as arguments. */
    interface Function {

        /** Where it lies. */
        long address();

        /** Calls it; a result of type {@code int} is in the lower half. */
        long call(long a, long b, long c, long d, long e, long f);
    }

    /** Finds the way to call functions on a JVM that may have none. */
    interface Provider {

        /** The calls, or {@code null} where this JVM cannot make them. */
        @Nullable
        ForeignFunctions calls();
    }
}
