package timemory.tools.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import timemory.agent.option.AgentOption;

/**
 * Options of the agent as options of {@code timemory run}. Their names, values and help are those of the catalogue {@link AgentOption}; only
 * which of them the command offers, in which order and with which short names, is defined here.
 */
final class AgentArguments {
    private static final int FIRST_GROUP = 3;

    private final Map<AgentOption, OptionSpec> offered = new EnumMap<>(AgentOption.class);

    private final OptionSpec includeModule = list("Same as --include module:REGEX, for modules, JARs and folders; for a native program: "
            + "its functions and those of these libraries.", "REGEX", "-MI", "--include-module");

    private final OptionSpec excludeModule =
            list("Same as --exclude module:REGEX; for a native program: excludes these libraries, or the program's own file.", "REGEX",
                    "-ME", "--exclude-module");

    /** Adds the options to those of {@code command}, in two groups. */
    void addTo(CommandSpec command) {
        command.addArgGroup(group("Which functions", FIRST_GROUP, List.of(
                offer(AgentOption.INCLUDE, "-I"),
                offer(AgentOption.PRESET),
                offer(AgentOption.EXCLUDE, "-E"),
                offer(AgentOption.RESTRICT, "-R"),
                includeModule,
                excludeModule,
                offer(AgentOption.CALLERS),
                offer(AgentOption.CALLEES),
                offer(AgentOption.MIN_SIZE, "-r"),
                offer(AgentOption.MIN_SIZE_LOOP),
                offer(AgentOption.MAIN, "-m"),
                offer(AgentOption.CONSTRUCTORS),
                offer(AgentOption.STATIC_INITIALIZERS),
                offer(AgentOption.LAMBDAS),
                offer(AgentOption.ALL_FUNCTIONS, "-a"),
                offer(AgentOption.LEARNED),
                offer(AgentOption.JDK))));
        command.addArgGroup(group("Details", FIRST_GROUP + 1, List.of(
                offer(AgentOption.COMPONENTS, "-d"),
                offer(AgentOption.MODE),
                offer(AgentOption.LOOPS, "-l"),
                offer(AgentOption.CALLSITES),
                offer(AgentOption.PROFILE),
                offer(AgentOption.SOURCE_PATH),
                offer(AgentOption.TRACE),
                offer(AgentOption.ALLOW_ARGUMENTS),
                offer(AgentOption.GOTCHA),
                offer(AgentOption.LABEL),
                offer(AgentOption.CACHE))));
    }

    private static ArgGroupSpec group(String heading, int order, List<OptionSpec> options) {
        ArgGroupSpec.Builder group = ArgGroupSpec.builder().heading("%n" + heading + ":%n").order(order).exclusive(false).validate(false);
        options.forEach(group::addArg);
        return group.build();
    }

    private OptionSpec offer(AgentOption option, String... shortName) {
        String[] names = shortName.length == 0 ? new String[] {"--" + option.id()} : new String[] {shortName[0], "--" + option.id()};
        OptionSpec.Builder spec = OptionSpec.builder(names).paramLabel(option.value()).description(help(option));
        switch (option.kind()) {
            case FLAG -> spec.type(boolean.class).arity("0");
            case NUMBER -> spec.type(Integer.class);
            case LIST -> spec.type(List.class).auxiliaryTypes(String.class);
            case OPTIONAL_TEXT -> spec.type(String.class).arity("0..1").fallbackValue("true");
            case TEXT -> spec.type(String.class);
            case FILE -> spec.type(Path.class);
        }
        OptionSpec built = spec.build();
        offered.put(option, built);
        return built;
    }

    private static String help(AgentOption option) {
        boolean hasDefault = option.kind() != AgentOption.Kind.FLAG && !option.defaultValue().isEmpty();
        if (!hasDefault) return option.description();
        String sentence = option.description().substring(0, option.description().length() - 1);
        return sentence + " (default: " + option.defaultValue() + ").";
    }

    private static OptionSpec list(String help, String value, String... names) {
        return OptionSpec.builder(names).type(List.class).auxiliaryTypes(String.class).paramLabel(value).description(help).build();
    }

    /** Returns the options that the command offers. */
    Set<AgentOption> offered() {
        return offered.keySet();
    }

    /** Returns all values that {@code option} was given. */
    List<String> all(AgentOption option) {
        return all(specOf(option));
    }

    /** Each option of the catalogue that is asked for here is offered. */
    private OptionSpec specOf(AgentOption option) {
        return Objects.requireNonNull(offered.get(option), option.id());
    }

    private static List<String> all(OptionSpec option) {
        Object value = option.getValue();
        if (value == null) return List.of();
        return value instanceof List<?> several ? several.stream().map(Object::toString).toList() : List.of(value.toString());
    }

    /** Returns the value that {@code option} was given, {@code null} for none. */
    @Nullable
    String value(AgentOption option) {
        List<String> values = all(option);
        return values.isEmpty() ? null : values.get(0);
    }

    /** Returns the file that {@code option} was given, {@code null} for none. */
    @Nullable
    Path file(AgentOption option) {
        return specOf(option).getValue();
    }

    /** Returns whether {@code flag} was given. */
    boolean isSet(AgentOption flag) {
        return Boolean.TRUE.equals(specOf(flag).getValue());
    }

    /** Returns the expressions given by {@code --include-module}. */
    List<String> includedModules() {
        return all(includeModule);
    }

    /** Returns the expressions given by {@code --exclude-module}. */
    List<String> excludedModules() {
        return all(excludeModule);
    }

    /** Returns what was given as the agent reads it: {@code name=value} each. */
    List<String> forAgent() {
        List<String> lines = new ArrayList<>();
        offered.forEach((option, spec) -> {
            if (option.kind() != AgentOption.Kind.FLAG || isSet(option)) all(spec).forEach(value -> lines.add(line(option, value)));
        });
        all(includeModule).forEach(pattern -> lines.add(AgentOption.INCLUDE.id() + "=module:" + pattern));
        all(excludeModule).forEach(pattern -> lines.add(AgentOption.EXCLUDE.id() + "=module:" + pattern));
        return lines;
    }

    /** The program may run in another folder. */
    private static String line(AgentOption option, String value) {
        boolean isPath = option.kind() == AgentOption.Kind.FILE || option == AgentOption.CACHE && !value.equals("off");
        return option.id() + '=' + (isPath ? Path.of(value).toAbsolutePath() : value);
    }
}
