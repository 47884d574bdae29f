package timemory.nativecalls;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A function of C's kind, and what is counted of its calls, as a text names them: {@code [object:]function[@VERSION][/what]}.
 *
 * @param text as it was written
 * @param object the shared object that has it, as a pattern; {@code null} for any
 * @param function its name, with {@code @VERSION} where one version of it is meant
 * @param sum what is added up
 * @param argument which integer argument, counted from 0, and -1 for none
 */
record NativeFunction(String text, @Nullable String object, String function, Sum sum, int argument) {

    /** What is added up: calls.c knows them by these numbers. */
    enum Sum {
        NOTHING,
        ARGUMENT,
        /** An argument of 32 bits: the others of its register are undefined. */
        HALF_ARGUMENT,
        /** From here on, something runs before the call and after it. */
        TIME,
        RESULT,
        HALF_RESULT
    }

    private static final Pattern TEXT = Pattern.compile(
            "(?:(?<object>[^:]+):)?(?<function>[\\w.$]+(?:@@?[\\w.]+)?)(?:/(?<what>calls|time|result(?:\\.i32)?|[0-5](?:\\.u32)?))?");

    /**
     * Functions that inspect their caller or return more than once: there must be no frame between them and their caller. Where calls are
     * only counted, they are jumped to and work as usual. The same list as in timemory-native/interposition/gotcha/c/gotcha.c.
     */
    static final Set<String> FRAMELESS = Set.of(
            "dlopen", "dlmopen", "dlsym", "dlvsym", "setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "vfork", "__vfork", "clone",
            "getcontext");

    /**
     * Reads a text.
     *
     * @throws IllegalArgumentException where it names no function, or what cannot be counted of it
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

    /** Refuses functions that nothing can be done before and after. */
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

    /** Whether what this text names is counted in nanoseconds. */
    static boolean isTime(String text) {
        return text.endsWith("/time");
    }

    /** Its name without a version. */
    String name() {
        return function.replaceFirst("@.*", "");
    }
}
