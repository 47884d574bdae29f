package timemory.agent.lines;

/** Writes JSON, piece by piece. */
final class Json {
    private final StringBuilder text = new StringBuilder();
    private boolean needsComma;

    Json open(String bracket) {
        comma();
        text.append(bracket);
        needsComma = false;
        return this;
    }

    Json close(String bracket) {
        text.append(bracket);
        needsComma = true;
        return this;
    }

    Json name(String name) {
        text(name);
        text.append(':');
        needsComma = false;
        return this;
    }

    /** Writes a number, integers without a point; {@code null} if it is NaN or infinite. */
    Json number(double value) {
        if (!Double.isFinite(value)) return raw("null");
        return raw(value == Math.rint(value) && Math.abs(value) < 1e15 ? Long.toString((long) value) : Double.toString(value));
    }

    Json raw(String value) {
        comma();
        text.append(value);
        needsComma = true;
        return this;
    }

    Json text(String value) {
        comma();
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char character = value.charAt(i);
            if (character == '"' || character == '\\') text.append('\\').append(character);
            else if (character < ' ' || Character.isSurrogate(character)) text.append(String.format("\\u%04x", (int) character));
            else text.append(character);
        }
        text.append('"');
        needsComma = true;
        return this;
    }

    private void comma() {
        if (needsComma) text.append(',');
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
