package timemory.agent.cache;

import org.jspecify.annotations.Nullable;

/**
 * The numbers of functions in woven code. They differ from run to run, so cached code has placeholders for them: integers among the
 * constants of the class, one for each function in turn, starting with {@link #FIRST}.
 */
final class SiteNumbers {
    /** Large enough to be in the constant pool rather than part of an instruction, and unlikely to be used by programs. */
    static final int FIRST = 0x5C_A7_00_00;

    private static final int MAX_SITES = 0x1_00_00;
    private static final int CONSTANTS = 8;

    private SiteNumbers() {}

    /** Whether {@code bytes}, a class file, has constants that could be mistaken for placeholders. */
    static boolean areIn(byte[] bytes) {
        return replace(bytes, null) > 0;
    }

    /** Replaces the placeholders in {@code bytes} with {@code numbers}; returns how many different ones there were. */
    static int replace(byte[] bytes, int @Nullable [] numbers) {
        int count = unsigned(bytes, CONSTANTS);
        int at = CONSTANTS + 2;
        int found = 0;
        for (int i = 1; i < count; i++) {
            int tag = bytes[at];
            if (tag == 3) found += replaceAt(bytes, at + 1, numbers);
            // The second half of a long or double is a separate constant.
            if (tag == 5 || tag == 6) i++;
            at += lengthOf(bytes, at, tag);
        }
        return found;
    }

    private static int replaceAt(byte[] bytes, int at, int @Nullable [] numbers) {
        int which = (unsigned(bytes, at) << 16 | unsigned(bytes, at + 2)) - FIRST;
        if (which < 0 || which >= (numbers == null ? MAX_SITES : numbers.length)) return 0;
        if (numbers == null) return 1;
        for (int i = 0; i < Integer.BYTES; i++) bytes[at + i] = (byte) (numbers[which] >>> 24 - 8 * i);
        return 1;
    }

    /** The sizes of constants in the Java Virtual Machine Specification, 4.4. */
    private static int lengthOf(byte[] bytes, int at, int tag) {
        return switch (tag) {
            case 1 -> 3 + unsigned(bytes, at + 1);
            case 3, 4, 9, 10, 11, 12, 17, 18 -> 5;
            case 5, 6 -> 9;
            case 7, 8, 16, 19, 20 -> 3;
            case 15 -> 4;
            default -> throw new IllegalArgumentException("there is no constant of the kind " + tag);
        };
    }

    private static int unsigned(byte[] bytes, int at) {
        return (bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF;
    }
}
