package timemory.agent;

import java.io.File;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** JARs of other people's programs, for the agent to prove itself with. */
final class Measured {
    static final Path H2 = jar("h2");
    static final Path FELIX = ofTests("org.apache.felix.framework");
    static final Path OLD_KOTLIN = jar("kotlin-stdlib-old");
    static final Path KOTLIN_COMPILER = jar("kotlin-compiler-embeddable");

    /** The files that the Kotlin compiler needs in addition to itself. */
    static final Path[] OF_KOTLIN_COMPILER = {
        ofTests("kotlin-stdlib"), jar("kotlin-daemon-embeddable"), jar("kotlin-script-runtime"), jar("kotlin-reflect"),
        ofTests("kotlinx-coroutines-core-jvm"),
        ofTests("annotations")
    };

    private Measured() {}

    private static Path jar(String name) {
        return Path.of(System.getProperty("timemory.measured"), name + ".jar");
    }

    /** A library that the tests have in their own class path. */
    static Path ofTests(String name) {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(path -> path.getFileName().toString().matches(name + "-[0-9.]+\\.jar"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in the class path"));
    }

    static String classPath(Path... jars) {
        return Stream.of(jars).map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
