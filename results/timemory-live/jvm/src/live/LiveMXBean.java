package timemory.live;

import java.util.List;
import org.jspecify.annotations.Nullable;
import timemory.ExperimentalTimemoryApi;

/**
 * The management interface of this process for JMX consoles, such as JConsole, VisualVM and Mission Control. It is registered as {@code
 * timemory:type=Live} in the platform server, during a session whose settings ask for it ({@code TIMEMORY_LIVE_MBEAN=true}), or after
 * {@link LiveConsole#open}.
 *
 * <p>The program and the JVM decide who may connect ({@code com.sun.management.jmxremote}, or the user's own processes by attaching):
 * timemory opens no access to it.
 *
 * <p>Thread-safe.
 */
@ExperimentalTimemoryApi
public interface LiveMXBean {

    /** Returns whether a session is running. */
    boolean isMeasuring();

    /** Returns whether regions are recorded, as set by {@code timemory enable} and {@code disable}. */
    boolean isRecording();

    /** Enables or disables the recording of regions. */
    void setRecording(boolean recording);

    /** Returns the path of the live socket, used by {@code timemory top} and other commands; {@code null} if it is closed. */
    @Nullable
    String getSocket();

    /**
     * Opens the live socket if needed, and returns its path; see {@link Live#open}.
     *
     * @throws IllegalStateException with the reason if it cannot be opened
     */
    String openSocket();

    /** Closes the live socket if it is open. */
    void closeSocket();

    /**
     * At most a hundred regions of the call graph with the largest exclusive elapsed time, in descending order. Empty while nothing is
     * measured by {@code wall_clock}. Each read computes them again, like {@code Timemory.results()}.
     */
    List<LiveRegion> getRegions();

    /**
     * Returns the regions with the largest exclusive values of another component, like {@link #getRegions}.
     *
     * @param component its name, such as {@code thread_cpu_clock}
     * @throws IllegalArgumentException if it has measured nothing, in which case the message lists the available ones, or if its values are
     * not numbers
     */
    List<LiveRegion> regionsBy(String component);

    /**
     * Sets the components of regions that do not name any, like {@code timemory configure PID components=...}.
     *
     * @param components comma-separated names
     * @throws IllegalArgumentException for an unknown name; the message suggests the nearest one
     */
    void chooseComponents(String components);
}
