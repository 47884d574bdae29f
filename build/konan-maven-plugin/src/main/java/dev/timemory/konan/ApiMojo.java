package dev.timemory.konan;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import org.apache.maven.execution.MavenSession;
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
 * Compares the module's public API with the dumps in its {@code api} directory, and fails if they differ: a commit that changes the API
 * also changes the dump, with {@code mvn verify -Dapi.update}. Declarations that are internal but {@code @PublishedApi} count as public:
 * callers' inlined code holds their names.
 */
@Mojo(name = "api", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public class ApiMojo extends AbstractMojo {

    private static final AbiFilters EVERYTHING = new AbiFilters(Set.of(), Set.of(), Set.of(), Set.of());
    private static final KlibTarget TARGET = new KlibTarget("linuxX64", "linuxX64");

    @Parameter(defaultValue = "${project}", readonly = true)
    private MavenProject project;

    @Parameter(defaultValue = "${session}", readonly = true)
    private MavenSession session;

    /** Without native code there is no klib to compare. */
    @Parameter(property = "native", defaultValue = "true")
    private boolean nativeWanted;

    /** Writes the dumps instead of comparing them. */
    @Parameter(property = "api.update", defaultValue = "false")
    private boolean update;

    /** Where the dumps are. */
    @Parameter(defaultValue = "${project.basedir}/api")
    private File directory;

    /** The dumps are of the klibs for this machine, and of the JVM's classes. */
    @Parameter(property = "konan.target", defaultValue = "linux_x64")
    private String targetName;

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        if (!NativeTarget.of(targetName).isThisMachine()) {
            return;
        }
        AbiTools tools = ServiceLoader.load(AbiToolsFactory.class, ApiMojo.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new MojoExecutionException("abi-tools are not on the plugin's class path"))
                .get();
        File classes = new File(project.getBuild().getOutputDirectory());
        Path klib = Klibs.ownKlibOf(project);
        try {
            if (classes.isDirectory()) {
                StringBuilder dump = new StringBuilder();
                tools.printJvmDump(dump, SourceFiles.below(List.of(classes), ".class").stream().map(Path::toFile).toList(), EVERYTHING);
                check(project.getArtifactId() + ".api", dump.toString());
            }
            if (Files.exists(klib) && NativeBuild.isPossible(nativeWanted, session, getLog())) {
                StringBuilder dump = new StringBuilder();
                tools.extractKlibAbi(klib.toFile(), TARGET, EVERYTHING).print(dump);
                check(project.getArtifactId() + ".klib.api", dump.toString());
            }
        } catch (IOException failure) {
            throw new MojoExecutionException("cannot compare the API dumps in " + directory + ": " + failure.getMessage(), failure);
        }
    }

    private void check(String name, String actual) throws IOException, MojoFailureException {
        ApiDump dump = new ApiDump(directory.toPath().resolve(name));
        if (!update) {
            Optional<String> drift = dump.drift(actual);
            if (drift.isPresent()) {
                throw new MojoFailureException(drift.get() + "\nIf this is meant, accept it with: mvn verify -Dapi.update -pl :"
                        + project.getArtifactId() + " -am");
            }
        } else if (dump.write(actual)) {
            getLog().info("wrote " + dump.file());
        }
    }
}
