package timemory.agent.option;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Options that belong together. Options given by the user are not overridden. */
public enum Profile {
    /**
     * Every function, with file and line, as in timemory's Python profiler. Includes constructors, static initializers, lambdas and small
     * functions.
     */
    METHODS {
        @Override
        void applyTo(AgentOptions options) {
            everyFunction(options);
            if (!options.given.contains(AgentOption.LABEL)) options.labels.addAll(List.of("file", "line"));
        }
    },

    /** Every line of the functions, and no other regions. */
    LINES {
        @Override
        void applyTo(AgentOptions options) {
            for (AgentOption other : List.of(AgentOption.LOOPS, AgentOption.CALLSITES, AgentOption.TRACE, AgentOption.LABEL)) {
                if (options.given.contains(other)) {
                    throw new IllegalArgumentException("profile=lines measures lines only: remove " + other.id());
                }
            }
            everyFunction(options);
        }
    };

    abstract void applyTo(AgentOptions options);

    /** Returns the preset named {@code name}. */
    static Profile of(String name) {
        for (Profile profile : values()) if (profile.id().equals(name)) return profile;
        throw new IllegalArgumentException(
                "there is no profile '" + name + "', but " + Stream.of(values()).map(Profile::id).collect(Collectors.joining(" and ")));
    }

    private String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static void everyFunction(AgentOptions options) {
        if (!options.given.contains(AgentOption.CONSTRUCTORS)) options.selection.constructors = true;
        if (!options.given.contains(AgentOption.STATIC_INITIALIZERS)) options.selection.staticInitializers = true;
        if (!options.given.contains(AgentOption.LAMBDAS)) options.selection.lambdas = true;
        if (!options.given.contains(AgentOption.MIN_SIZE)) options.selection.minimumSize = 0;
    }
}
