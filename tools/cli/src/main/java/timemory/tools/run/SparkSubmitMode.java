package timemory.tools.run;

import java.io.IOException;
import java.nio.file.Path;

/** Prints the command that runs an application on Spark with the plugin and the agent, and does not run it. */
final class SparkSubmitMode implements RunMode {
    private final RunArguments given;
    private final AgentRequest agent;

    SparkSubmitMode(RunArguments given, AgentRequest agent) {
        this.given = given;
        this.agent = agent;
    }

    @Override
    public int run() throws IOException {
        WayOptions way = given.way();
        if (way.pid != null || way.output != null)
            throw given.wrong("--spark-submit prints a command and excludes -p and -o");
        SparkCommand application = new SparkCommand(given.command(), agent.options());
        if (agent.isForPatternCheck(given)) application.refuseWhatMatchesNothing();
        agent.lines().addAll(application.selection());
        Path output = given.options().results.outputPath;
        var lines = application.lines(agent.lines(), !given.isQuiet(), way.sparkJars, output == null ? null : output.toAbsolutePath());
        for (String note : application.notes(way.sparkJars)) given.messages().println("timemory run: " + note);
        given.out().println(SparkCommand.text(lines));
        return 0;
    }
}
