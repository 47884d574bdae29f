package timemory.agent.record;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The functions that were woven, by number.
 *
 * <p>Written under a lock, before the class is defined that uses the number; read without. A thread that runs that class sees the entry,
 * because defining a class happens before its code runs.
 */
public final class Sites {
    private static final Site NONE = new Site("", null, null, null);

    private Site[] sites = new Site[1024];
    private int count;

    /** The function with {@code number}; one that is not measured where there is none. */
    Site get(int number) {
        Site[] known = sites;
        return number < known.length ? known[number] : NONE;
    }

    /** A number from which on no function is measured. */
    int unmeasured() {
        return Integer.MAX_VALUE / 2;
    }

    /** Adds a function and returns its number. */
    public synchronized int add(Site site) {
        if (count == sites.length) sites = Arrays.copyOf(sites, count * 2);
        sites[count] = site;
        return count++;
    }

    /** Adds functions and returns the number of the first; those of the others follow it. */
    public synchronized int addAll(List<Site> more) {
        int first = count;
        for (Site site : more) add(site);
        return first;
    }

    /** All functions, in the order in which they were woven. */
    public synchronized List<Site> all() {
        return new ArrayList<>(Arrays.asList(sites).subList(0, count));
    }
}
