package timemory.tools.run;

import timemory.agent.option.AgentOption;

/** Measures a running program in Java, into which it loads the agent. */
final class AttachMode implements RunMode {
    private final RunArguments given;
    private final AgentRequest agent;
    private final long pid;

    AttachMode(RunArguments given, AgentRequest agent, long pid) {
        this.given = given;
        this.agent = agent;
        this.pid = pid;
    }

    @Override
    public int run() throws Exception {
        given.refuseCommand();
        agent.lines().add(AgentOption.SET.id() + "=output_path=" + given.options().results.absoluteOutputPath());
        return Attaching.run(pid, given.duration(), agent.lines(), given.isQuiet(), given.messages());
    }
}
