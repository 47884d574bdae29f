package timemory.agent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import timemory.agent.select.MethodFacts;
import timemory.agent.weave.MethodPlan;

/** The functions woven in one class. May be used by any number of threads. */
final class ClassPlan {
    private final Map<String, Function> functions = new HashMap<>();

    /** The number of woven functions, for {@link #countNew}. */
    private int counted;

    private static final class Function {
        final MethodPlan plan;

        /**
         * False for functions whose loops, calls or lines may still be measured; and for {@code suspend} functions, because a coroutine
         * suspended in one returns to where its call was measured.
         */
        final boolean mayBeReleased;

        /** Its original code was restored. */
        boolean isReleased;

        /** It could not be woven. */
        boolean isLeft;

        Function(MethodPlan plan, boolean isSuspend) {
            this.plan = plan;
            mayBeReleased = plan.inside() == null && !isSuspend;
        }
    }

    /** Returns the plan of {@code method}, {@code null} if it has none. */
    @Nullable
    MethodPlan get(MethodFacts method) {
        return get(keyOf(method));
    }

    /** Returns the plan of the function with the name and descriptor {@code key}, {@code null} if it has none. */
    synchronized @Nullable MethodPlan get(String key) {
        Function known = functions.get(key);
        return known == null ? null : known.plan;
    }

    synchronized void put(String key, boolean isSuspend, MethodPlan plan) {
        functions.put(key, new Function(plan, isSuspend));
    }

    /** Marks {@code method} as impossible to weave. */
    synchronized void leave(MethodFacts method) {
        // Only functions of the plan are woven, so only they can fail.
        Function function = Objects.requireNonNull(functions.get(keyOf(method)));
        function.isReleased = true;
        function.isLeft = true;
    }

    /** Whether none of it was counted. */
    synchronized boolean isNew() {
        return counted == 0;
    }

    /** Returns the number of functions woven since the last call. */
    synchronized int countNew() {
        int before = counted;
        counted = 0;
        for (Function function : functions.values()) if (!function.isLeft) counted++;
        return counted - before;
    }

    /**
     * Releases the functions for which {@code isOver} returns true for their number, because they are no longer measured: their original
     * code is to be restored.
     *
     * @return how many there were; if there are any, the class is to be woven again
     */
    synchronized int release(IntPredicate isOver) {
        int count = 0;
        for (Function function : functions.values()) {
            if (!function.mayBeReleased || function.isReleased || !isOver.test(function.plan.site())) continue;
            function.isReleased = true;
            count++;
        }
        return count;
    }

    /** Returns the methods among {@code methods} that were not released. */
    synchronized List<MethodFacts> unreleased(List<MethodFacts> methods) {
        List<MethodFacts> left = new ArrayList<>();
        for (MethodFacts method : methods) {
            Function known = functions.get(keyOf(method));
            if (known == null || !known.isReleased) left.add(method);
        }
        return left;
    }

    static String keyOf(MethodFacts method) {
        return method.name + method.descriptor;
    }
}
