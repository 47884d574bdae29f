package timemory.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.apache.maven.project.MavenProject;
import org.jspecify.annotations.Nullable;
import timemory.agent.rewrite.Rewriter;

/**
 * Weaves regions into copies of the classes of the project, in Java, Kotlin or any other language, which then measure themselves without an
 * agent. Nothing is done if neither the classes nor the options have changed.
 */
@Mojo(name = "weave", defaultPhase = LifecyclePhase.PROCESS_CLASSES, threadSafe = true,
        requiresDependencyResolution = ResolutionScope.RUNTIME)
public class WeaveMojo extends AbstractMojo {
    private static final String KOTLIN = "org.jetbrains.kotlin:kotlin-stdlib";
    private static final String AGENT = "dev.timemory:timemory-agent";

    @Parameter(defaultValue = "${project}", readonly = true)
    private MavenProject project;

    @Parameter(defaultValue = "${plugin.artifactMap}", readonly = true)
    private Map<String, Artifact> pluginArtifacts;

    /** The classes to weave. */
    @Parameter(defaultValue = "${project.build.outputDirectory}")
    private File classesDirectory;

    /** Where the woven ones are written, with all other files next to them. */
    @Parameter(defaultValue = "${project.build.directory}/timemory-classes")
    private File outputDirectory;

    /** Regular expressions of functions to measure, as in {@code timemory run --include}; if empty, all of the project's. */
    @Parameter(property = "timemory.include")
    private List<String> include = List.of();

    /** Regular expressions of functions not to measure. */
    @Parameter(property = "timemory.exclude")
    private List<String> exclude = List.of();

    /** The functions worth measuring, as written by {@code timemory learn}. */
    @Parameter(property = "timemory.learned")
    private File learned;

    /** Component ids. */
    @Parameter(property = "timemory.components")
    private String components;

    /** Additional options of the agent: {@code min-size=20}. */
    @Parameter
    private List<String> options = List.of();

    /** Whether to skip the goal. */
    @Parameter(property = "timemory.skip", defaultValue = "false")
    private boolean skip;

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        Path input = classesDirectory.toPath();
        if (skip || !Files.isDirectory(input)) {
            getLog().info(skip ? "skipped (timemory.skip)" : "there are no classes in " + input + " to weave");
            return;
        }
        try {
            weave(input, outputDirectory.toPath());
        } catch (IllegalArgumentException failure) {
            throw new MojoFailureException(failure.getMessage(), failure);
        } catch (IOException failure) {
            throw new MojoExecutionException("cannot weave " + input + " to " + outputDirectory + ": " + failure, failure);
        }
    }

    private void weave(Path input, Path output) throws IOException, MojoExecutionException {
        Path agent = agent();
        Path kotlin = kotlin();
        List<String> all = optionLines();
        List<Path> others = new ArrayList<>(List.of(agent));
        if (kotlin != null) others.add(kotlin);
        if (learned != null && learned.isFile()) others.add(learned.toPath());
        String state = WovenFolder.stateOf(input, others, all);
        WovenFolder folder = new WovenFolder(output);
        if (folder.isOf(state)) {
            getLog().info("already woven and up to date: " + output);
            return;
        }
        Path fresh = Files.createTempDirectory(Files.createDirectories(output.toAbsolutePath().getParent()), ".woven");
        try {
            Rewriter rewriter = new Rewriter(input, all, agent, kotlin, project.getGroupId() + ":" + project.getArtifactId());
            rewriter.write(fresh);
            folder.become(fresh, state);
            getLog().info(rewriter.functions() + " functions of " + rewriter.classes() + " classes were woven to " + output);
            if (rewriter.suspendingLeft() > 0) {
                getLog().warn(rewriter.suspendingLeft() + " suspend functions were skipped: without " + KOTLIN
                        + " among the project's dependencies, its Kotlin version is unknown");
            }
            rewriter.failures().forEach((name, failure) -> getLog().warn("class " + name + " was left unchanged: " + failure));
        } finally {
            WovenFolder.delete(fresh);
        }
    }

    private List<String> optionLines() {
        List<String> all = new ArrayList<>();
        include.forEach(pattern -> all.add("include=" + pattern));
        exclude.forEach(pattern -> all.add("exclude=" + pattern));
        if (learned != null) all.add("learned=" + learned);
        if (components != null) all.add("components=" + components);
        all.addAll(options);
        return all;
    }

    private Path agent() throws MojoExecutionException {
        Artifact agent = pluginArtifacts.get(AGENT);
        if (agent == null || agent.getFile() == null || !agent.getFile().isFile())
            throw new MojoExecutionException("the JAR of " + AGENT + " is missing: in a build of timemory itself, run mvn package");
        return agent.getFile().toPath();
    }

    private @Nullable Path kotlin() {
        for (Artifact artifact : project.getArtifacts()) {
            String key = artifact.getGroupId() + ":" + artifact.getArtifactId();
            if (key.equals(KOTLIN) && artifact.getFile() != null && artifact.getFile().isFile()) return artifact.getFile().toPath();
        }
        return null;
    }
}
