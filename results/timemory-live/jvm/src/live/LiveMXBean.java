package timemory.live;

import java.util.List;
import org.jspecify.annotations.Nullable;
import timemory.ExperimentalTimemoryApi;

/**
 * What consoles of JMX, such as JConsole, VisualVM and Mission Control, show of this process, and may do: {@code timemory:type=Live} of the
 * platform's server, as long as a session goes on whose settings want it ({@code TIMEMORY_LIVE_MBEAN=true}), or from {@link
 * LiveConsole#open} on.
 *
 * <p>Who may connect, the program and the JVM say ({@code com.sun.management.jmxremote}, or the user's own processes by attaching): timemory
 * opens nothing for it.
 *
 * <p>May be called from any thread.
 */
@ExperimentalTimemoryApi
public interface LiveMXBean {

    /** Whether a session goes on. */
    boolean isMeasuring();

    /** Whether regions are recorded, as {@code timemory enable} and {@code disable} have it. */
    boolean isRecording();

    /** Has regions be recorded, or not. */
    void setRecording(boolean recording);

    /** Where {@code timemory top} and the others ask this process; {@code null} where they cannot. */
    @Nullable
    String getSocket();

    /**
     * Opens that socket, unless it is open, and returns its path; see {@link Live#open}.
     *
     * @throws IllegalStateException with the reason, where it cannot be opened
     */
    String openSocket();

    /** Closes that socket, if it is open. */
    void closeSocket();

    /**
     * The regions of the call graph with most elapsed time of their own, the first of them first; a hundred at the most. Empty while nothing
     * is measured by {@code wall_clock}. They are made anew each time, as by {@code Timemory.results()}.
     */
    List<LiveRegion> getRegions();

    /**
     * As {@link #getRegions}, by the values of another component.
     *
     * @param component its name, as {@code thread_cpu_clock}
     * @throws IllegalArgumentException where nothing was measured by it, in which case the message has what there is, or where it has no
     * values
     */
    List<LiveRegion> regionsBy(String component);

    /**
     * Chooses what regions are measured by from now on that name no components, as {@code timemory configure PID components=...}.
     *
     * @param components names with commas between
     * @throws IllegalArgumentException for a name that is not known; the message has the nearest
     */
    void chooseComponents(String components);
}
