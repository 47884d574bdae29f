package timemory.agent.record;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import timemory.Scope;
import timemory.agent.option.AgentOptions;
import timemory.settings.Settings;
import timemory.Timemory;

/** Creates the sites of functions from their labels and component ids. */
public final class SiteMaker {
    private final Sites sites;
    private final boolean throttles;
    private final Queue<Integer> numbers = new ConcurrentLinkedQueue<>();
    private final Bundling bundles;

    /**
     * Adds them to {@code sites}.
     *
     * @param throttles whether functions that are called often and are short are no longer measured after a while
     * @param scope that of regions, {@code null} as the settings specify
     */
    public SiteMaker(Sites sites, boolean throttles, @Nullable Scope scope) {
        bundles = new Bundling(scope);
        this.sites = sites;
        this.throttles = throttles;
    }

    /** Adds a function and returns its number. */
    public int add(String label, String components, @Nullable ArgumentText arguments) {
        int number = sites.add(make(label, components, arguments));
        numbers.add(number);
        return number;
    }

    /** Returns the label of the function with {@code number}. */
    public String labelOf(int number) {
        return sites.get(number).label();
    }

    /** Creates a function without a number. */
    Site make(String label, String components, @Nullable ArgumentText arguments) {
        Settings settings = Timemory.getSettings();
        boolean watched = throttles && settings.getThrottleCount() > 0 && settings.getThrottleValue() > 0;
        Throttle throttle = watched ? new Throttle(settings.getThrottleCount(), settings.getThrottleValue()) : null;
        boolean followsPushed = components.equals(AgentOptions.PUSHED);
        // One bundle for all of those, which does not measure.
        return new Site(label, bundles.of(followsPushed ? "wall_clock" : components), followsPushed, throttle, arguments);
    }

    /** The measurement has ended: its functions are removed from {@link Sites#all}, and their numbers are free. */
    public void release() {
        for (Integer number = numbers.poll(); number != null; number = numbers.poll()) sites.release(number);
    }
}
