package timemory.nativecalls;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import readme.Unpacking;
import timemory.Quantity;
import timemory.nativecalls.NativeFunction.Sum;

class NativeFunctionTest {

    @Test
    void aNameAloneMeansItsCallsInAnyObject() {
        NativeFunction read = NativeFunction.of("read");
        assertNull(read.object());
        assertEquals("read", read.function());
        assertEquals(Sum.NOTHING, read.sum());
        assertEquals(-1, read.argument());
        assertEquals(Sum.NOTHING, NativeFunction.of("read/calls").sum());
    }

    @Test
    void anObjectIsNamedBeforeAndMayBeAPathOrAPattern() {
        assertEquals("libz.so.1", NativeFunction.of("libz.so.1:inflate").object());
        assertEquals("/opt/*/libz.so*", NativeFunction.of("/opt/*/libz.so*:inflate/2").object());
        assertEquals("inflate", NativeFunction.of("/opt/*/libz.so*:inflate/2").function());
    }

    @Test
    void aVersionBelongsToTheFunction() {
        NativeFunction copy = NativeFunction.of("libc.so.6:memcpy@GLIBC_2.14/2");
        assertEquals("memcpy@GLIBC_2.14", copy.function());
        assertEquals("memcpy", copy.name());
        assertEquals(Sum.ARGUMENT, copy.sum());
        assertEquals(2, copy.argument());
        assertEquals("memcpy@@GLIBC_2.14", NativeFunction.of("memcpy@@GLIBC_2.14").function());
    }

    @Test
    void whatIsCountedStandsAtTheEnd() {
        assertEquals(Sum.HALF_ARGUMENT, NativeFunction.of("crc32/2.u32").sum());
        assertEquals(2, NativeFunction.of("crc32/2.u32").argument());
        assertEquals(Sum.RESULT, NativeFunction.of("read/result").sum());
        assertEquals(Sum.HALF_RESULT, NativeFunction.of("inflate/result.i32").sum());
        assertEquals(Sum.TIME, NativeFunction.of("inflate/time").sum());
        assertTrue(NativeFunction.isTime("inflate/time"));
    }

    @Test
    void whatNamesNoFunctionIsRefusedWithTheFormThatDoes() {
        for (String text : new String[] {"", "libz:", ":inflate", "inflate/6", "inflate/times", "in flate", "inflate/", "read/0.i32"}) {
            String message = assertThrows(IllegalArgumentException.class, () -> NativeFunction.of(text)).getMessage();
            assertTrue(message.startsWith("'" + text + "' is not a native function"), message);
            assertTrue(message.contains("[object:]function[@VERSION][/what]"), message);
        }
    }

    @Test
    void ofFunctionsThatLookAtTheirCallersFrameCallsAloneAreCounted() {
        assertEquals(Sum.NOTHING, NativeFunction.of("dlopen").sum());
        assertEquals(Sum.ARGUMENT, NativeFunction.of("vfork/0").sum());
        String message = assertThrows(IllegalArgumentException.class, () -> NativeFunction.of("libc:setjmp@GLIBC_2.2.5/time")).getMessage();
        assertTrue(message.contains("setjmp"), message);
        assertThrows(IllegalArgumentException.class, () -> NativeFunction.of("dlsym/result"));
    }

    @Test
    void theseAreTheFunctionsThatGotchasOfNativeProgramsRefuse() throws IOException {
        String source = Files.readString(Path.of("../../timemory-native/interposition/gotcha/c/gotcha.c"));
        Matcher list = Pattern.compile("NAMES\\[\\] = \\{([^}]*)\\}").matcher(source);
        assertTrue(list.find(), "gotcha.c has no such list any more");
        Set<String> names = Pattern.compile("\"(\\w+)\"").matcher(list.group(1)).results().map(name -> name.group(1)).collect(toSet());
        assertEquals(names, NativeFunction.FRAMELESS);
    }

    @Test
    void aComponentNamesAtLeastOneFunctionAndNoneTwice() {
        assertThrows(IllegalArgumentException.class, Nothing::new);
        assertThrows(IllegalArgumentException.class, Twice::new);
    }

    @Test
    void timesAreInNanosecondsAndAllElseIsACount() {
        assertSame(Quantity.TIME, Unpacking.TYPE.quantityOf(Unpacking.TYPE.getElements().indexOf("libz.so.1:inflate/time")));
        assertSame(Quantity.COUNT, Unpacking.TYPE.quantityOf(Unpacking.TYPE.getElements().indexOf("read/result")));
    }

    private static final class Nothing extends NativeCallTuple {}

    private static final class Twice extends NativeCallTuple {
        Twice() {
            super("read", "read");
        }
    }
}
