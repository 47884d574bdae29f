package timemory.tools.man;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The page of a command for {@code man}, of what {@code --help} says of it, in the macros of man(7).
 *
 * <p>Immutable.
 */
final class ManPage {

    private final CommandLine command;
    private final CommandSpec spec;

    ManPage(CommandLine command) {
        this.command = command;
        spec = command.getCommandSpec();
    }

    /** {@code timemory-run}: what the page is called, without the number of its section. */
    String name() {
        return spec.qualifiedName("-");
    }

    /** The page, of {@code version}, as {@code timemory 1.2.3}, and made on {@code date}. */
    String text(String version, String date) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        UsageMessageSpec usage = spec.usageMessage();
        List<String> description = lines(usage.description());
        out.printf(".TH \"%s\" 1 \"%s\" \"%s\" \"timemory\"\n", escaped(name().toUpperCase()), date, version);
        out.print(".SH NAME\n");
        out.print(escaped(name()) + " \\- " + escaped(summaryOf(description)) + "\n");
        out.print(".SH SYNOPSIS\n.nf\n" + escaped(new Help(spec, Help.defaultColorScheme(Help.Ansi.OFF)).synopsis(0).strip()) + "\n.fi\n");
        section(out, "DESCRIPTION", description);
        writeArguments(out, spec.positionalParameters().stream().filter(one -> !one.hidden()).toList());
        writeOptions(out, spec.options().stream().filter(one -> !one.hidden()).toList());
        writeCommands(out);
        section(out, "EXIT STATUS", exitStatus(usage.exitCodeList()));
        section(out, "NOTES", lines(usage.footer()));
        writeSeeAlso(out);
        return text.toString();
    }

    private static String summaryOf(List<String> description) {
        String first = description.stream().filter(line -> !line.isBlank()).findFirst().orElse("").strip();
        int end = first.indexOf(". ");
        String sentence = end < 0 ? first : first.substring(0, end);
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }

    private static void section(PrintWriter out, String title, List<String> lines) {
        if (lines.stream().allMatch(String::isBlank)) return;
        out.print(".SH " + title + "\n");
        for (String line : lines) {
            if (line.isBlank()) out.print(".PP\n");
            else out.print(escaped(line) + "\n");
        }
    }

    private static void writeArguments(PrintWriter out, List<PositionalParamSpec> arguments) {
        if (arguments.isEmpty()) return;
        out.print(".SH ARGUMENTS\n");
        for (PositionalParamSpec argument : arguments) entry(out, "\\fI" + escaped(argument.paramLabel()) + "\\fR", argument);
    }

    private static void writeOptions(PrintWriter out, List<OptionSpec> options) {
        if (options.isEmpty()) return;
        out.print(".SH OPTIONS\n");
        for (OptionSpec option : options) {
            List<String> names = new ArrayList<>();
            for (String name : option.names()) names.add("\\fB" + escaped(name) + "\\fR");
            entry(out, String.join(", ", names) + valueOf(option), option);
        }
    }

    private static String valueOf(OptionSpec option) {
        if (option.arity().max() == 0) return "";
        return (option.longestName().startsWith("--") ? "=" : " ") + "\\fI" + escaped(option.paramLabel()) + "\\fR";
    }

    private static void entry(PrintWriter out, String heading, ArgSpec argument) {
        out.print(".TP\n" + heading + "\n");
        for (String line : lines(argument.renderedDescription())) out.print(line.isBlank() ? ".sp\n" : escaped(line) + "\n");
    }

    private void writeCommands(PrintWriter out) {
        if (spec.subcommands().isEmpty()) return;
        out.print(".SH COMMANDS\n");
        // A command is among them once by its name, and once by each alias.
        for (CommandLine one : new LinkedHashSet<>(spec.subcommands().values())) {
            CommandSpec command = one.getCommandSpec();
            if (command.usageMessage().hidden()) continue;
            List<String> names = new ArrayList<>();
            for (String name : command.names()) names.add("\\fB" + escaped(name) + "\\fR");
            out.print(".TP\n" + String.join(", ", names) + "\n");
            out.print(escaped(summaryOf(lines(command.usageMessage().description()))) + ".\n");
        }
    }

    private static List<String> exitStatus(Map<String, String> known) {
        if (known.isEmpty()) return List.of("0 on success, 1 on failure, 2 for wrong use.");
        List<String> lines = new ArrayList<>();
        known.forEach((status, meaning) -> lines.add(status.strip() + ": " + Help.Ansi.OFF.string(meaning)));
        return lines;
    }

    private void writeSeeAlso(PrintWriter out) {
        List<String> others = new ArrayList<>();
        if (command.getParent() != null) others.add(new ManPage(command.getParent()).name());
        for (CommandLine one : spec.subcommands().values()) {
            if (!one.getCommandSpec().usageMessage().hidden()) others.add(new ManPage(one).name());
        }
        List<String> pages = others.stream().distinct().map(name -> "\\fB" + escaped(name) + "\\fR(1)").toList();
        if (!pages.isEmpty()) out.print(".SH SEE ALSO\n" + String.join(",\n", pages) + "\n");
    }

    /** Lines as they are printed: without the marks of colours, with what {@code %n} stands for. */
    private static List<String> lines(String... texts) {
        List<String> lines = new ArrayList<>();
        for (String text : texts) {
            String plain = Help.Ansi.OFF.string(text.replace("%n", "\n").replace("%%", "%"));
            lines.addAll(plain.lines().toList());
        }
        return lines;
    }

    /** Text that no macro and no escape is seen in. */
    private static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        for (String line : text.split("\n", -1)) {
            if (!escaped.isEmpty()) escaped.append('\n');
            if (line.startsWith(".") || line.startsWith("'")) escaped.append("\\&");
            escaped.append(line.replace("\\", "\\e").replace("-", "\\-"));
        }
        return escaped.toString();
    }
}
