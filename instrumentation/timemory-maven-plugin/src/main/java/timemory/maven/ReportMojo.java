package timemory.maven;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Shows the results of the build's tests or programs, or writes them as files in other formats: {@code timemory report}. */
@Mojo(name = "report", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true, requiresProject = false)
public class ReportMojo extends CommandMojo {
    /** A file or a folder with results. */
    @Parameter(property = "timemory.results", defaultValue = "timemory-output")
    private File results;

    /** Formats to write instead of tables on the console, separated by commas. */
    @Parameter(property = "timemory.formats")
    private String formats;

    /** Where files are written. */
    @Parameter(property = "timemory.output", defaultValue = "${project.build.directory}/timemory-report")
    private File output;

    @Override
    List<String> command(List<String> options) {
        List<String> command = new ArrayList<>(List.of("report"));
        if (formats != null) command.addAll(List.of("--format", formats, "--output", output.toString()));
        command.addAll(options);
        command.add(results.toString());
        return command;
    }
}
