package timemory.nativecalls;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import timemory.internal.problems.ProblemsKt;

/** The methods that the C library calls; each audit has a number that is never reused. */
final class Upcalls {

    private record Audited(NativeFunction function, NativeAudit audit) {}

    /** By number; {@code null} if it was removed. */
    private static final List<Audited> AUDITED = new CopyOnWriteArrayList<>();

    private static final List<Long> HOOKS = new ArrayList<>();

    private Upcalls() {}

    static synchronized int add(NativeFunction function, List<String> callers, NativeAudit audit) {
        Rewriter.requireAvailable();
        int number = AUDITED.size();
        AUDITED.add(new Audited(function, audit));
        HOOKS.add(0L); // keeps the numbers in step even if there is no memory for a hook
        long hook = hook(function.function(), function.object(), String.join(",", callers) + ",", number);
        HOOKS.set(number, hook);
        if (Rewriter.slots(hook) == 0) {
            ProblemsKt.activeProblems().report("native gotcha " + function.text(), "no call of native function '" + function.text()
                    + "' is audited so far: none of " + callers + " calls it through the GOT, or they are excluded, as are the JVM, the C "
                    + "library and libzip. Libraries loaded later are included");
        }
        return number;
    }

    static synchronized void remove(int number) {
        if (AUDITED.set(number, null) != null) {
            unhook(HOOKS.get(number));
        }
    }

    /** Called by upcalls.c. */
    static void incoming(int number, long a, long b, long c, long d, long e, long f) {
        Audited audited = AUDITED.get(number);
        if (audited == null) return;
        try {
            audited.audit.incoming(new long[] {a, b, c, d, e, f});
        } catch (Throwable failure) {
            report(audited, failure);
        }
    }

    /** Called by upcalls.c. */
    static void outgoing(int number, long result) {
        Audited audited = AUDITED.get(number);
        if (audited == null) return;
        try {
            audited.audit.outgoing(result);
        } catch (Throwable failure) {
            report(audited, failure);
        }
    }

    private static void report(Audited audited, Throwable failure) {
        try {
            String function = audited.function.text();
            ProblemsKt.activeProblems().report("native audit " + function, "the audit of native function '" + function + "' failed with "
                    + failure);
        } catch (Throwable ignored) {
            // No caller could catch it, and there is no memory or stack left to report it.
        }
    }

    private static native long hook(String function, @Nullable String object, String callers, int number);

    private static native void unhook(long hook);
}
