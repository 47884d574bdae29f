package dev.timemory.konan;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.jetbrains.kotlin.abi.tools.AbiFilters;
import org.jetbrains.kotlin.abi.tools.AbiTools;
import org.jetbrains.kotlin.abi.tools.AbiToolsFactory;
import org.jetbrains.kotlin.abi.tools.KlibTarget;

/**
 * Compares the module's public API with the dumps in its {@code api} directory, and fails where they differ: whoever changes the API
 * says so by changing the dump in the same commit, with {@code mvn verify -Dapi.update}.
 */
@Mojo(name = "api", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public class ApiMojo extends AbstractMojo {

    private static final AbiFilters EVERYTHING = new AbiFilters(Set.of(), Set.of(), Set.of(), Set.of());

    @Parameter(defaultValue = "${project}", readonly = true)
    private MavenProject project;

    /** Writes the dumps instead of comparing them. */
    @Parameter(property = "api.update", defaultValue = "false")
    private boolean update;

    @Parameter(defaultValue = "${project.basedir}/api")
    private File directory;

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        AbiTools tools = java.util.ServiceLoader.load(AbiToolsFactory.class, ApiMojo.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new MojoExecutionException("abi-tools are not on the plugin's class path"))
                .get();
        Path build = Path.of(project.getBuild().getDirectory());
        Path classes = Path.of(project.getBuild().getOutputDirectory());
        Path klib = build.resolve(project.getArtifactId() + ".klib");
        try {
            if (Files.isDirectory(classes)) {
                StringBuilder dump = new StringBuilder();
                tools.printJvmDump(dump, SourceFiles.below(List.of(classes.toFile()), ".class").stream().map(Path::toFile).toList(), EVERYTHING);
                compare(project.getArtifactId() + ".api", dump.toString());
            }
            if (Files.exists(klib)) {
                StringBuilder dump = new StringBuilder();
                tools.extractKlibAbi(klib.toFile(), new KlibTarget("linuxX64", "linuxX64"), EVERYTHING).print(dump);
                compare(project.getArtifactId() + ".klib.api", dump.toString());
            }
        } catch (IOException failure) {
            throw new MojoExecutionException("cannot compare the API dumps in " + directory + ": " + failure.getMessage(), failure);
        }
    }

    private void compare(String name, String actual) throws IOException, MojoFailureException {
        Path file = directory.toPath().resolve(name);
        if (update) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, actual);
            getLog().info("wrote " + file);
            return;
        }
        String expected = Files.exists(file) ? Files.readString(file) : "";
        if (!expected.equals(actual)) {
            throw new MojoFailureException("the public API differs from " + file + ":\n"
                    + String.join("\n", differences(expected.lines().toList(), actual.lines().toList()))
                    + "\nIf the change is meant, accept it with: mvn verify -Dapi.update");
        }
    }

    /** Up to 40 lines that only one of the two has. */
    static List<String> differences(List<String> expected, List<String> actual) {
        List<String> gone = new ArrayList<>(expected);
        actual.forEach(gone::remove);
        List<String> added = new ArrayList<>(actual);
        expected.forEach(added::remove);
        List<String> lines = new ArrayList<>();
        gone.forEach(line -> lines.add("- " + line.strip()));
        added.forEach(line -> lines.add("+ " + line.strip()));
        return lines.size() <= 40 ? lines : lines.subList(0, 40);
    }
}
