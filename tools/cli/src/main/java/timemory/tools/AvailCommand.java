package timemory.tools;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import timemory.tools.io.Terminal;

/** {@code timemory avail}: lists components, settings and hardware events. */
@Command(
        name = "avail",
        description = {
            "Lists components, settings and hardware events of this machine.",
            "",
            "Without -C, -S or -H it lists the components, and whether each is available here, or why not. Their ids are what"
                    + " TIMEMORY_COMPONENTS, bundleOf(\"...\") and pushComponents(\"...\") take.",
            ""
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  timemory avail                              the components of programs on the JVM",
            "  timemory avail --target native              those of native programs",
            "  timemory avail -r 'clock|util' --available  clocks and utilisations available here",
            "  timemory avail -C -c id,source,overhead     where values come from, and the overhead of a lap",
            "  timemory avail -S -r output                 settings of the output",
            "  timemory avail -H --available -r 'faults'   events of page faults that can be counted here",
            "  timemory avail -a -M -O listing.md          everything, as Markdown, into a file",
        })
final class AvailCommand implements Callable<Integer> {

    /** What can be listed, with the columns that are shown unless others are asked for. */
    enum Kind {
        COMPONENTS("id,status,unit,bound,description", "available,reason,aliases,label,category,quantity,source,class,overhead,target"),
        SETTINGS("variable,kind,default,description", "name,aliases,property,program,allowed,target"),
        EVENTS("event,status,category,description", "available,reason"),
        NOT_OFFERED("variable,reason", "name,target"),
        AGENT_OPTIONS("option,value,default,description", "");

        final List<String> usual;
        final List<String> others;

        Kind(String usual, String others) {
            this.usual = List.of(usual.split(","));
            this.others = List.of(others.split(","));
        }

        boolean has(String column) {
            return usual.contains(column) || others.contains(column);
        }
    }

    static final class Kinds {
        @Option(names = {"-a", "--all"}, description = "List components, settings and hardware events.")
        boolean all;

        @Option(names = {"-C", "--components"}, description = "List components.")
        boolean components;

        @Option(names = {"-S", "--settings"}, description = "List settings.")
        boolean settings;

        @Option(names = {"-H", "--hw-counters"}, description = "List the events of perf_events and PAPI, GPUs, and what CUPTI "
                + "records and counts.")
        boolean events;

        @Option(names = "--not-offered", description = "List the settings of timemory for C++ that are not supported here, and why.")
        boolean notOffered;

        @Option(names = "--agent-options",
                description = "List the options of the Java agent, as they follow -javaagent:timemory-agent.jar=.")
        boolean agentOptions;

        boolean isNothingElse() {
            return !settings && !events && !notOffered && !agentOptions;
        }
    }

    static final class Format {
        @Option(names = {"-M", "--markdown"}, description = "Write a Markdown table.")
        boolean markdown;

        @Option(names = "--json", description = "Write JSON, with all columns.")
        boolean json;

        @Option(names = "--csv", description = "Write comma-separated values.")
        boolean csv;
    }

    @Spec
    private CommandSpec spec;

    @ArgGroup(exclusive = false, heading = "What to list:%n")
    private Kinds kinds = new Kinds();

    @Option(
            names = "--target",
            paramLabel = "jvm|native|all",
            description = "Target of the programs (default: ${DEFAULT-VALUE}).",
            defaultValue = "jvm")
    private String target;

    @Option(names = {"-r", "--filter"}, paramLabel = "REGEX", description = "Only rows with a match in any column.")
    private @Nullable String filter;

    @Option(names = {"-i", "--ignore-case"}, description = "Ignore case in the filter.")
    private boolean ignoreCase;

    @Option(names = "--available", description = "Only components and events that are available here.")
    private boolean available;

    @Option(names = "--category", paramLabel = "NAME", description = "Only components or events in a category: timing, I/O, perf "
            + "software, ...")
    private @Nullable String category;

    @Option(names = {"-A", "--alphabetical"}, description = "Sort by name.")
    private boolean alphabetical;

    @Option(
            names = {"-c", "--columns"},
            split = ",",
            paramLabel = "COLUMN",
            description = {
                "Show these columns, in this order. Components have id, status, available, reason, aliases, label, description, category,"
                        + " quantity, unit, bound, source, class, overhead, target; settings have name, aliases, variable, property, "
                        + "program, kind, default,"
                        + " allowed, description, target; hardware events have event, status, category, description, available, reason; "
                        + "unsupported settings"
                        + " have name, variable, reason, target; options of the agent have option, value, default, description."
            })
    private @Nullable List<String> columns;

    @Option(names = {"-b", "--brief"}, description = "Show names and status only.")
    private boolean brief;

    @Option(names = {"-w", "--width"}, paramLabel = "COLUMNS", description = "Maximum width of tables (default: the terminal's width, "
            + "or 120).")
    private @Nullable Integer width;

    @Option(names = {"-O", "--output"}, paramLabel = "FILE", description = "Write to a file.")
    private @Nullable Path output;

    @ArgGroup
    private Format format = new Format();

    @Override
    public Integer call() throws IOException {
        List<Listing> listings = new ArrayList<>();
        for (Kind kind : kindsToList()) {
            listings.add(listing(kind));
        }
        if (output == null) {
            write(listings, spec.commandLine().getOut());
        } else {
            try (PrintWriter file = new PrintWriter(Files.newBufferedWriter(output))) {
                write(listings, file);
            }
        }
        return 0;
    }

    private List<Kind> kindsToList() {
        List<Kind> wanted = new ArrayList<>();
        if (kinds.all || kinds.components || kinds.isNothingElse()) {
            wanted.add(Kind.COMPONENTS);
        }
        if (kinds.all || kinds.settings) {
            wanted.add(Kind.SETTINGS);
        }
        if (kinds.all || kinds.events) {
            wanted.add(Kind.EVENTS);
        }
        if (kinds.all || kinds.notOffered) {
            wanted.add(Kind.NOT_OFFERED);
        }
        if (kinds.agentOptions) {
            wanted.add(Kind.AGENT_OPTIONS);
        }
        return wanted;
    }

    private Listing listing(Kind kind) throws IOException {
        List<Map<String, String>> rows = new ArrayList<>();
        switch (kind) {
            case COMPONENTS -> readCatalogues("components", rows);
            case SETTINGS -> readCatalogues("settings", rows);
            case EVENTS -> rows.addAll(EventRows.all());
            case NOT_OFFERED -> readCatalogues("not_offered", rows);
            case AGENT_OPTIONS -> rows.addAll(Catalogues.ofTheAgent());
        }
        List<String> shown = columnsOf(kind);
        if (kind == Kind.COMPONENTS || kind == Kind.EVENTS) {
            rows.removeIf(row -> available && !"true".equals(row.get("available")));
            rows.removeIf(row -> category != null && !category.equalsIgnoreCase(row.get("category")));
        }
        if (filter != null) {
            Pattern pattern = pattern(filter);
            rows.removeIf(row -> shown.stream().noneMatch(column -> pattern.matcher(row.getOrDefault(column, "")).find()));
        }
        if (alphabetical) {
            rows.sort(Comparator.comparing(row -> row.getOrDefault(shown.get(0), "")));
        }
        return new Listing(kind.name().toLowerCase(Locale.ROOT), shown, rows);
    }

    private void readCatalogues(String kind, List<Map<String, String>> rows) throws IOException {
        boolean withCosts = columns != null && columns.contains("overhead") && kind.equals("components");
        switch (target.toLowerCase(Locale.ROOT)) {
            case "jvm" -> rows.addAll(Catalogues.ofTheJvm(kind, withCosts));
            case "native" -> rows.addAll(Catalogues.ofNativePrograms(kind, withCosts));
            case "all" -> {
                rows.addAll(Catalogues.ofTheJvm(kind, withCosts));
                rows.addAll(Catalogues.ofNativePrograms(kind, withCosts));
            }
            default -> throw new ParameterException(spec.commandLine(), "--target is '" + target + "' but must be jvm, native or all");
        }
    }

    private List<String> columnsOf(Kind kind) {
        if (columns == null) {
            List<String> usual = brief ? kind.usual.subList(0, 2) : kind.usual;
            if (!target.equalsIgnoreCase("all") || !kind.has("target")) {
                return usual;
            }
            List<String> withTarget = new ArrayList<>(usual);
            withTarget.add(1, "target");
            return withTarget;
        }
        for (String column : columns) {
            if (Stream.of(Kind.values()).noneMatch(any -> any.has(column))) {
                throw new ParameterException(spec.commandLine(), "there is no column '" + column + "'");
            }
        }
        List<String> shown = columns.stream().filter(kind::has).toList();
        return shown.isEmpty() ? kind.usual : shown;
    }

    private Pattern pattern(String filter) {
        try {
            return Pattern.compile(filter, ignoreCase ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0);
        } catch (PatternSyntaxException failure) {
            throw new ParameterException(spec.commandLine(),
                    "--filter '" + filter + "' is not a regular expression: " + failure.getDescription());
        }
    }

    private void write(List<Listing> listings, PrintWriter out) throws IOException {
        if (format.json) {
            Listing.writeJson(listings, out);
        } else {
            boolean isFirst = true;
            for (Listing listing : listings) {
                if (!isFirst) {
                    out.println();
                }
                isFirst = false;
                if (format.csv) {
                    listing.writeCsv(out);
                } else if (format.markdown) {
                    listing.writeMarkdown(out);
                } else {
                    listing.writeTable(out, widthOfTables());
                }
            }
        }
        out.flush();
    }

    /** A file is as wide as it needs to be. */
    private int widthOfTables() {
        if (width != null) {
            if (width < 20) {
                throw new ParameterException(spec.commandLine(), "--width is " + width + " but must be at least 20");
            }
            return width;
        }
        return output != null ? Integer.MAX_VALUE : Terminal.width();
    }
}
