package dev.timemory.konan;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Compiles sources to the module's klib and attaches it. */
@Mojo(name = "compile", defaultPhase = LifecyclePhase.COMPILE, threadSafe = true)
public class CompileMojo extends AbstractKonanMojo {

    private static final Set<String> UNTIL_COMPILE = Set.of(
            "clean", "validate", "initialize", "generate-sources", "process-sources", "generate-resources", "process-resources", "compile");

    /** Sources shared with other targets. */
    @Parameter
    private List<File> commonSources = List.of();

    /** Sources of this target; by default those in {@code src/main/kotlin}. */
    @Parameter(defaultValue = "${project.basedir}/src/main/kotlin")
    private List<File> sources;

    /** The unique name by which other klibs refer to this one. */
    @Parameter(defaultValue = "${project.artifactId}")
    private String moduleName;

    /** Additional arguments for the compiler. */
    @Parameter
    private List<String> args = List.of();

    @Override
    void run() throws IOException, MojoExecutionException, MojoFailureException {
        Path klib = ownKlib();
        List<Path> common = SourceFiles.below(commonSources, ".kt");
        List<Path> all = new ArrayList<>(common);
        all.addAll(SourceFiles.below(sources, ".kt"));
        if (all.isEmpty()) {
            throw new MojoExecutionException("nothing to compile: there is no .kt file below "
                    + sources.stream().map(File::toString).collect(Collectors.joining(", ")) + "; name directories in <sources>");
        }
        List<Path> libraries = klibFiles();

        List<String> arguments = new ArrayList<>(List.of("-p", "library", "-o", klib.toString()));
        arguments.addAll(List.of("-module-name", moduleName));
        arguments.addAll(multiplatformArguments(common));
        arguments.addAll(optInArguments());
        arguments.addAll(pluginArguments());
        arguments.addAll(args);
        arguments.addAll(friendArguments());
        arguments.addAll(Klibs.arguments(libraries));
        all.forEach(file -> arguments.add(file.toString()));

        List<Path> inputs = new ArrayList<>(all);
        inputs.addAll(libraries);
        whenChanged(klib, "native compilation of " + all.size() + " files", arguments, inputs, () -> compiler().compile(arguments));
        attachOwnKlib();
        sayWhatIsNotDone(klib);
    }

    /** {@code mvn compile} ends here, without a program. */
    private void sayWhatIsNotDone(Path klib) {
        boolean linksLater = Klibs.executions(project).anyMatch(execution -> execution.getGoals().contains("link"));
        if (linksLater && session.getGoals().stream().allMatch(UNTIL_COMPILE::contains)) {
            getLog().info("compiled to " + project.getBasedir().toPath().relativize(klib) + ", which is a library: mvn package links "
                    + "the program");
        }
    }

    /** The arguments that tell the compiler which of the sources are common. */
    static List<String> multiplatformArguments(List<Path> common) {
        if (common.isEmpty()) {
            return List.of();
        }
        String files = common.stream().map(Path::toString).collect(Collectors.joining(","));
        return List.of("-Xmulti-platform", "-Xexpect-actual-classes", "-Xcommon-sources=" + files);
    }
}
