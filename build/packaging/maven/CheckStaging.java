import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * Checks a folder to which artifacts were deployed against the rules of Maven Central: {@code java CheckStaging.java FOLDER}. Each artifact
 * needs a POM with a name, a description, a URL, licences, developers and the SCM location, in it or in its parent; no snapshot
 * dependencies; sources and documentation next to each JAR; for each file, checksums and a signature that {@code gpg} verifies.
 */
public final class CheckStaging {
    private static final Set<String> CHECKSUMS = Set.of("md5", "sha1");
    private static final List<String> NEEDED = List.of("name", "description", "url", "licenses", "developers", "scm");

    private final Path folder;
    private final boolean verifies;
    private final List<String> findings = new ArrayList<>();
    private int files;

    private CheckStaging(Path folder, boolean verifies) {
        this.folder = folder;
        this.verifies = verifies;
    }

    /** Prints all problems; exits with status 1 if there are any. */
    public static void main(String[] arguments) throws Exception {
        boolean verifies = !List.of(arguments).contains("--without-gpg");
        CheckStaging check = new CheckStaging(Path.of(arguments[arguments.length - 1]), verifies);
        check.run();
        check.findings.forEach(System.err::println);
        System.err.println(check.files + " files, " + (check.findings.isEmpty() ? "nothing wrong" : check.findings.size() + " findings"));
        if (!check.findings.isEmpty()) System.exit(1);
    }

    private void run() throws Exception {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(folder)) {
            all = walk.filter(Files::isRegularFile).filter(file -> !file.getFileName().toString().startsWith("maven-metadata")).sorted()
                    .toList();
        }
        if (all.isEmpty()) findings.add(folder + ": there is nothing");
        for (Path file : all) {
            String name = file.getFileName().toString();
            String ending = name.substring(name.lastIndexOf('.') + 1);
            if (CHECKSUMS.contains(ending) || ending.equals("asc") || ending.startsWith("sha")) continue;
            files++;
            checkFile(file);
            if (ending.equals("pom")) checkPom(file);
        }
    }

    private void checkFile(Path file) throws Exception {
        if (file.toString().contains("SNAPSHOT")) findings.add(file + ": a snapshot");
        Path signature = file.resolveSibling(file.getFileName() + ".asc");
        if (!Files.exists(signature)) findings.add(file + ": no signature");
        else
            if (verifies && status("gpg", "--batch", "--verify", signature.toString(), file.toString()) != 0)
                findings.add(file + ": its signature is not of this file");
        for (String kind : CHECKSUMS) {
            Path sum = file.resolveSibling(file.getFileName() + "." + kind);
            if (!Files.exists(sum)) findings.add(file + ": no " + kind);
            else
                if (!Files.readString(sum).strip().equals(digest(file, kind)))
                    findings.add(file + ": its " + kind + " is not of this file");
        }
    }

    private static String digest(Path file, String kind) throws Exception {
        MessageDigest digest = MessageDigest.getInstance(kind.equals("md5") ? "MD5" : "SHA-1");
        return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file)));
    }

    private static int status(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        process.getInputStream().readAllBytes();
        return process.waitFor();
    }

    private void checkPom(Path file) throws Exception {
        Element project = parsed(file);
        String artifact = text(project, "artifactId");
        for (String needed : NEEDED) {
            if (child(project, needed) == null && !parentHas(project, needed)) findings.add(file + ": no " + needed);
        }
        if (Files.readString(file).contains("-SNAPSHOT")) findings.add(file + ": names a snapshot");
        String packaging = child(project, "packaging") == null ? "jar" : text(project, "packaging");
        if (packaging.equals("pom")) return;
        String stem = file.toString().replaceFirst("\\.pom$", "");
        for (String classifier : List.of("", "-sources", "-javadoc")) {
            if (!Files.exists(Path.of(stem + classifier + ".jar"))) findings.add(file + ": " + artifact + " has no " + classifier + ".jar");
        }
    }

    /** Each artifact has its own name and description; the rest is inherited. */
    private boolean parentHas(Element project, String needed) throws Exception {
        Element parent = child(project, "parent");
        if (parent == null || needed.equals("name") || needed.equals("description")) return false;
        String version = text(parent, "version");
        Path file = folder.resolve(text(parent, "groupId").replace('.', '/')).resolve(text(parent, "artifactId")).resolve(version)
                .resolve(text(parent, "artifactId") + "-" + version + ".pom");
        if (!Files.exists(file)) return false;
        Element found = parsed(file);
        return child(found, needed) != null || parentHas(found, needed);
    }

    private static Element parsed(Path file) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        try (InputStream in = Files.newInputStream(file)) {
            Document document = factory.newDocumentBuilder().parse(in);
            return document.getDocumentElement();
        }
    }

    private static Element child(Element element, String name) {
        NodeList children = element.getChildNodes();
        for (int i = 0; i < children.getLength(); i++) {
            Node child = children.item(i);
            if (child instanceof Element found && found.getTagName().equals(name) && !found.getTextContent().isBlank()) return found;
        }
        return null;
    }

    private static String text(Element element, String name) {
        Element child = child(element, name);
        return child == null ? "" : child.getTextContent().strip();
    }
}
