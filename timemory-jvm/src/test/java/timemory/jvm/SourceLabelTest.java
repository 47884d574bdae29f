package timemory.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SourceLabelTest {

    @Test
    void itNamesTheMethodFileAndLineThatUseItFirst() {
        SourceLabel label = new SourceLabel();
        int line = StackWalker.getInstance().walk(frames -> frames.findFirst().orElseThrow().getLineNumber()) + 1;
        String here = label.here();
        assertEquals("itNamesTheMethodFileAndLineThatUseItFirst@SourceLabelTest.java:" + line, here);
        assertSame(here, elsewhere(label));
        assertEquals(here, label.toString());
    }

    private static String elsewhere(SourceLabel label) {
        return label.here();
    }

    @Test
    void eachPlaceHasItsOwn() {
        assertTrue(elsewhere(new SourceLabel()).startsWith("elsewhere@SourceLabelTest.java:"));
        assertEquals("(not used yet)", new SourceLabel().toString());
    }
}
