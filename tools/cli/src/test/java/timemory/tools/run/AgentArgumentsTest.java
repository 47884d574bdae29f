package timemory.tools.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import timemory.agent.option.AgentOption;

class AgentArgumentsTest {

    /** Options that {@code timemory run} sets itself, or offers in another form. */
    private static final Set<AgentOption> SET_BY_THE_COMMAND = EnumSet.of(AgentOption.THROTTLE, AgentOption.SAMPLE,
            AgentOption.ASYNC_PROFILER, AgentOption.SET, AgentOption.FUNCTIONS, AgentOption.REPORT, AgentOption.REPORT_FILE,
            AgentOption.APART, AgentOption.STATUS_FILE, AgentOption.UNTIL);

    private AgentArguments agent;

    private List<String> parsed(String... arguments) {
        agent = new AgentArguments();
        CommandSpec command = CommandSpec.create();
        agent.addTo(command);
        new CommandLine(command).parseArgs(arguments);
        return agent.forAgent();
    }

    @Test
    void everyOptionOfTheCatalogueIsOfferedOrSetByTheCommand() {
        parsed();
        assertEquals(EnumSet.complementOf(EnumSet.copyOf(SET_BY_THE_COMMAND)), agent.offered());
    }

    @Test
    void helpIsThatOfTheCatalogue() {
        CommandLine run = new CommandLine(RunCommand.class);
        parsed();
        for (AgentOption option : agent.offered()) {
            OptionSpec offered = run.getCommandSpec().findOption("--" + option.id());
            String help = String.join("", offered.description());
            assertTrue(help.startsWith(option.description().substring(0, option.description().length() - 1)), help);
            if (option.kind() != AgentOption.Kind.FLAG) assertEquals(option.value(), offered.paramLabel());
        }
        String usage = run.getUsageMessage();
        List<String> headings = usage.lines().filter(line -> line.matches("[A-Z].*:")).filter(line -> !line.startsWith("Usage")).toList();
        assertEquals(List.of("Ways:", "Samples:", "Which functions:", "Details:", "Results:", "Functions of native programs:",
                "Looking first:", "Examples:"), headings);
    }

    @Test
    void whatIsGivenComesToTheAgent() {
        assertEquals(List.of(), parsed());
        assertEquals(
                List.of("include=^a;b", "include=c", "exclude=d", "learned=" + Path.of("f").toAbsolutePath(), "min-size=3", "main=true",
                        "components=x,y", "components=^z=w", "label=file,line", "callsites=true", "cache=off", "include=module:m",
                        "exclude=module:n"),
                parsed("-I", "^a;b", "--include", "c", "-E", "d", "--learned", "f", "-r", "3", "-m", "-d", "x,y", "-d", "^z=w", "--label",
                        "file,line", "--callsites", "--cache", "off", "-MI", "m", "-ME", "n"));
        assertEquals(List.of("callsites=q", "cache=" + Path.of("woven").toAbsolutePath()), parsed("--callsites=q", "--cache=woven"));
    }
}
