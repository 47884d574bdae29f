package timemory.tools;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import timemory.Quantity;
import timemory.results.CallGraph;
import timemory.results.Results;
import timemory.tools.io.Amount;
import timemory.tools.io.Terminal;
import timemory.tools.io.VisibleOutput;
import timemory.tools.run.Durations;

/** {@code timemory top}: where a running program spends its time now. */
@Command(
        name = "top",
        description = {
            "Shows which regions a running program currently spends its time in, refreshed periodically.",
            "",
            "calls/s counts calls that ended, total is the time that threads spent in the region (200 %% for two threads all the time), "
                    + "self excludes nested regions, mean is that time divided by the calls that ended, and open is the number of calls "
                    + "that have not. p50 and p99 are shown if the program records percentiles (TIMEMORY_PERCENTILES). Without a "
                    + "process, lists those with a live socket.",
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  timemory top 1234",
            "  timemory top Server --sort p99 --filter '^GET '",
            "  timemory top 1234 --once --interval 10s > now.txt",
            "  timemory top 1234 --open --filter '^GET '              the slowest requests that run now",
        })
public final class TopCommand implements Callable<Integer> {

    private static final Duration MIN_INTERVAL = Duration.ofMillis(100);
    private static final Duration AT_ONCE = Duration.ofMillis(500);
    private static final int LINES_AROUND = 5;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "PID|NAME",
            description = "Process ID or part of its name, as listed by 'timemory ps'.")
    private @Nullable String target;

    @Option(names = {"-i", "--interval"}, paramLabel = "TIME", description = "Refresh interval: 500ms, 2s, 1m (default: ${DEFAULT-VALUE}).",
            defaultValue = "2s")
    private String interval;

    @Option(names = {"-n", "--count"}, paramLabel = "N", description = "Stop after N tables (default: run until Ctrl-C).")
    private int count = Integer.MAX_VALUE;

    @Option(names = {"-1", "--once"}, description = "Print one table of one interval, with all regions.")
    private boolean once;

    @Option(names = {"-s", "--sort"}, paramLabel = "COLUMN", description = "total (default), self, calls, mean, p99, open or label.")
    private String sort = "total";

    @Option(names = {"-r", "--filter"}, paramLabel = "REGEX",
            description = "Only regions whose label matches; in a tree, with their parents and children.")
    private @Nullable String filter;

    @Option(names = {"-t", "--tree"},
            description = "Show regions as a tree. By default regions with the same label are one row.")
    private boolean tree;

    @Option(names = "--open", description = "Show the regions that are open now instead, the longest first.")
    private boolean open;

    @Option(names = {"-m", "--metric"}, paramLabel = "ID", description = "Component (default: wall_clock if measured, or the first).")
    private @Nullable String metric;

    @Option(names = "--rows", paramLabel = "N",
            description = "Maximum number of regions (default: as many as the terminal has lines, all for a file).")
    private int rows;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Duration pause = pause();
        TopRows arrangement = arrangement();
        if (count < 1 || rows < 0) {
            throw new ParameterException(spec.commandLine(), "--count and --rows must be at least 1");
        }
        LiveFolders folders = new LiveFolders();
        if (target == null) {
            return list(folders);
        }
        LiveProcess process = LiveProcess.find(target, folders);
        String name = "top-" + ProcessHandle.current().pid();
        Thread leaving = new Thread(() -> forget(process, name), "leaving");
        Runtime.getRuntime().addShutdownHook(leaving);
        try {
            return open ? showOpen(process, pause, arrangement.filter()) : show(process, name, pause, arrangement);
        } finally {
            Runtime.getRuntime().removeShutdownHook(leaving);
            forget(process, name);
        }
    }

    private Duration pause() {
        try {
            Duration pause = Durations.parse(interval);
            if (pause.compareTo(MIN_INTERVAL) < 0) {
                throw new IllegalArgumentException("it is shorter than " + MIN_INTERVAL.toMillis() + "ms");
            }
            return pause;
        } catch (IllegalArgumentException failure) {
            throw new ParameterException(spec.commandLine(), "--interval '" + interval + "': " + failure.getMessage());
        }
    }

    private TopRows arrangement() {
        try {
            return new TopRows(TopRow.Order.of(sort), filter == null ? null : Pattern.compile(filter), tree);
        } catch (PatternSyntaxException exception) {
            throw new ParameterException(spec.commandLine(),
                    "--filter '" + filter + "' is not a regular expression: " + exception.getDescription());
        } catch (IllegalArgumentException ignored) {
            throw new ParameterException(spec.commandLine(),
                    "cannot sort by '" + sort + "'; there are total, self, calls, mean, p99, open, label");
        }
    }

    private int list(LiveFolders folders) throws IOException {
        List<LiveProcess> all = LiveProcess.all(folders);
        if (all.isEmpty()) {
            throw new IOException("no process has a live socket: start one with TIMEMORY_LIVE_SOCKET=true, or call Live.open() in it");
        }
        PsCommand.print(all, spec.commandLine().getOut());
        return 0;
    }

    private static void forget(LiveProcess process, String name) {
        try {
            process.ask("forget " + name);
        } catch (IOException unused) {
            return; // It keeps nothing any more, or not for long.
        }
    }

    private int show(LiveProcess process, String name, Duration pause, TopRows arrangement) throws IOException, InterruptedException {
        boolean isScreen = Terminal.isOutput() && !once;
        PrintWriter out = spec.commandLine().getOut();
        TopLoop loop = new TopLoop(new Asked(process, name), pause);
        int tables = once ? 1 : count;
        for (int i = 0; i < tables; i++) {
            Interval next;
            try {
                next = loop.next(isScreen && pause.compareTo(AT_ONCE) > 0 ? AT_ONCE : pause);
            } catch (IOException failure) {
                if (i == 0) {
                    throw failure;
                }
                spec.commandLine().getErr().println("timemory top: " + failure.getMessage());
                return 0;
            }
            print(out, isScreen, text(process.info(), next, arrangement, isScreen), i > 0);
        }
        return 0;
    }

    private int showOpen(LiveProcess process, Duration pause, @Nullable Pattern filter) throws IOException, InterruptedException {
        boolean isScreen = Terminal.isOutput() && !once;
        int tables = once ? 1 : count;
        for (int i = 0; i < tables; i++) {
            if (i > 0) {
                Thread.sleep(pause.toMillis());
            }
            List<OpenRegionRow> all = process.open();
            List<OpenRegionRow> regions = all.stream().filter(region -> region.matches(filter)).toList();
            LiveProcess.Info info = process.info();
            List<String> lines = new ArrayList<>();
            lines.add(info.name() + ", " + info.target() + ": " + regions.size() + " open at " + LocalTime.now().format(TIME));
            lines.add("");
            if (regions.isEmpty() && filter != null) lines.add("none of " + all.size() + " open regions matches --filter '" + filter + "'");
            else lines.addAll(OpenRegionRow.lines(regions, room(isScreen), isScreen ? Terminal.width() : Integer.MAX_VALUE));
            print(spec.commandLine().getOut(), isScreen, lines, i > 0);
        }
        return 0;
    }

    /** How many regions there is room for. */
    private int room(boolean isScreen) {
        return rows > 0 ? rows : isScreen ? Math.max(1, Terminal.height() - LINES_AROUND) : Integer.MAX_VALUE;
    }

    private static void print(PrintWriter out, boolean isScreen, List<String> lines, boolean isNext) {
        if (isScreen) {
            PrintWriter screen = VisibleOutput.raw(out);
            screen.print(isNext ? "\u001B[H" : "\u001B[H\u001B[2J");
            lines.forEach(line -> screen.print(Terminal.visible(line) + "\u001B[K\n"));
            screen.print("\u001B[J");
            screen.flush();
        } else {
            if (isNext) {
                out.println();
            }
            lines.forEach(out::println);
        }
        out.flush();
    }

    private List<String> text(LiveProcess.Info info, Interval interval, TopRows arrangement, boolean isScreen) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(Locale.ROOT, "%s, %s: %s up to %s", info.name(), info.target(),
                Amount.of(1e9 * interval.seconds(), Quantity.TIME), LocalTime.now().format(TIME)));
        CallGraph graph = graph(interval.results());
        if (graph == null) {
            lines.add("no activity" + (metric == null || interval.results().getGraphs().isEmpty() ? ""
                    : " in component '" + metric + "'; there is activity in " + names(interval.results())));
            return lines;
        }
        List<TopRow> regions = arrangement.of(interval.results(), graph.getType().getId(), interval.seconds());
        if (regions.isEmpty() && filter != null) {
            lines.add("no active region matches --filter '" + filter + "'");
            return lines;
        }
        String others = interval.results().getGraphs().stream().filter(one -> one != graph).map(one -> one.getType().getId())
                .collect(Collectors.joining(", "));
        lines.add(Terminal.visible(graph.getType().getId() + (others.isEmpty() ? "" : " (by --metric: " + others + ")")));
        lines.add("");
        lines.addAll(new TopTable(room(isScreen), isScreen ? Terminal.width() : Integer.MAX_VALUE).lines(regions, graph.getType()));
        return lines;
    }

    private static String names(Results results) {
        return results.getGraphs().stream().map(one -> Terminal.visible(one.getType().getId())).collect(Collectors.joining(", "));
    }

    /** Of the component that is wanted; {@code null} where it did nothing. */
    private @Nullable CallGraph graph(Results results) {
        if (metric != null) {
            return results.get(metric);
        }
        CallGraph clock = results.get("wall_clock");
        if (clock != null) {
            return clock;
        }
        List<CallGraph> graphs = results.getGraphs();
        return graphs.stream().filter(one -> one.getType().getQuantity().getName().equals(Quantity.TIME.getName())).findFirst()
                .orElse(graphs.isEmpty() ? null : graphs.get(0));
    }

    /** A process, by the clock of this one. */
    private record Asked(LiveProcess process, String name) implements TopLoop.Source {

        @Override
        public SocketResponse part() throws IOException {
            return process.ask("part " + name);
        }

        @Override
        public Results results(SocketResponse reply) throws IOException {
            return process.results(reply);
        }

        @Override
        public long now() {
            return System.nanoTime();
        }

        @Override
        public void sleep(Duration time) throws InterruptedException {
            Thread.sleep(time.toMillis());
        }
    }
}
