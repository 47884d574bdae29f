package timemory.agent.hot;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import timemory.agent.select.MethodFacts;

/**
 * Which functions of a program are worth measuring if none were named: those of the first classes that have any, {@value
 * #FIRST_FUNCTIONS} or a few more, from when they are loaded; for other classes, those that stack samples show to take time, and their
 * callers, from then on.
 *
 * <p>Most functions of a large program run a few times and take no time, yet weaving them, and compiling the woven code, takes as long as
 * the program itself. A small program is measured entirely.
 *
 * <p>May be used by any number of threads. Classes are identified by name, with dots, in any loader.
 */
public final class SelectedFunctions {
    /** So many that a program with one second of CPU time, in which they are compiled, takes half as long again. */
    public static final int FIRST_FUNCTIONS = 100;

    private final Set<String> first = new HashSet<>();
    private final Map<String, Set<String>> later = new HashMap<>();
    private int firstFunctions;
    private boolean isFull;
    private boolean hasUnwoven;

    /** Whether the class {@code name} may have functions to weave, so that it has to be examined. */
    public synchronized boolean mayTake(String name) {
        boolean mayTake = !isFull || first.contains(name) || later.containsKey(name);
        hasUnwoven |= !mayTake;
        return mayTake;
    }

    /**
     * Whether the class {@code name} need not be examined, and it is known by now that there are such classes: the shortcut for most
     * classes of a large program.
     */
    public synchronized boolean isPast(String name) {
        return hasUnwoven && !mayTake(name);
    }

    /** Returns which of the functions {@code selected} of the class {@code name} are woven. */
    public synchronized List<MethodFacts> of(String name, List<MethodFacts> selected) {
        if (takesWhole(name, selected.size())) return selected;
        hasUnwoven |= !selected.isEmpty();
        Set<String> names = later.getOrDefault(name, Set.of());
        List<MethodFacts> some = new ArrayList<>();
        for (MethodFacts method : selected) if (isMarked(method) || names.contains(method.name)) some.add(method);
        return some;
    }

    private static boolean isMarked(MethodFacts method) {
        return method.mark != null || method.owner.mark != null;
    }

    /** Whether all of the {@code count} functions of the class {@code name} are woven from the time it is loaded. */
    public synchronized boolean takesWhole(String name, int count) {
        if (first.contains(name)) return true;
        if (isFull || count == 0) return false;
        takeWhole(name, count);
        return true;
    }

    private void takeWhole(String name, int count) {
        first.add(name);
        firstFunctions += count;
        isFull = firstFunctions >= FIRST_FUNCTIONS;
    }

    /** Whether there are functions that are measured only when samples show them to take time. */
    public synchronized boolean hasUnwoven() {
        return hasUnwoven;
    }

    /** The number of functions chosen from the start. */
    public synchronized int first() {
        return firstFunctions;
    }

    /** No class is woven entirely from now on: the program has too many already. */
    public synchronized void onlyBySamples() {
        isFull = true;
    }

    /** Functions of the class {@code name} take time; returns those of them that are new. */
    public synchronized Set<String> add(String name, Set<String> functions) {
        if (first.contains(name)) return Set.of();
        Set<String> more = new HashSet<>(functions);
        more.removeAll(later.getOrDefault(name, Set.of()));
        later.computeIfAbsent(name, some -> new HashSet<>()).addAll(more);
        return more;
    }
}
