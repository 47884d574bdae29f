package timemory.live;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import timemory.ExperimentalTimemoryApi;
import timemory.Timemory;
import timemory.internal.platform.JvmProcessKt;
import timemory.results.CallGraph;
import timemory.results.CallGraphNode;
import timemory.results.Metric;
import timemory.results.Results;
import timemory.spi.SessionListener;

/**
 * Shows this process in JMX consoles: see {@link LiveMXBean}. JMX is not loaded before it is needed.
 *
 * <p>Thread-safe.
 */
@ExperimentalTimemoryApi
public final class LiveConsole {

    private static final String NAME = "timemory:type=Live";

    /** How many names to try, because copies of timemory in other class loaders may have some. */
    private static final int MAX_COPIES = 100;

    /** Guards the fields below; never held while calling JMX. */
    private static final Object LOCK = new Object();

    private static @Nullable ObjectName name;
    private static boolean isByProgram;
    private static boolean isListening;

    private LiveConsole() {}

    /**
     * Registers this process with JMX, and returns the name: {@code timemory:type=Live}, followed by {@code copy=2} and so on if another
     * copy of timemory in this process has that name. It stays registered when sessions end, until {@link #close}.
     *
     * @throws IllegalStateException with the reason if the JMX server rejects it
     */
    public static String open() {
        return open(true);
    }

    /** Unregisters this process if it is registered. */
    public static void close() {
        ObjectName known;
        synchronized (LOCK) {
            known = name;
            name = null;
            isByProgram = false;
        }
        if (known != null) {
            unregister(known);
        }
    }

    /** Called when a session starts whose settings ask for it. */
    static void begins() {
        try {
            open(false);
        } catch (IllegalStateException | LinkageError failure) { // a JVM made by jlink may lack java.management
            JvmProcessKt.printError("timemory: TIMEMORY_LIVE_MBEAN: consoles do not show this process: " + failure.getMessage());
        }
    }

    private static String open(boolean byProgram) {
        synchronized (LOCK) {
            isByProgram = isByProgram || byProgram;
            if (name != null) {
                return name.toString();
            }
        }
        ObjectName registered = register();
        boolean isFirst;
        ObjectName before;
        synchronized (LOCK) {
            before = name;
            name = before == null ? registered : before;
            isFirst = !isListening;
            isListening = true;
        }
        if (before != null) { // another thread has opened it at the same time
            unregister(registered);
            return before.toString();
        }
        if (isFirst) {
            new SessionListener() {
                @Override
                public void ended() {
                    sessionEnded();
                }
            }.register();
        }
        return registered.toString();
    }

    private static void sessionEnded() {
        boolean stays;
        synchronized (LOCK) {
            stays = isByProgram;
        }
        if (!stays) {
            close();
        }
    }

    private static ObjectName register() {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        try {
            for (int copy = 1; copy <= MAX_COPIES; copy++) {
                ObjectName free = new ObjectName(copy == 1 ? NAME : NAME + ",copy=" + copy);
                if (!server.isRegistered(free)) {
                    return server.registerMBean(new Shown(), free).getObjectName();
                }
            }
            throw new IllegalStateException("there are " + MAX_COPIES + " beans " + NAME + " in this process");
        } catch (JMException failure) {
            throw new IllegalStateException(failure.toString(), failure);
        }
    }

    private static void unregister(ObjectName registered) {
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(registered);
        } catch (JMException ignored) { // it was already unregistered
            return;
        }
    }

    private static final class Shown implements LiveMXBean {
        private static final String ELAPSED = "wall_clock";
        private static final int MAX_ROWS = 100;

        @Override
        public boolean isMeasuring() {
            return Timemory.isInitialized();
        }

        @Override
        public boolean isRecording() {
            return Timemory.isEnabled();
        }

        @Override
        public void setRecording(boolean recording) {
            Timemory.setEnabled(recording);
        }

        @Override
        public @Nullable String getSocket() {
            return Live.getSocket();
        }

        @Override
        public String openSocket() {
            return Live.open();
        }

        @Override
        public void closeSocket() {
            Live.close();
        }

        @Override
        public List<LiveRegion> getRegions() {
            Results results = Timemory.results();
            CallGraph graph = results == null ? null : results.get(ELAPSED);
            return graph == null ? List.of() : regionsOf(graph);
        }

        @Override
        public List<LiveRegion> regionsBy(String component) {
            Results results = Timemory.results();
            CallGraph graph = results == null ? null : results.get(component);
            if (graph == null) {
                String there = results == null ? "" : results.getGraphs().stream().map(one -> one.getType().getId())
                        .collect(Collectors.joining(", "));
                throw new IllegalArgumentException("no results of component '" + component + "', "
                        + (there.isEmpty() ? "nor of any other" : "but of " + there));
            }
            return regionsOf(graph);
        }

        @Override
        public void chooseComponents(String components) {
            ChooseComponentsKt.chooseComponents(components);
        }

        /** Two passes, so that paths are built only for the regions shown: there may be hundreds of thousands. */
        private static List<LiveRegion> regionsOf(CallGraph graph) {
            List<Metric.Number> numbers = Metric.of(graph.getType()).getNumbers();
            if (numbers.isEmpty()) {
                throw new IllegalArgumentException("'" + graph.getType().getId() + "' has no values");
            }
            Metric.Number number = numbers.get(0);
            List<Place> most = placesOf(graph, number);
            Map<Integer, Place> byPosition = new HashMap<>();
            most.forEach(place -> byPosition.put(place.position, place));
            List<String> path = new ArrayList<>();
            int position = 0;
            for (Iterator<CallGraphNode> nodes = graph.nodes().iterator(); nodes.hasNext(); position++) {
                CallGraphNode node = nodes.next();
                path.subList(node.getDepth(), path.size()).clear();
                path.add(node.getLabel());
                Place place = byPosition.get(position);
                if (place != null) {
                    place.path = String.join(" > ", path);
                }
            }
            String unit = number.getFileUnit().getSymbol();
            return most.stream().map(place -> place.shown(unit)).toList();
        }

        private static List<Place> placesOf(CallGraph graph, Metric.Number number) {
            PriorityQueue<Place> most = new PriorityQueue<>(Comparator.comparingDouble(Place::weight));
            int position = 0;
            for (Iterator<CallGraphNode> nodes = graph.nodes().iterator(); nodes.hasNext(); position++) {
                most.add(new Place(position, nodes.next(), number));
                if (most.size() > MAX_ROWS) {
                    most.poll();
                }
            }
            List<Place> sorted = new ArrayList<>(most);
            sorted.sort(Comparator.comparingDouble(Place::weight).reversed());
            return sorted;
        }
    }

    private static final class Place {
        final int position;
        final long laps;
        final long openLaps;
        final double value;
        final double self;
        String path = "";

        Place(int position, CallGraphNode node, Metric.Number number) {
            double size = number.getFileUnit().getSize();
            this.position = position;
            laps = node.getInclusive().getLaps();
            openLaps = node.getInclusive().getOpenLaps();
            value = node.getInclusive().sum(0) / size;
            self = number.isAdditive() ? node.exclusive(0) / size : Double.NaN;
        }

        double weight() {
            return Double.isNaN(self) ? value : self;
        }

        LiveRegion shown(String unit) {
            return new LiveRegion(path, laps, openLaps, value, self, unit);
        }
    }
}
