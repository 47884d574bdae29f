package timemory.prose;

import java.util.List;

/**
 * The habits that a pattern can find: the name, words of which a text with the habit has one, the pattern, and what to write instead. The
 * words are looked for first, because that is much faster.
 */
final class Habits {

    private static final String TECHNOLOGY = "(?:SQL|MPI|Maven|Gradle|CUDA|CUPTI|NCCL|OpenMP|OpenACC|Kokkos|DuckDB|Debian|PAPI|Spark|JUnit|"
            + "Prometheus|Micrometer|OpenTelemetry|Spring|Ktor|Micronaut|Jupyter|NVML|ROCm|Docker|Linux|Python|Kotlin|Java|Perfetto|HTTP|JMX|JFR)";
    private static final String OWNED = "(?:statement|function|goal|query|file|table|driver|server|package|plugin|setting|option|version|"
            + "library|task|stage|report|listener|bean|agent|notebook|device|call)s?|queries|libraries";

    static final List<Habit> ALL = List.of(
            Habit.of("genitive", List.of(" of "), "\\b(?:" + OWNED + ") of " + TECHNOLOGY + "\\b(?!'s|[-.]| [a-z]+(?:s|ing)\\b)",
                    "a compound: SQL statements, MPI functions"),
            Habit.of("environment", List.of("of the environment"), "\\bvariables? of the environment\\b", "environment variable"),
            Habit.of("data base", List.of("data base"), "\\bdata bases?\\b", "database"),
            Habit.of("virtual machine", List.of("virtual machine"),
                    "\\b(?:Java|JVM)'s virtual machines?\\b|\\bvirtual machines? of Java\\b", "JVM"),
            Habit.of("fronted Of", List.of("Of "), "(?:^|[.!?:;] )Of (?!course\\b)[a-z]",
                    "the subject first: \"A throttled region has one in 64 laps measured\""),
            Habit.of("is no", List.of(" no "),
                    "(?<!\\b[Tt]here )\\b(?:is|are|was|were|be) no (?!longer\\b|more\\b|less\\b|fewer\\b|better\\b"
                            + "|worse\\b|larger\\b|smaller\\b|slower\\b|faster\\b|different\\b|doubt\\b|such\\b|substitute\\b|match\\b|other\\b)",
                    "\"is not a ...\" or \"has no ...\""),
            Habit.of("said or told", List.of(" said", " told"),
                    "\\b(?:is|are|was|were|be|been|being) (?:said|told)\\b(?! (?:to|apart)\\b)", "is reported, logged, printed, listed"),
            Habit.of("whoever", List.of("oever", "omever"), "\\b[Ww]ho(?:m|so)?ever\\b",
                    "name the reader or the code: \"callers\", \"the thread that\""),
            Habit.of("nobody", List.of("obody", "erybody", "omebody"), "\\b(?:[Nn]obody|[Ee]verybody|[Ss]omebody)\\b",
                    "\"no one\", or name who: \"no caller\", \"no thread\", \"a client\""),
            Habit.of("free who", List.of(" who "), "\\b(?:for|of|by|with|at|but) who\\b", "\"for callers that\", \"by the code that\""),
            Habit.of("begin as a noun", List.of(" begin"),
                    "\\b(?:the|a|its|their|each|every|one|of|since|at|from|no) begins?\\b(?! (?:with|to|at|in)\\b)", "start"),
            Habit.of("at the most", List.of("t the most", "t the least"), "\\b[Aa]t the (?:most|least)\\b",
                    "at most, at least"),
            Habit.of("anew", List.of("new"), "\\b[Aa]new\\b", "again"),
            Habit.of("alike", List.of("like"), "\\b[Aa]like\\b", "the same way, equal, both"),
            Habit.of("seldom", List.of("eldom"), "\\b[Ss]eldom\\b", "rarely"),
            Habit.of("in the midst", List.of("n the midst"), "\\b[Ii]n the midst\\b", "during, in the middle of"),
            Habit.of("beside", List.of("eside"), "\\b[Bb]eside\\b", "next to, in addition to, apart from"),
            Habit.of("of its own", List.of(" own"), "\\bof (?:its|their|one's|your|our|my|his) own\\b",
                    "\"its own X\", or \"a separate X\""),
            Habit.of("archaic word", List.of("heed", "hitherto", "hence", "lest", "there", "where", "forth", "withal", "albeit"),
                    "\\b(?:heed|heeds|heeded|heeding|hitherto|thence|whence|henceforth|lest|thereof|wherein|whereof|thereby|therein|forthwith|"
                            + "withal|albeit)\\b",
                    "plain words: observes, until now, from there, which"),
            Habit.of("further ado", List.of(" ado"), "\\bwithout (?:further|more) ado\\b", "directly"),
            Habit.of("without a word", List.of("without a word"), "\\bwithout a word\\b", "silently"),
            Habit.of("to be had", List.of("be had"), "\\b(?:to|cannot|can|could|may) be had\\b", "is available, is unavailable"),
            Habit.of("in the mean", List.of("n the mean"), "\\b[Ii]n the mean\\b(?! ?time)", "on average"),
            Habit.of("stands", List.of("stand", "stood"),
                    "\\b(?:stands?|stood) (?:in|at|on|below|under|above|before|behind|between|there|here|"
                            + "twice|alone|next)\\b",
                    "is in, is listed in, appears"),
            Habit.of("hangs", List.of("hang", "hung"), "\\b(?:hangs?|hung) (?:in|at|on|below|under|from|there)\\b",
                    "is attached to, is below"),
            Habit.of("lies", List.of("lie", "lay", "lying"),
                    "\\b(?:lies|lie|lay|lying) (?:in|at|on|below|under|above|before|behind|between|there|beyond|within)\\b", "is in"),
            Habit.of("goes on", List.of(" on"), "\\b(?:goes|go|went|going) on\\b", "continues"),
            Habit.of("As above", List.of("As "), "(?:^|[.!?] |\\* )As (?:above|below|before|with)\\b|^As \\[", "a full sentence, or @see"),
            Habit.of("pronoun chain", List.of("That", "Those", "These", "Of", "The same", "What", "Theirs", "Its own"),
                    "^(?:That|Those|These|Of(?! course)|The same|What is|What was|What it|Theirs|Its own) (?!(?:\\S+ ){7})",
                    "the noun: \"Call graph of the current thread\""),
            Habit.of("What all instances", List.of("What all instances"), "^What all instances have in common",
                    "delete it, or \"The type of [X]\""),
            Habit.of("times as", List.of("times as"), "\\b\\d[\\d.,]* times as (?:long|much|many|large|fast|slow|big)\\b",
                    "\"19 % slower (67 ns vs 56 ns)\""),
            Habit.of("a thousandth", List.of("ndth"), "\\b(?:by|than) (?:more than |less than )?a (?:thousandth|hundredth)\\b",
                    "0.1 %, 1 %"),
            Habit.of("inverted so", List.of("So "), "(?:^|[.!?;:] )So (?:does|do|did|is|are|has|have|can|may|will) ",
                    "subject first: \"The agent does the same\""),
            Habit.of("after the session", List.of("ehind the session"), "\\b[Bb]ehind the session\\b", "after the session"),
            Habit.of("mend", List.of("mend"), "\\b[Mm]end(?:s|ed|ing)?\\b", "fix, repair"),
            Habit.of("to look at", List.of("to look at"), "\\b(?:is|are) to look at\\b", "\"open X to explore it\""),
            Habit.of("went apart", List.of("apart", "asunder"), "\\b(?:went|go|goes|come|came) (?:apart|asunder)\\b",
                    "drifted, diverged, differ"),
            Habit.of("Other than with", List.of("Other than"), "(?:^|[.!?;] )Other than (?:with|in|for|of)\\b", "\"Unlike ...\""),
            Habit.of("comes to", List.of("comes to", "come to"), "\\bcomes? to (?:nothing|much|little|as much|the same)\\b",
                    "totals, is the same"),
            Habit.of("For good", List.of("For good"), "(?:^|[.!?] )For good\\b", "permanently; cannot be undone"));

    private Habits() {}
}
