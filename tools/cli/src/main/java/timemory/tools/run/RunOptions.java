package timemory.tools.run;

import java.util.List;
import picocli.CommandLine.ArgGroup;
import timemory.agent.option.AgentOption;
import timemory.internal.platform.SystemEnvironment;

/** The options of {@code timemory run} that say what is measured, and the agent's options that they become. */
final class RunOptions {
    @ArgGroup(exclusive = false, validate = false, order = 2, heading = "%nSamples:%n")
    final SampleOptions samples = new SampleOptions();

    @ArgGroup(exclusive = false, validate = false, order = 5, heading = "%nResults:%n")
    final ResultOptions results = new ResultOptions();

    @ArgGroup(exclusive = false, validate = false, order = 6, heading = "%nFunctions of native programs:%n")
    final NativeHookOptions hooks = new NativeHookOptions();

    /** Between samples and results. */
    final AgentArguments agent = new AgentArguments();

    /** Returns them as the agent reads them. */
    List<String> forAgent() {
        List<String> lines = agent.forAgent();
        if (results.noThrottle) lines.add(AgentOption.THROTTLE.id() + "=false");
        samples.addTo(lines);
        addSettings(lines);
        return lines;
    }

    private void addSettings(List<String> lines) {
        boolean isTrace = agent.isSet(AgentOption.TRACE);
        if (results.scope != null) {
            lines.add("set=flat_profile=" + results.scope.equals("flat"));
            lines.add("set=timeline_profile=" + results.scope.equals("timeline"));
        }
        if (results.outputPath != null) lines.add("set=output_path=" + results.outputPath.toAbsolutePath());
        if (results.tables) lines.add("set=cout_output=true");
        else if (!isSet("COUT_OUTPUT")) lines.add("set=cout_output=false");
        if (results.maxDepth != null) lines.add("set=max_depth=" + results.maxDepth);
        else if (!isSet("MAX_DEPTH") && !isTrace) lines.add("set=max_depth=" + ResultOptions.DEFAULT_DEPTH);
        if (!isSet("MAX_NODES") && !isTrace) lines.add("set=max_nodes=" + ResultOptions.DEFAULT_NODES);
        results.settings.forEach((name, value) -> lines.add("set=" + name + '=' + value));
    }

    /** Returns whether the user set {@code setting}, by --set or in the environment. */
    private boolean isSet(String setting) {
        return results.sets(setting) || SystemEnvironment.hasVariable("TIMEMORY_" + setting);
    }
}
