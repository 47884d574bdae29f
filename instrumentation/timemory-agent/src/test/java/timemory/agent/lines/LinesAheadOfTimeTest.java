package timemory.agent.lines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import timemory.bundle.Bundle;
import timemory.NamedBundlesKt;

class LinesAheadOfTimeTest {
    private static final Bundle BUNDLE = NamedBundlesKt.bundleOfIds("wall_clock", null);

    /** A line as the code of a program has it, and as it is called. */
    private record Woven(int function, int line, String label) {}

    /** Weaves functions, some of which other programs have as well, whose lines are reached in any order. */
    private static List<Woven> weave(Lines lines, Random random) {
        List<Woven> woven = new ArrayList<>();
        for (int i = random.nextInt(100); i >= 0; i--) {
            int name = random.nextInt(30);
            Lines.Function function = lines.function("f" + name, "C", name % 2 == 0 ? "" : "C.java", "wall_clock", null);
            int line = 1 + random.nextInt(40);
            woven.add(new Woven(function.number(), lines.line(function, line), lines.line(lines.line(function, line)).label));
        }
        return woven;
    }

    @Test
    void eachLineOfSeveralProgramsIsFoundByTheNumberInTheCode() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Lines running = new Lines();
            if (random.nextBoolean()) weave(running, random);
            List<Lines.Line> all = new ArrayList<>();
            for (int program = random.nextInt(4); program >= 0; program--) {
                Lines ahead = new Lines();
                List<Woven> woven = weave(ahead, random);
                int base = running.addAll(ahead.rows(), components -> BUNDLE);
                for (Woven one : woven) {
                    Lines.Line line = running.line(base + one.line);
                    assertEquals(one.label, line.label, "seed " + seed);
                    assertSame(line.function, running.function(base + one.function), "seed " + seed);
                    assertSame(BUNDLE, line.function.bundle);
                    all.add(line);
                }
            }
            // One object for each line, or its counts would be wrong where programs call each other.
            Set<Lines.Line> distinct = new HashSet<>(all);
            assertEquals(all.stream().map(line -> line.label).distinct().count(), distinct.size(), "seed " + seed);
            assertEquals(running.all().stream().map(function -> function.label).distinct().count(), running.all().size(), "seed " + seed);
        }
    }

    @Test
    void functionsOfAProgramWhoseFileCannotBeReadAreNotMeasured() {
        Lines lines = new Lines();
        assertNull(lines.function(Integer.MAX_VALUE / 2));
        LineRecorder recorder = new LineRecorder(lines);
        assertNull(recorder.enter(Integer.MAX_VALUE / 2 + 7));
        assertNotSame(null, recorder.enter(lines.function("f", "C", "", "wall_clock", BUNDLE).number()));
    }
}
