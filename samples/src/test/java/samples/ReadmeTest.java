package samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import timemory.tests.Repository;

/**
 * The Kotlin and Java code in the README and the docs compiles: each piece between two blank lines occurs verbatim in a source file of a
 * folder {@code readme} among some module's tests. The links of all pages, those of modules included, lead somewhere, and their lines have
 * the same width.
 */
class ReadmeTest {

    private static final Path ROOT = Repository.ROOT;
    private static final int WIDTH = 140;
    private static final Pattern BLOCK = Pattern.compile("```(kotlin|java)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Set<String> NOT_OURS = Set.of("target", "node_modules", ".git");

    /** The README, the files next to it, and all documentation pages, by path: what users read. */
    private static Map<Path, String> pages() throws IOException {
        Map<Path, String> pages = allPages();
        pages.keySet().removeIf(page -> !page.startsWith(ROOT.resolve("docs")) && !page.getParent().equals(ROOT));
        return pages;
    }

    /** These, and the READMEs of folders and modules. */
    private static Map<Path, String> allPages() throws IOException {
        Map<Path, String> pages = new TreeMap<>();
        forEachFile(file -> {
            if (file.toString().endsWith(".md")) {
                pages.put(file, Files.readString(file));
            }
        });
        return pages;
    }

    private interface FileAction {
        void take(Path file) throws IOException;
    }

    /** Every file of ours, and none that is built or brought from elsewhere. */
    private static void forEachFile(FileAction action) throws IOException {
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return NOT_OURS.contains(folder.getFileName().toString()) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                action.take(file);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Without comments and white space, neither of which a compiler looks at. */
    private static String bare(String code) {
        return code.replaceAll("(?m)(^|\\s)//.*$", "").replaceAll("\\s+", "");
    }

    /** The files that are compiled for the docs, by language. */
    private static Map<String, List<String>> compiled() throws IOException {
        List<String> kotlin = new ArrayList<>();
        List<String> java = new ArrayList<>();
        forEachFile(file -> {
            if (file.getParent().endsWith("readme")) {
                (file.toString().endsWith(".java") ? java : kotlin).add(Files.readString(file));
            }
        });
        return Map.of("kotlin", kotlin, "java", java);
    }

    @Test
    void everyPieceOfCodeIsCompiled() throws IOException {
        Map<String, String> compiled = new HashMap<>();
        compiled().forEach((language, files) -> compiled.put(language, bare(String.join("\n", files))));
        List<String> missing = new ArrayList<>();
        int pieces = 0;
        for (Map.Entry<Path, String> page : pages().entrySet()) {
            Matcher blocks = BLOCK.matcher(page.getValue());
            while (blocks.find()) {
                for (String piece : blocks.group(2).split("\n\\s*\n")) {
                    pieces++;
                    for (String part : importsApart(piece)) {
                        if (!compiled.get(blocks.group(1)).contains(bare(part))) {
                            missing.add(page.getKey() + ":\n" + part);
                        }
                    }
                }
            }
        }
        assertEquals(List.of(), missing, "stands in no source file of a folder 'readme'");
        assertTrue(pieces > 60, pieces + " pieces");
    }

    /** Each of the other languages on the DSL page is in one test; its Python is indented there. */
    @Test
    void theDslPageIsCompiledInAllLanguages() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/dsl.md"));
        Map<String, String> tests = Map.of("cpp", "timemory-native/test/cpp/dsl_page.cpp", "python", "tools/python/tests/test_dsl_page.py");
        List<String> missing = new ArrayList<>();
        for (Map.Entry<String, String> test : tests.entrySet()) {
            Matcher blocks = Pattern.compile("```" + test.getKey() + "\n(.*?)```", Pattern.DOTALL).matcher(page);
            assertTrue(blocks.find(), "nothing in " + test.getKey());
            String compiled = Files.readString(ROOT.resolve(test.getValue())).replaceAll("\\s+", "");
            for (String piece : blocks.group(1).split("\n\\s*\n")) {
                if (!compiled.contains(piece.replaceAll("\\s+", ""))) missing.add(test.getValue() + ":\n" + piece);
            }
        }
        assertEquals(List.of(), missing);
    }

    /** A file has more imports than a piece shows. */
    private static List<String> importsApart(String piece) {
        return piece.startsWith("import ") ? piece.lines().toList() : List.of(piece);
    }

    /** Readers copy programs verbatim, so they must show the imports of their file here, as far as they use them. */
    @Test
    void programsShowTheirImports() throws IOException {
        Map<String, List<String>> compiled = compiled();
        List<String> missing = new ArrayList<>();
        int programs = 0;
        for (Map.Entry<Path, String> page : pages().entrySet()) {
            Matcher blocks = BLOCK.matcher(page.getValue());
            while (blocks.find()) {
                String program = blocks.group(2);
                if (!program.startsWith("import ") || !program.contains("main(")) {
                    continue;
                }
                Set<String> shown = program.lines().filter(line -> line.startsWith("import ")).collect(Collectors.toSet());
                String code = program.lines().filter(line -> !line.startsWith("import ")).collect(Collectors.joining("\n")).strip();
                String first = bare(code.split("\n\\s*\n")[0]);
                for (String file : compiled.get(blocks.group(1))) {
                    if (first.isEmpty() || !bare(file).contains(first)) {
                        continue;
                    }
                    programs++;
                    file.lines()
                            .filter(line -> line.startsWith("import ") && !shown.contains(line) && uses(code, line))
                            .forEach(line -> missing.add(page.getKey() + ": " + line));
                }
            }
        }
        assertEquals(List.of(), missing);
        assertTrue(programs > 3, programs + " programs");
    }

    /**
     * Whether {@code code} has the name that {@code line} imports. Uses of other packages imported as a whole cannot be seen, except our
     * own.
     */
    private static boolean uses(String code, String line) {
        String name = line.replaceAll(".*[. ](\\w+|\\*);?$", "$1");
        return name.equals("*") ? line.startsWith("import timemory.*") : Pattern.compile("\\b" + name + "\\b").matcher(code).find();
    }

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        Map<Path, String> pages = allPages();
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Map.Entry<Path, String> page : pages.entrySet()) {
            Matcher found = LINK.matcher(page.getValue().replaceAll("(?s)```.*?```", "").replaceAll("`[^`\n]*`", ""));
            while (found.find()) {
                String link = found.group(1);
                if (link.contains("://") || link.startsWith("mailto:")) {
                    continue;
                }
                links++;
                String[] parts = link.split("#", 2);
                Path target = parts[0].isEmpty() ? page.getKey() : page.getKey().resolveSibling(parts[0]).normalize();
                if (!Files.exists(target)) {
                    broken.add(page.getKey() + ": no file " + link);
                } else if (parts.length > 1 && !anchors(Files.readString(target)).contains(parts[1])) {
                    broken.add(page.getKey() + ": no heading " + link);
                }
            }
        }
        assertEquals(List.of(), broken);
        assertTrue(links > 100, links + " links");
    }

    /** The headings of a page as links name them. */
    private static Set<String> anchors(String page) {
        return page.replaceAll("(?s)```.*?```", "").lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 _-]", "").replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    /** The starting point for anyone who opens a folder: what it is, where to start reading, how to test it. */
    @Test
    void everyFolderOfTheRootAndEveryModuleHasAReadme() throws IOException {
        List<String> missing = new ArrayList<>();
        forEachFile(file -> {
            boolean isModule = file.getFileName().toString().equals("pom.xml") && !file.toString().contains("/src/");
            if (isModule && !Files.exists(file.resolveSibling("README.md"))) {
                missing.add(ROOT.relativize(file).toString());
            }
        });
        try (Stream<Path> folders = Files.list(ROOT)) {
            folders.filter(Files::isDirectory)
                    .filter(folder -> !folder.getFileName().toString().startsWith("."))
                    .filter(folder -> !NOT_OURS.contains(folder.getFileName().toString()) && !Files.exists(folder.resolve("README.md")))
                    .forEach(folder -> missing.add(ROOT.relativize(folder).toString()));
        }
        assertEquals(List.of(), missing);
    }

    @Test
    void theReadmeIsShort() throws IOException {
        List<String> lines = Files.readAllLines(ROOT.resolve("README.md"));
        assertTrue(lines.size() <= 150, lines.size() + " lines");
    }

    @Test
    void proseIsWrappedAlike() throws IOException {
        List<String> wide = new ArrayList<>();
        for (Map.Entry<Path, String> page : allPages().entrySet()) {
            String prose = page.getValue().replaceAll("(?s)```.*?```", "");
            prose.lines().filter(line -> line.length() > WIDTH && !line.startsWith("|") && !line.contains("](http"))
                    .forEach(line -> wide.add(page.getKey() + ": " + line));
        }
        assertEquals(List.of(), wide, "wider than " + WIDTH + " columns");
    }
}
