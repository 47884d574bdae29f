package timemory.agent.record;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The woven functions, by number. Numbers of an ended measurement are reused, for functions with the same label if there are any: a thread
 * may still run code that was woven then.
 *
 * <p>Written under a lock, before the class that uses the number is defined; read without. A thread that runs that class sees the entry,
 * because defining a class happens before its code runs.
 */
public final class Sites {
    private static final Site NONE = new Site("", null, false, null, null);

    private Site[] sites = new Site[1024];
    private int count;

    /** Free numbers by the label of their last function. */
    private final Map<String, Deque<Integer>> free = new HashMap<>();

    /** Returns the function with {@code number}; one that is not measured if there is none. */
    Site get(int number) {
        Site[] known = sites;
        return number < known.length ? known[number] : NONE;
    }

    /** Whether the function with {@code number} is no longer measured because it was called often and was short. */
    public boolean isThrottled(int number) {
        return get(number).isThrottled();
    }

    /** The function with {@code number} is measured from {@code nanoseconds} after the start of the measurement on. */
    public void measuredFrom(int number, long nanoseconds) {
        get(number).from = nanoseconds;
    }

    /** Returns how many functions are no longer measured because they were called often and were short. */
    public synchronized int throttled() {
        int throttled = 0;
        for (int i = 0; i < count; i++) if (sites[i].isThrottled()) throttled++;
        return throttled;
    }

    /** Returns a number from which on no function is measured. */
    int unmeasured() {
        return Integer.MAX_VALUE / 2;
    }

    /** Adds a function and returns its number. */
    public synchronized int add(Site site) {
        Deque<Integer> known = free.get(site.label());
        if (known != null) {
            int number = known.pop();
            if (known.isEmpty()) free.remove(site.label());
            sites[number] = site;
            return number;
        }
        return append(site);
    }

    /** The function with {@code number} is no longer measured. */
    synchronized void release(int number) {
        free.computeIfAbsent(sites[number].label(), label -> new ArrayDeque<>()).push(number);
        sites[number] = NONE;
    }

    private int append(Site site) {
        if (count == sites.length) sites = Arrays.copyOf(sites, count * 2);
        sites[count] = site;
        return count++;
    }

    /** Adds functions and returns the number of the first; those of the others follow it. */
    public synchronized int addAll(List<Site> more) {
        int first = count;
        for (Site site : more) append(site);
        return first;
    }

    /** Returns all functions that are currently measured. */
    public synchronized List<Site> all() {
        List<Site> all = new ArrayList<>(count);
        for (int i = 0; i < count; i++) if (sites[i] != NONE) all.add(sites[i]);
        return all;
    }
}
