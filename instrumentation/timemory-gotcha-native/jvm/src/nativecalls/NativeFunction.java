package timemory.nativecalls;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A C function and what is counted for its calls, parsed from {@code [object:]function[@VERSION][/what]}.
 *
 * @param text as it was written
 * @param object a pattern for the shared object that defines it; {@code null} for any
 * @param function its name, with {@code @VERSION} if one particular version is meant
 * @param sum what is summed
 * @param argument which integer argument, counted from 0; -1 for none
 */
record NativeFunction(String text, @Nullable String object, String function, Sum sum, int argument) {

    /** What is summed; calls.c uses the same numbers. */
    enum Sum {
        NOTHING,
        ARGUMENT,
        /** A 32-bit argument: the other half of its register is undefined. */
        HALF_ARGUMENT,
        /** From here on, code runs before and after the call. */
        TIME,
        RESULT,
        HALF_RESULT
    }

    private static final Pattern TEXT = Pattern.compile(
            "(?:(?<object>[^:]+):)?(?<function>[\\w.$]+(?:@@?[\\w.]+)?)(?:/(?<what>calls|time|result(?:\\.i32)?|[0-5](?:\\.u32)?))?");

    /**
     * Functions that inspect their caller or return more than once: there must be no frame between them and their caller. If only their
     * calls are counted, they are reached by a jump and work as usual. The same list as in timemory-native/interposition/gotcha/c/gotcha.c.
     */
    static final Set<String> FRAMELESS = Set.of(
            "dlopen", "dlmopen", "dlsym", "dlvsym", "setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "vfork", "__vfork", "clone",
            "getcontext");

    /**
     * Parses a function.
     *
     * @throws IllegalArgumentException if it is not a valid function or asks for something that cannot be counted
     */
    static NativeFunction of(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a native function: write it as [object:]function[@VERSION][/what], "
                    + "where what is calls, time, result, result.i32, or an argument, 0 to 5 or 0.u32 to 5.u32; as in libz.so.1:inflate "
                    + "or read/result");
        }
        String what = matcher.group("what");
        Sum sum = what == null ? Sum.NOTHING : sumOf(what);
        boolean isArgument = sum == Sum.ARGUMENT || sum == Sum.HALF_ARGUMENT;
        String function = matcher.group("function");
        NativeFunction parsed = new NativeFunction(text, matcher.group("object"), function, sum, isArgument ? what.charAt(0) - '0' : -1);
        if (sum.compareTo(Sum.TIME) >= 0) parsed.requireFrame();
        return parsed;
    }

    /** Rejects functions before and after which no code may run. */
    void requireFrame() {
        if (FRAMELESS.contains(name())) {
            throw new IllegalArgumentException("'" + text + "': only calls and arguments of " + function + " can be counted, since it "
                    + "reads its caller's frame");
        }
    }

    private static Sum sumOf(String what) {
        return switch (what) {
            case "calls" -> Sum.NOTHING;
            case "time" -> Sum.TIME;
            case "result" -> Sum.RESULT;
            case "result.i32" -> Sum.HALF_RESULT;
            default -> what.length() == 1 ? Sum.ARGUMENT : Sum.HALF_ARGUMENT;
        };
    }

    /** Whether the counted value is in nanoseconds. */
    static boolean isTime(String text) {
        return text.endsWith("/time");
    }

    /** Its name without the version. */
    String name() {
        return function.replaceFirst("@.*", "");
    }
}
