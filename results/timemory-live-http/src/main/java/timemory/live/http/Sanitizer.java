package timemory.live.http;

import timemory.internal.text.WordsKt;

/** Makes untrusted text safe for messages. */
final class Sanitizer {

    private static final int MAX_LENGTH = 60;

    private Sanitizer() {}

    static String of(String text) {
        return WordsKt.printable(text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "...");
    }
}
