package timemory.maven;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/**
 * Compares the build's results with earlier ones, and fails if a region grew beyond a threshold: {@code timemory diff}.
 */
@Mojo(name = "diff", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true, requiresProject = false)
public class DiffMojo extends CommandMojo {
    /** The baseline results: a file or a folder. */
    @Parameter(property = "timemory.before", required = true)
    private File before;

    /** The results of this build. */
    @Parameter(property = "timemory.results", defaultValue = "timemory-output")
    private File results;

    /** How much components may change: {@code wall_clock>5%}, {@code peak_rss>10MB}. */
    @Parameter(property = "timemory.thresholds")
    private List<String> thresholds = List.of();

    @Override
    List<String> command(List<String> options) {
        List<String> command = new ArrayList<>(List.of("diff"));
        thresholds.forEach(threshold -> command.addAll(List.of("--threshold", threshold)));
        command.addAll(options);
        command.addAll(List.of(before.toString(), results.toString()));
        return command;
    }
}
