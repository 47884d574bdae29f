package dev.timemory.konan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.maven.model.Model;
import org.apache.maven.model.io.xpp3.MavenXpp3Reader;
import org.codehaus.plexus.util.xml.pull.XmlPullParserException;
import org.junit.jupiter.api.Test;

/** Versions that are repeated in several places because this plugin is built before the modules and is used without them. */
class VersionsTest {

    private static Model model(String file) throws IOException, XmlPullParserException {
        try (Reader in = Files.newBufferedReader(Path.of(file))) {
            return new MavenXpp3Reader().read(in);
        }
    }

    @Test
    void programsElsewhereAreCompiledByTheKotlinThatOursAre() throws Exception {
        Model parent = model("../../pom.xml");
        assertEquals(parent.getProperties().getProperty("kotlin.version"), KonanTools.KOTLIN_VERSION);
        assertEquals(
                KonanTools.KOTLIN_VERSION,
                model("pom.xml").getDependencies().stream().filter(it -> it.getArtifactId().equals("abi-tools")).findFirst().orElseThrow()
                        .getVersion());
    }
}
