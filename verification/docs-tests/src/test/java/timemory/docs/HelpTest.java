package timemory.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import timemory.tests.OptionalTools;
import timemory.tests.Repository;

/** {@code --help} explains a script, and runs nothing. */
@Tag("optional-tools")
class HelpTest {

    private static Stream<String> scripts() throws IOException {
        try (Stream<Path> files = Stream.concat(Files.list(Repository.ROOT.resolve("bin")), Files.list(Repository.ROOT.resolve("build")))) {
            List<String> scripts = Stream.concat(Stream.of(Repository.ROOT.resolve("docs/generate")), files)
                    .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                    .map(file -> Repository.ROOT.relativize(file).toString()).sorted().toList();
            return scripts.stream();
        }
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void helpExplains(String script) throws IOException, InterruptedException {
        assumeTrue(!script.equals("bin/timem") || Files.exists(TypedPage.NATIVE), "native modules are not built");
        if (Files.readString(Repository.ROOT.resolve(script)).startsWith("#!/usr/bin/env python3")) OptionalTools.require("python3");
        try (Typist typist = new Typist()) {
            assertEquals(0, typist.run("\"$ROOT\"/" + script + " --help; ls -A"), typist.output());
            assertFalse(typist.output().isBlank(), script);
        }
    }

    @Test
    void optionsOfDemosAreKnown() throws IOException, InterruptedException {
        try (Typist typist = new Typist()) {
            assertEquals(0, typist.run("demo shop --help; demo spark --help"), typist.output());
        }
    }
}
