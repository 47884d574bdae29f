package timemory.prose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The checker finds planted sentences, and names the file, the line and what to write instead. */
class HabitsTest {

    private static List<String> namesIn(String file, String text) {
        List<Passage> passages = file.endsWith(".md") ? Markdown.read(file, text) : SourceText.read(file, text, true);
        return ProseTest.hitsIn(passages).stream().map(hit -> hit.name() + " " + hit.line()).toList();
    }

    @Test
    void plantedSentencesAreFound() {
        assertEquals(List.of("genitive 3"), namesIn("a.md", "# Title\n\nIt counts the statements of SQL that are slow.\n"));
        assertEquals(List.of("fronted Of 1"), namesIn("a.kt", "/** Of a region that is throttled, one lap of 64 is measured. */"));
        assertEquals(List.of("is no 1"), namesIn("a.java", "throw new X(\"'\" + name + \"' is no regular expression\");"));
        assertEquals(List.of("said or told 1"), namesIn("a.c", "/* What it throws is\n * said on the standard error stream. */"));
        assertEquals(List.of("whoever 2"), namesIn("a.py", "import os\n# Answers whoever asks.\n"));
        assertEquals(List.of("begin as a noun 1"), namesIn("a.h", "// From the begin of the session.\n"));
        assertEquals(List.of("at the most 2"), namesIn("a.kt", "error(\"there are \" +\n    \"at the most 16\")"));
        assertEquals(List.of("anew 1"), namesIn("a.py", "raise ValueError('it is read anew')"));
        assertEquals(List.of("As above 1"), namesIn("a.kt", "/** As [measure], with one component. */"));
        assertEquals(List.of("to be had 1"), namesIn("a.md", "A clock that is not to be had."));
        assertEquals(List.of("pronoun chain 1"), namesIn("a.kt", "/** That of the running thread. */"));
    }

    @Test
    void codeAndPlainEnglishAreLeftAlone() {
        assertEquals(List.of(), namesIn("a.md", "```\nOf what is no X\n```\nThere is no file. `it is no X` is quoted.\n"));
        assertEquals(List.of(), namesIn("a.kt", "val text = '\"'; val isNo = \"there is no clock\" // Of course it is no longer here.\n"));
        assertEquals(List.of(), SourceText.read("a.kt", "assertEquals(\"it is no X\", message)", false));
    }

    @Test
    void stringsInOneExpressionAreOnePassage() {
        assertEquals("at most 16", SourceText.read("a.kt", "f(\"at \" +\n \"most \" + \"16\")", true).get(0).text());
        assertEquals(2, SourceText.read("a.c", "f(\"one\", \"two\");", true).size());
    }

    @Test
    void linesOfACommentAreOnePassageWithTheLineOfEachWord() {
        Passage passage = SourceText.read("a.c", "int a;\n/* One\n * two\n * three. */\n// four\n// five\n", true).get(0);
        assertEquals("One two three.", passage.text());
        assertEquals(List.of(2, 3, 4), List.of(passage.lineAt(0), passage.lineAt(4), passage.lineAt(8)));
    }

    @Test
    void failuresSayWhatToWriteAndOnlyCountsAboveTheLimitFail() {
        List<Habit.Hit> hits = ProseTest.hitsIn(SourceText.read("tools/a.py", "# Read anew.\n\nx = 1\n# Seldom.\n", true));
        assertEquals(List.of(), Limits.of("anew | tools | 1\nseldom | tools | 1\n").exceeded(hits));
        List<String> wrong = Limits.of("# one\nanew | tools | 1\n").exceeded(hits);
        assertEquals("seldom | tools: 1, at most 0 are allowed:", wrong.get(0));
        assertTrue(wrong.get(1).contains("tools/a.py:4: [seldom] \"Seldom.\": rarely"), wrong.get(1));
        assertEquals("anew | tools | 1\n", Limits.of("anew | tools | 5\nseldom | docs | 7\n").lowered(hits).lines());
    }

    @Test
    void exceptionsCoverTheirOwnSentenceAlone() {
        List<Habit.Hit> hits = ProseTest.hitsIn(SourceText.read("a.py", "# Read anew.\nx = 1\n# Write anew.\n", true));
        Exceptions exceptions = Exceptions.of("a.py | anew | Read anew | a quotation\nb.py | anew | Read | gone\n");
        assertEquals(List.of(true, false), hits.stream().map(exceptions::cover).toList());
        assertEquals(1, exceptions.unused(hits).size());
    }
}
