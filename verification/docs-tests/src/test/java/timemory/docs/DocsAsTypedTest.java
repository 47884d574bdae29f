package timemory.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import timemory.tests.Repository;

/** What the pages for users show works when it is typed as it stands: commands, programs, and what they print. */
@Tag("optional-tools")
class DocsAsTypedTest {

    private static final Plan PLAN = Plan.read();

    private static Stream<String> pages() throws IOException {
        try (Stream<Path> files = Files.list(Repository.ROOT.resolve("docs"))) {
            List<String> docs = files.map(file -> "docs/" + file.getFileName()).filter(name -> name.endsWith(".md")).toList();
            return Stream.concat(docs.stream(), Stream.of("README.md")).sorted();
        }
    }

    private static List<Block> blocksOf(String page) throws IOException {
        return Block.of(Files.readString(Repository.ROOT.resolve(page)));
    }

    private static Stream<String> typed() throws IOException {
        String only = System.getProperty("docs.only", "");
        return pages().filter(page -> page.contains(only))
                .filter(page -> PLAN.of(page).stream().anyMatch(step -> !step.isBetween() && !step.action().equals("not")));
    }

    @Test
    void everyBlockIsTypedOrHasAReasonWhyNot() throws IOException {
        List<String> mistakes = new ArrayList<>();
        List<String> pages = pages().toList();
        for (String page : pages) mistakes.addAll(PLAN.mistakes(page, blocksOf(page)));
        PLAN.pages().stream().filter(page -> !pages.contains(page)).forEach(page -> mistakes.add("there is no " + page));
        assertEquals(List.of(), mistakes);
    }

    @ParameterizedTest
    @MethodSource("typed")
    void pageDoesWhatItShows(String page) throws IOException, InterruptedException {
        List<Step> steps = PLAN.of(page);
        boolean isWithoutTools = System.getenv("TIMEMORY_TESTS_WITHOUT") != null;
        assumeTrue(!isWithoutTools || steps.stream().anyMatch(step -> step.action().equals("needs")), "nothing is looked for");
        try (Typist typist = new Typist()) {
            new TypedPage(page, blocksOf(page), steps, typist).type();
        }
    }

    /** A test that typed nothing would pass as well. */
    @Test
    void whatIsNotTrueIsFound() throws IOException, InterruptedException {
        assertEquals("", Shown.missing(List.of("main  1  2.5 s", "..."), "region calls\nmain   1   30 ms\n"));
        assertEquals("main  2 MB  x", Shown.missing(List.of("main  2 MB  x"), "main 2 MB y"));
        assertEquals("b", Shown.missing(List.of("a", "b"), "b\na\n"));
        try (Typist typist = new Typist()) {
            assertEquals(3, typist.run("export A=1; cd /tmp; (exit 3)"));
            assertEquals(0, typist.run("export A=1; cd /tmp"));
            assertEquals(0, typist.run("echo $A in $PWD"));
            assertEquals("1 in /tmp\n", typist.output());
        }
        assertTrue(typed().count() > 20 || System.getProperty("docs.only") != null, "few pages are typed");
    }
}
