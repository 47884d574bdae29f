package timemory.tools.run;

import java.util.Arrays;
import java.util.List;
import timemory.Bundles;
import timemory.agent.option.AgentOption;

/** Finds component names that are wrong in the options of {@code timemory run}, before the program starts. */
final class ComponentCheck {
    private static final String SETTING = "COMPONENTS";
    private static final String FALLTHROUGH = "fallthrough";

    private ComponentCheck() {}

    /**
     * Looks at {@code -d} and at what {@code --set} says of components.
     *
     * @throws IllegalArgumentException for the first unknown name, with the nearest
     */
    static void refuseUnknown(RunArguments given) {
        if (given.listing().noCheck) return;
        for (String list : given.options().agent.all(AgentOption.COMPONENTS)) refuseUnknown("", list.substring(list.lastIndexOf('=') + 1));
        given.options().results.settings.forEach((name, list) -> {
            if (Preloading.variable(name).endsWith(SETTING)) refuseUnknown(Preloading.variable(name) + ": ", list);
        });
    }

    private static void refuseUnknown(String prefix, String list) {
        List<String> names = Arrays.stream(list.split("[,;\\s]+")).filter(word -> !word.isEmpty() && !word.equalsIgnoreCase(FALLTHROUGH))
                .toList();
        if (names.isEmpty()) return;
        try {
            Bundles.of(String.join(",", names));
        } catch (IllegalArgumentException unknown) {
            throw new IllegalArgumentException(prefix + unknown.getMessage() + "; --no-check runs the program anyway");
        }
    }
}
