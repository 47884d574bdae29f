package timemory.live.http;

import timemory.internal.text.WordsKt;

/** What others sent, as it may stand in a message. */
final class Shown {

    private static final int MOST = 60;

    private Shown() {}

    static String of(String text) {
        return WordsKt.printable(text.length() <= MOST ? text : text.substring(0, MOST) + "...");
    }
}
