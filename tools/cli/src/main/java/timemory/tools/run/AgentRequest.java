package timemory.tools.run;

import java.util.List;
import timemory.agent.option.AgentOption;
import timemory.agent.option.AgentOptions;
import timemory.settings.SettingsBuilder;

/**
 * What the agent is asked to do.
 *
 * @param lines as it reads them, {@code name=value} each; modes add to them
 * @param options what it makes of them
 */
record AgentRequest(List<String> lines, AgentOptions options) {

    /** Makes it of a command line, and refuses what the agent would refuse, before anything runs. */
    static AgentRequest of(RunArguments given) {
        AgentRequest request = checked(given);
        if (request.options.samples) {
            WayOptions way = given.way();
            if (way.pid != null || way.output != null)
                throw given.wrong("--sample is for programs that the command starts, not for "
                        + (way.pid != null ? "one that runs (-p)" : "rewriting (-o)"));
            // The agent would decide the same, but load classes for functions first.
            if (!request.options.functions) request.lines.add(AgentOption.FUNCTIONS.id() + "=false");
        }
        return request;
    }

    private static AgentRequest checked(RunArguments given) {
        try {
            RunOptions options = given.options();
            String hook = options.hooks.given();
            if (hook != null)
                throw new IllegalArgumentException(hook + " is for functions of native programs, and this program is in Java");
            List<String> lines = options.forAgent();
            if (given.way().learn != null) lines.add(AgentOption.ALL_FUNCTIONS.id() + "=true");
            options.results.checkScope();
            AgentOptions checked = AgentOptions.parse(lines);
            ComponentCheck.refuseUnknown(given);
            SettingsBuilder settings = new SettingsBuilder();
            checked.settings.forEach(settings::set);
            return new AgentRequest(lines, checked);
        } catch (IllegalArgumentException failure) {
            throw given.wrong(failure.getMessage());
        }
    }

    /** Has the agent print a report at the end, unless {@code given} says that it prints nothing. */
    void reportUnlessQuiet(RunArguments given) {
        if (!given.isQuiet()) lines.add(AgentOption.REPORT.id() + "=true");
    }

    /** Returns whether patterns are checked against the class path before the program runs. */
    boolean isForPatternCheck(RunArguments given) {
        return !given.listing().noCheck && options.functions && !options.selection.jdk;
    }
}
