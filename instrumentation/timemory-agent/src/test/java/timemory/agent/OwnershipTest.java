package timemory.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** However a program is packed and launched, its own functions are measured, and those of its libraries are not. */
class OwnershipTest {
    @TempDir
    Path folder;

    private Path library;
    private Path program;

    @BeforeEach
    void build() throws Exception {
        Path helper = Built.compile(folder, "", Map.of("library/Helper.java", Built.LIBRARY));
        library = Built.jar(folder.resolve("library.jar"), Map.of(), helper, "", Map.of());
        program = Built.compile(folder, library.toString(), Map.of("acme/Main.java", Built.PROGRAM));
    }

    @Test
    void ofAFolderOfClasses() throws Exception {
        assertOwnFunctions("-cp", program + File.pathSeparator + library, "acme.Main");
    }

    @Test
    void ofAJarInTheClassPath() throws Exception {
        Path jar = Built.jar(folder.resolve("program.jar"), Map.of(), program, "", Map.of());
        assertOwnFunctions("-cp", jar + File.pathSeparator + library, "acme.Main");
    }

    @Test
    void ofAnExecutableJar() throws Exception {
        Path jar = Built.jar(folder.resolve("a program.jar"), Map.of("Main-Class", "acme.Main", "Class-Path", "library.jar"), program, "",
                Map.of());
        assertOwnFunctions("-jar", jar.toString());
    }

    @Test
    void ofAModule() throws Exception {
        Path module = Built.compile(folder, library.toString(), Map.of(
                "module-info.java", "module acme { requires library; }", "acme/Main.java", Built.PROGRAM));
        assertOwnFunctions("-p", module + File.pathSeparator + library, "-m", "acme/acme.Main");
    }

    @Test
    void ofAFileOfSource() throws Exception {
        Path source = Files.writeString(Files.createDirectory(folder.resolve("acme")).resolve("Main.java"), Built.PROGRAM);
        assertOwnFunctions("-cp", library.toString(), source.toString());
    }

    @Test
    void ofAJarWithJarsInside() throws Exception {
        for (String form : List.of("jar:file:%s!/%s!/", "jar:nested:%s/!%s!/")) {
            Path launcher = Built.compile(folder, "", Map.of("org/springframework/boot/loader/launch/JarLauncher.java", LAUNCHER));
            Path jar = Built.jar(folder.resolve("nested.jar"),
                    Map.of("Main-Class", "org.springframework.boot.loader.launch.JarLauncher"), launcher, "", Map.of(
                            "BOOT-INF/classes/acme/Main.class", program.resolve("acme/Main.class"), "BOOT-INF/lib/library.jar", library));
            assertOwnFunctions("-Dform=" + form, "-jar", jar.toString());
        }
    }

    private void assertOwnFunctions(String... command) throws Exception {
        List<String> all = new ArrayList<>(List.of(Programs.JAVA, "-javaagent:" + Programs.AGENT));
        all.addAll(List.of(command));
        Programs.Outcome run = Programs.process(folder, all);
        assertEquals(0, run.status(), run.errors());
        assertEquals("116", run.output().strip(), run.errors());
        assertEquals(List.of("acme.Main.main", "acme.Main.work"), Table.of(run).rows().stream().map(Table.Row::label).toList());
    }

    /** Loads classes from inside its own JAR, as launchers of executable JARs do. */
    private static final String LAUNCHER = """
            package org.springframework.boot.loader.launch;

            import java.io.InputStream;
            import java.net.URL;
            import java.net.URLConnection;
            import java.net.URLStreamHandler;
            import java.security.CodeSource;
            import java.security.ProtectionDomain;
            import java.security.cert.Certificate;
            import java.util.zip.ZipInputStream;

            public class JarLauncher extends ClassLoader {
                public static void main(String[] arguments) throws Exception {
                    new JarLauncher().loadClass("acme.Main").getMethod("main", String[].class).invoke(null, (Object) arguments);
                }

                @Override
                protected Class<?> findClass(String name) throws ClassNotFoundException {
                    String file = name.replace('.', '/') + ".class";
                    try (InputStream own = JarLauncher.class.getResourceAsStream("/BOOT-INF/classes/" + file)) {
                        if (own != null) return define(name, own.readAllBytes(), "BOOT-INF/classes");
                        try (ZipInputStream library = new ZipInputStream(JarLauncher.class.getResourceAsStream("/BOOT-INF/lib/library.jar"))) {
                            for (var entry = library.getNextEntry(); entry != null; entry = library.getNextEntry()) {
                                if (entry.getName().equals(file)) return define(name, library.readAllBytes(), "BOOT-INF/lib/library.jar");
                            }
                        }
                    } catch (java.io.IOException failure) {
                        throw new ClassNotFoundException(name, failure);
                    }
                    throw new ClassNotFoundException(name);
                }

                private Class<?> define(String name, byte[] bytes, String inside) throws java.io.IOException {
                    String jar = JarLauncher.class.getProtectionDomain().getCodeSource().getLocation().getPath();
                    URL location = new URL(null, System.getProperty("form").formatted(jar, inside), new URLStreamHandler() {
                        @Override
                        protected URLConnection openConnection(URL url) {
                            throw new UnsupportedOperationException();
                        }
                    });
                    var domain = new ProtectionDomain(new CodeSource(location, (Certificate[]) null), null, this, null);
                    return defineClass(name, bytes, 0, bytes.length, domain);
                }
            }
            """;
}
