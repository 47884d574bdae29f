package readme;

import java.util.List;
import timemory.*;
import timemory.bridges.*;
import timemory.bundle.Bundle2;

/** What the docs show. */
final class OtherToolsInJava {

    private static final Bundle2<WallClock, JfrEvent> STEPS = Bundles.of(WallClock.class, JfrEvent.class);

    private OtherToolsInJava() {}

    private static void parse(String file) {}

    static void parseAll(List<String> files) {
        STEPS.run("parse all", () -> files.forEach(file -> STEPS.run("parse", () -> parse(file))));
    }
}
