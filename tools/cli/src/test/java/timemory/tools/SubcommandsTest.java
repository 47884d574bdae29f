package timemory.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Of the commands that are not run, only names and what they are for are looked at. */
class SubcommandsTest {

    private static String printed(String... arguments) {
        StringWriter text = new StringWriter();
        TimemoryCommand.run(List.of(arguments), new PrintWriter(text), new PrintWriter(text));
        return text.toString();
    }

    private static CommandLine neededFor(String... arguments) {
        CommandLine root = new CommandLine(CommandLine.Model.CommandSpec.create());
        Subcommands.addTo(root, Subcommands.neededFor(List.of(arguments)));
        return root;
    }

    private static boolean isWhole(CommandLine root, String name) {
        return isWhole(root.getSubcommands().get(name));
    }

    private static boolean isWhole(CommandLine command) {
        return !command.getCommandSpec().options().isEmpty();
    }

    @Test
    void helpIsTheSameAsOfAllCommandsInWhole() {
        assertEquals(TimemoryCommand.commandLine().getUsageMessage(), printed("--help"));
    }

    @Test
    void theOneThatIsRunIsWholeAndTheOthersAreNot() {
        for (String name : TimemoryCommand.commandLine().getSubcommands().keySet()) {
            if (name.equals("history") || name.startsWith("generate-")) continue;
            CommandLine root = neededFor(name, "--help");
            assertTrue(isWhole(root, name), name);
            assertEquals(1, root.getSubcommands().values().stream().distinct().filter(SubcommandsTest::isWhole).count(), name);
        }
        assertFalse(isWhole(neededFor("--version"), "run"));
    }

    @Test
    void whatCommandsSayOfThemselvesIsPrintedAsItIsMeant() {
        ByteArrayOutputStream warnings = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(warnings, true, StandardCharsets.UTF_8));
        try {
            checkHelpOf(TimemoryCommand.commandLine());
        } finally {
            System.setErr(before);
        }
        // picocli warns of a percent sign that would have to be doubled.
        assertEquals("", warnings.toString(StandardCharsets.UTF_8));
        assertTrue(printed("diff", "--help").contains("-t 'wall_clock>5%' "), printed("diff", "--help"));
    }

    private static void checkHelpOf(CommandLine command) {
        String help = command.getUsageMessage();
        assertFalse(help.contains("%%"), help);
        command.getSubcommands().values().forEach(SubcommandsTest::checkHelpOf);
    }

    @Test
    void completionHasTheOptionsOfAll() {
        String script = printed("generate-completion");
        for (String option : List.of("--hot-path", "--threshold", "--spark-submit")) assertTrue(script.contains(option), option);
    }

    @Test
    void aRenamedCommandIsRunByItsFormerNameToo() {
        assertEquals(printed("attach", "--help"), printed("open", "--help"));
        assertTrue(printed("open", "--help").contains("--close"), printed("open", "--help"));
        assertEquals(printed("configure", "--help"), printed("set", "--help"));
        assertTrue(printed("--help").contains("attach, open"), printed("--help"));
    }

    @Test
    void ofUnknownCommandsAndOptionsTheNearestIsNamed() {
        assertEquals("timemory: unknown command 'repotr'; did you mean 'report'? (timemory --help lists the commands)\n",
                printed("repotr"));
        assertEquals("timemory report: unknown option '--sotr'; did you mean '--sort'? (timemory report --help lists the options)\n",
                printed("report", "--sotr=self"));
        assertTrue(printed("top", "--inter", "1s").contains("unknown option '--inter'; did you mean '--interval'?"));
        assertTrue(printed("roofline", "plto").contains("unknown command 'plto'; did you mean 'plot'?"));
        assertEquals("timemory report: unknown option '--zzzzzzzz' (timemory report --help lists the options)\n",
                printed("report", "--zzzzzzzz"));
        assertTrue(printed("diff", "a", "b", "c").contains("unexpected argument 'c'"));
    }

    @Test
    void withoutACommandTheFiveThatOneNeedsFirstAreShown() {
        StringWriter text = new StringWriter();
        assertEquals(0, TimemoryCommand.run(List.of(), new PrintWriter(text), new PrintWriter(text)));
        List<String> commands = text.toString().lines().filter(line -> line.startsWith("  timemory "))
                .map(line -> line.strip().split(" ")[1]).toList();
        assertEquals(5, commands.size(), text.toString());
        assertTrue(TimemoryCommand.commandLine().getSubcommands().keySet().containsAll(commands), text.toString());
        assertTrue(text.toString().contains("timemory --help lists all commands"), text.toString());
        assertTrue(text.toString().lines().allMatch(line -> line.length() <= 90), text.toString());
    }
}
