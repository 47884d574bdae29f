package dev.timemory.konan;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.maven.execution.MavenExecutionRequest;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.MojoExecutionException;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/**
 * The two JDKs that a build uses: the newer one compiles and generates documentation; tests run on both.
 *
 * @param newer Java 25 or later
 * @param older Java 17, the oldest that the product runs on; empty if there is none
 */
record Jdks(Path newer, Optional<Path> older) {

    static final int NEWER = 25;
    static final int OLDER = 17;

    /** Searches for them once per build, however many modules ask. Logs once if tests cannot run on the older one. */
    static Jdks of(MavenSession session, org.apache.maven.plugin.logging.Log log) throws MojoExecutionException {
        MavenExecutionRequest request = session.getRequest();
        synchronized (request) {
            Jdks known = (Jdks) request.getData().get(Jdks.class.getName());
            if (known != null) {
                return known;
            }
            Jdks found = from(JdkFinder.forThisMachine(namedIn(request)));
            if (found.older().isEmpty()) {
                log.warn("No JDK " + OLDER + " found, so no test runs on Java " + OLDER
                        + ": install one below /usr/lib/jvm, or name it in JAVA_HOME_17 or ~/.m2/toolchains.xml");
            }
            request.getData().put(Jdks.class.getName(), found);
            return found;
        }
    }

    static Jdks from(JdkFinder finder) throws MojoExecutionException {
        Path newer = finder.atLeast(NEWER)
                .orElseThrow(() -> new MojoExecutionException("No JDK " + NEWER + " or later found: install one below /usr/lib/jvm"
                        + " (Eclipse Temurin 25, https://adoptium.net), or name it in JAVA_HOME or ~/.m2/toolchains.xml"));
        return new Jdks(newer, finder.exactly(OLDER));
    }

    /** The Java that the Kotlin/Native compiler runs on: 25 or later, or else the earliest from 17. */
    static Path forCompiler(MavenSession session) throws MojoExecutionException {
        JdkFinder finder = JdkFinder.forThisMachine(namedIn(session.getRequest()));
        return forCompiler(finder);
    }

    static Path forCompiler(JdkFinder finder) throws MojoExecutionException {
        return finder.atLeast(NEWER)
                .or(() -> finder.atLeast(OLDER))
                .orElseThrow(() -> new MojoExecutionException("No JDK " + OLDER + " or later found, which the Kotlin/Native compiler "
                        + "runs on:"
                        + " install one below /usr/lib/jvm, or name it in JAVA_HOME or ~/.m2/toolchains.xml"));
    }

    private static List<Path> namedIn(MavenExecutionRequest request) {
        return request.getToolchains().getOrDefault("jdk", List.of()).stream()
                .flatMap(toolchain -> toolchain.getConfiguration() instanceof Xpp3Dom settings
                        ? Stream.ofNullable(settings.getChild("jdkHome"))
                        : Stream.empty())
                .map(home -> Path.of(home.getValue().strip()))
                .toList();
    }
}
