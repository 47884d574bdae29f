package timemory.agent.option;

import timemory.agent.select.Selection;

/**
 * The list of the agent's options: name, value and meaning of each. {@link AgentOptions} parses them, {@code timemory run} offers them with
 * their help, and docs/generate writes the table in docs/run.md from this list.
 *
 * <p>Loaded at program start: without lambdas and class bodies, each of which would be a class to load.
 */
public enum AgentOption {
    INCLUDE("include", Kind.LIST, Role.INCLUDES, "PATTERN", "",
            "Measure functions that match, instead of the program's own. A PATTERN is a regular expression that is searched for in "
                    + "'com.acme.Db.query(java.lang.String)', or in the part that its prefix names: class:, method:, signature:, module:, "
                    + "annotation:, source:."),

    PRESET("preset", Kind.LIST, Role.INCLUDES, "web|tests", "",
            "Measure what frameworks call, however small: request handlers (Spring, Jakarta REST, Micronaut), tests (JUnit, TestNG)."),

    EXCLUDE("exclude", Kind.LIST, Role.WEAVES, "PATTERN", "", "Do not measure functions that match."),

    RESTRICT("restrict", Kind.LIST, Role.CHOOSES, "PATTERN", "", "Measure only functions that match this too."),

    CALLERS("callers", Kind.LIST, Role.INCLUDES, "PATTERN", "", "Measure functions that call one that matches."),

    CALLEES("callees", Kind.LIST, Role.INCLUDES, "PATTERN", "", "Measure functions that are called by one that matches."),

    LEARNED("learned", Kind.FILE, Role.CHOOSES, "FILE", "",
            "Measure the functions that this file, written by `timemory learn`, marks as worth measuring, and unlisted ones that a pattern "
                    + "includes."),

    MIN_SIZE("min-size", Kind.NUMBER, Role.CHOOSES, "BYTES", "" + Selection.DEFAULT_MINIMUM_SIZE,
            "Skip functions with less code than this as trivial."),

    MIN_SIZE_LOOP("min-size-loop", Kind.NUMBER, Role.CHOOSES, "BYTES", "0", "The same for functions with loops."),

    MAIN("main", Kind.FLAG, Role.CHOOSES, "", "false", "Measure main only."),

    CONSTRUCTORS("constructors", Kind.FLAG, Role.CHOOSES, "", "false",
            "Measure constructors too, starting after their call of another constructor."),

    STATIC_INITIALIZERS("static-initializers", Kind.FLAG, Role.CHOOSES, "", "false", "Measure static initializers too."),

    LAMBDAS("lambdas", Kind.FLAG, Role.CHOOSES, "", "false", "Measure bodies of lambdas too."),

    ALL_FUNCTIONS("all-functions", Kind.FLAG, Role.MEASURES, "", "false",
            "Measure all functions of the program from the start, not only the first ones and those that samples find expensive."),

    JDK("jdk", Kind.FLAG, Role.CHOOSES, "", "false", "Measure functions of the Java runtime too."),

    COMPONENTS("components", Kind.LIST, Role.WEAVES, "[PATTERN=]IDS", "wall_clock",
            "Components to measure: ids as `timemory avail` lists them; with a PATTERN, for the functions that match it."),

    MODE("mode", Kind.TEXT, Role.WEAVES, "trace|region", "trace",
            "Components of functions without specific ones: always the same (trace), or those that the thread last chose with "
                    + "Timemory.pushComponents (region)."),

    LABEL("label", Kind.LIST, Role.WEAVES, "PARTS", "",
            "What labels show in addition to class and function: some of file, line, args and return, separated by commas."),

    LOOPS("loops", Kind.FLAG, Role.WEAVES, "", "false", "Measure the loops of these functions too."),

    CALLSITES("callsites", Kind.OPTIONAL_TEXT, Role.WEAVES, "REGEX", "",
            "Measure calls by these functions at each call site; with REGEX, only calls of functions that match."),

    PROFILE("profile", Kind.TEXT, Role.WEAVES, "methods|lines", "",
            "Measure every function, with file and line; or each line of the functions chosen."),

    SOURCE_PATH("source-path", Kind.TEXT, Role.RUNS, "DIRS", "",
            "Folders to search for sources before the usual ones, to print lines with their source."),

    TRACE("trace", Kind.FLAG, Role.MEASURES, "", "false",
            "Record each call separately, with its start time, for timelines (Perfetto, Chrome)."),

    ALLOW_ARGUMENTS("allow-arguments", Kind.TEXT, Role.WEAVES, "REGEX", "",
            "Classes whose toString may be called to show arguments in labels."),

    GOTCHA("gotcha", Kind.LIST, Role.RUNS, "CLASSES", "", "Gotchas of the program to prepare before main."),

    THROTTLE("throttle", Kind.FLAG, Role.MEASURES, "", "true",
            "Stop measuring functions that are called very often and take little time."),

    SAMPLE("sample", Kind.OPTIONAL_TEXT, Role.RUNS, "KINDS", "",
            "Sample the program instead of measuring its functions: CPU time, or any of cpu, wall, alloc and lock. With options that "
                    + "choose functions, both."),

    ASYNC_PROFILER("async-profiler", Kind.FILE, Role.RUNS, "JAR", "", "The async-profiler to sample with if the program has none."),

    CACHE("cache", Kind.TEXT, Role.RUNS, "DIR|off", "timemory/woven below $XDG_CACHE_HOME or ~/.cache",
            "Folder in which woven classes are kept for the next run."),

    SET("set", Kind.LIST, Role.RUNS, "NAME=VALUE", "", "A setting of timemory, as `timemory avail -S` lists them."),

    FUNCTIONS("functions", Kind.FLAG, Role.MEASURES, "", "true", "Measure functions; if false, only gotchas and samples."),

    REPORT("report", Kind.FLAG, Role.RUNS, "", "false", "Print at the end, to stderr, what was measured and where the time went."),

    REPORT_FILE("report-file", Kind.FILE, Role.RUNS, "FILE", "", "Write this report to a file too."),

    APART("apart", Kind.FLAG, Role.RUNS, "", "false",
            "Write results to a folder named after the process, because several may be measured at once."),

    STATUS_FILE("status-file", Kind.FILE, Role.RUNS, "FILE", "", "Write the status of an attached agent's measurement to a file."),

    UNTIL("until", Kind.NUMBER, Role.RUNS, "PID", "", "End the measurement of an attached agent when this process ends.");

    /** The kind of value that an option takes. */
    public enum Kind {
        /** {@code true} or {@code false}; its name alone means {@code true}. */
        FLAG,
        /** A non-negative integer. */
        NUMBER,
        TEXT,
        /** A text, or nothing: its name alone enables the option. */
        OPTIONAL_TEXT,
        /** A text; the option may be given several times. */
        LIST,
        FILE
    }

    /** The role of an option; each includes the roles after it. */
    enum Role {
        /** Names functions to measure. */
        INCLUDES,
        /** Specifies in another way which functions are measured: all of these are, from the start. */
        CHOOSES,
        /** Changes the code that is woven into functions. */
        WEAVES,
        /** Makes functions be measured, though woven code does not depend on it. */
        MEASURES,
        /** Any other purpose. */
        RUNS
    }

    private final String id;
    private final Kind kind;
    private final Role role;
    private final String value;
    private final String defaultValue;
    private final String description;

    AgentOption(String id, Kind kind, Role role, String value, String defaultValue, String description) {
        this.id = id;
        this.kind = kind;
        this.role = role;
        this.value = value;
        this.defaultValue = defaultValue;
        this.description = description;
    }

    /**
     * Returns the option with the name {@code id}.
     *
     * @throws IllegalArgumentException if there is none
     */
    static AgentOption of(String id) {
        for (AgentOption option : values()) if (option.id.equals(id)) return option;
        throw new IllegalArgumentException("there is no option '" + id + "' (timemory run --help lists them)");
    }

    /** Returns its name, which is also that of the long option of {@code timemory run}. */
    public String id() {
        return id;
    }

    public Kind kind() {
        return kind;
    }

    /** Returns the placeholder of its value in help and tables: {@code PATTERN}; empty for a flag. */
    public String value() {
        return value;
    }

    /** Returns the default; empty for none. */
    public String defaultValue() {
        return defaultValue;
    }

    /** Returns a sentence for help and tables. */
    public String description() {
        return description;
    }

    /** Returns whether it names functions to measure, instead of the program's own. */
    public boolean includes() {
        return role == Role.INCLUDES;
    }

    /** Returns whether it specifies which functions are measured, so that sampling decides nothing. */
    boolean choosesFunctions() {
        return role.compareTo(Role.CHOOSES) <= 0;
    }

    /** Returns whether woven code depends on it. */
    boolean changesWeaving() {
        return role.compareTo(Role.WEAVES) <= 0;
    }

    /** Returns whether it requests functions to be measured, even if otherwise only samples are requested. */
    boolean asksForFunctions() {
        return role.compareTo(Role.MEASURES) <= 0;
    }
}
