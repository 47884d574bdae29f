package timemory.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static timemory.tests.Repository.ROOT;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** {@code timemory-bom} names each artifact that programs use, and nothing else. */
class BomTest {
    /** Folders whose modules are this build's own. */
    private static final List<String> OWN = List.of("samples", "verification", "build/konan-maven-plugin");

    private static Element pom(Path folder) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(folder.resolve("pom.xml").toFile()).getDocumentElement();
    }

    private static List<Element> children(Element of, String name) {
        List<Element> found = new ArrayList<>();
        for (Node child = of.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element && element.getTagName().equals(name)) found.add(element);
        }
        return found;
    }

    private static String text(Element of, String name, String otherwise) {
        List<Element> found = children(of, name);
        return found.isEmpty() ? otherwise : found.get(0).getTextContent().strip();
    }

    /** As in the POM that is not a parent of this one. */
    private static TreeSet<String> named() throws Exception {
        TreeSet<String> named = new TreeSet<>();
        Element all = children(children(pom(ROOT.resolve("build/timemory-bom")), "dependencyManagement").get(0), "dependencies").get(0);
        for (Element one : children(all, "dependency")) {
            assertEquals("dev.timemory", text(one, "groupId", ""));
            assertEquals("${project.version}", text(one, "version", ""));
            assertTrue(named.add(text(one, "artifactId", "") + ':' + text(one, "type", "jar")), "named twice");
        }
        return named;
    }

    @Test
    void itNamesWhatProgramsUse() throws Exception {
        Element root = pom(ROOT);
        assertEquals(text(root, "version", ""), text(pom(ROOT.resolve("build/timemory-bom")), "version", ""));
        TreeSet<String> expected = new TreeSet<>();
        TreeSet<String> named = named();
        for (Element module : children(children(root, "modules").get(0), "module")) {
            String folder = module.getTextContent().strip();
            Element pom = pom(ROOT.resolve(folder));
            String packaging = text(pom, "packaging", "jar");
            boolean isOwn = OWN.stream().anyMatch(own -> folder.equals(own) || folder.startsWith(own + '/'));
            boolean isKept = pom.getElementsByTagName("maven.deploy.skip").getLength() > 0;
            if (isOwn || isKept || packaging.equals("pom")) continue;
            String artifact = text(pom, "artifactId", "");
            expected.add(artifact + ":jar");
            // Natively nothing may have been built.
            boolean hasLibrary = Files.exists(ROOT.resolve(folder).resolve("target").resolve(artifact + ".klib"));
            if (hasLibrary || named.contains(artifact + ":klib") && !Files.exists(ROOT.resolve("timemory-dsl/target/timemory-dsl.klib")))
                expected.add(artifact + ":klib");
        }
        assertEquals(expected, named);
    }
}
