package timemory.tools.run;

import java.io.IOException;
import java.nio.file.Path;

/** Rewrites a JAR or folder so that it measures itself. */
final class RewriteMode implements RunMode {
    private final RunArguments given;
    private final AgentRequest agent;
    private final Path output;

    RewriteMode(RunArguments given, AgentRequest agent, Path output) {
        this.given = given;
        this.agent = agent;
        this.output = output;
    }

    @Override
    public int run() throws IOException {
        if (given.command().size() != 1)
            throw given.wrong("-o rewrites one JAR or folder, not " + given.command().size());
        agent.reportUnlessQuiet(given);
        Rewriting.run(Path.of(given.command().get(0)), output, agent.lines(), given.messages());
        return 0;
    }
}
