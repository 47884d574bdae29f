package timemory.tools.run;

import java.io.IOException;

/** Starts a program in Java, or a command that starts some, with the agent in it. */
final class LaunchMode implements RunMode {
    /** A measured call costs what the results estimate. */
    private static final double ESTIMATED = -1;

    private final RunArguments given;
    private final AgentRequest agent;

    LaunchMode(RunArguments given, AgentRequest agent) {
        this.given = given;
        this.agent = agent;
    }

    @Override
    public int run() throws IOException, InterruptedException {
        if (given.command().isEmpty()) throw given.wrong("missing program: timemory run -- java -jar app.jar");
        agent.reportUnlessQuiet(given);
        boolean isJava = JavaCommand.isJava(given.command().get(0));
        if (isJava) {
            JavaCommand command = JavaCommand.of(given.command());
            Launching.refuseMissing(command);
            if (agent.isForPatternCheck(given)) PatternCheck.refuseWhatMatchesNothing(Target.of(command), agent.options());
        }
        return Learning.start(given, Launching.withAgent(given.command(), isJava, agent.lines()), ESTIMATED);
    }
}
