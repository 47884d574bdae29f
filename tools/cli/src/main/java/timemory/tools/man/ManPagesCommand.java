package timemory.tools.man;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Model.CommandSpec;
import timemory.internal.platform.SystemEnvironment;

/** Writes the pages for {@code man} of all commands: for those who make packages. */
@Command(
        name = "generate-man-pages",
        hidden = true,
        mixinStandardHelpOptions = true,
        description = "Writes a man page for each command.")
public final class ManPagesCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FOLDER", description = "Output directory.")
    private Path folder;

    @Override
    public Integer call() throws IOException {
        Files.createDirectories(folder);
        write(spec.root().commandLine(), date());
        return 0;
    }

    private void write(CommandLine command, String date) throws IOException {
        ManPage page = new ManPage(command);
        Files.writeString(folder.resolve(page.name() + ".1"), page.text(spec.root().version()[0], date));
        for (CommandLine one : command.getSubcommands().values()) {
            if (!one.getCommandSpec().usageMessage().hidden()) write(one, date);
        }
    }

    /** Of what is packed, which packages are made to be equal by; today without it. */
    private static String date() {
        String seconds = SystemEnvironment.variable("SOURCE_DATE_EPOCH");
        return seconds == null ? LocalDate.now(ZoneOffset.UTC).toString()
                : LocalDate.ofInstant(Instant.ofEpochSecond(Long.parseLong(seconds)), ZoneOffset.UTC).toString();
    }
}
