package dev.timemory.konan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class KlibGraphTest {

    private final Map<String, KlibGraph.Klib> published = new LinkedHashMap<>();

    private static KlibName name(String text) {
        return KlibName.of(text, "dev.timemory", "1.2");
    }

    private void publish(String name, String... uses) {
        published.put(name(name).toString(),
                new KlibGraph.Klib(name(name), List.of(""), Stream.of(uses).map(KlibGraphTest::name).toList()));
    }

    private List<String> resolve(String... names) throws IOException {
        List<KlibName> wanted = Stream.of(names).map(KlibGraphTest::name).toList();
        return KlibGraph.of(wanted, "words", this::find).stream().map(klib -> klib.name().toString()).toList();
    }

    private KlibGraph.Klib find(KlibName name) throws IOException {
        KlibGraph.Klib klib = published.get(name.toString());
        if (klib == null) {
            throw new IOException("no repository has it");
        }
        return klib;
    }

    @Test
    void aKlibBringsThoseThatItUsesEachOnceAndAfterItsOwn() throws IOException {
        publish("timemory-dsl", "timemory-cinterop", "x:coroutines:1");
        publish("timemory-cinterop");
        publish("x:coroutines:1", "x:atomicfu:1");
        publish("x:atomicfu:1");
        publish("timemory-counters", "timemory-dsl", "timemory-cinterop");
        assertEquals(
                List.of("dev.timemory:timemory-cinterop:1.2", "x:atomicfu:1", "x:coroutines:1", "dev.timemory:timemory-dsl:1.2",
                        "dev.timemory:timemory-counters:1.2"),
                resolve("timemory-counters", "timemory-dsl"));
    }

    @Test
    void ofTwoVersionsTheNewerIsTakenWithWhatItUses() throws IOException {
        publish("x:a:1", "x:c:1.9");
        publish("x:b:1", "x:c:1.10");
        publish("x:c:1.9", "x:old:1");
        publish("x:c:1.10", "x:new:1");
        publish("x:old:1");
        publish("x:new:1");
        assertEquals(List.of("x:new:1", "x:c:1.10", "x:a:1", "x:b:1"), resolve("x:a:1", "x:b:1"));
    }

    @Test
    void theVersionThatTheModuleNamesIsTakenWhateverOthersAskFor() throws IOException {
        publish("x:a:1", "x:c:2");
        publish("x:c:1");
        publish("x:c:2");
        assertEquals(List.of("x:c:1", "x:a:1"), resolve("x:a:1", "x:c:1"));
    }

    @Test
    void aKlibThatIsPublishedUnderTwoNamesIsOne() throws IOException {
        publish("x:atomicfu-linuxx64:2");
        publish("x:a:1", "x:atomicfu:1");
        published.put("x:atomicfu:1", new KlibGraph.Klib(name("x:atomicfu-linuxx64:1"), List.of(""), List.of()));
        publish("x:atomicfu-linuxx64:1");
        assertEquals(List.of("x:atomicfu-linuxx64:2", "x:a:1"), resolve("x:a:1", "x:atomicfu-linuxx64:2"));
    }

    @Test
    void klibsThatUseEachOtherEndTheSearch() throws IOException {
        publish("x:a:1", "x:b:1");
        publish("x:b:1", "x:a:1");
        assertEquals(List.of("x:b:1", "x:a:1"), resolve("x:a:1"));
    }

    @Test
    void aMissingKlibIsNamedWithAllWhoAskedForIt() {
        publish("timemory-counters", "timemory-dsl");
        publish("timemory-dsl", "x:coroutines:1");
        String message = assertThrows(IOException.class, () -> resolve("timemory-counters")).getMessage();
        assertEquals(
                "klib 'x:coroutines:1', which 'dev.timemory:timemory-dsl:1.2' uses, which 'dev.timemory:timemory-counters:1.2' uses, "
                        + "which module 'words' uses: no repository has it",
                message);
    }
}
