package timemory.jupyter;

/**
 * HTML that a notebook displays.
 *
 * @param html a fragment
 */
public record NotebookHtml(String html) {
    static String escaped(String text) {
        StringBuilder safe = new StringBuilder();
        text.codePoints().forEach(c -> {
            int kind = Character.getType(c);
            boolean isHidden = kind == Character.CONTROL || kind == Character.FORMAT || kind == Character.SURROGATE
                    || kind == Character.LINE_SEPARATOR || kind == Character.PARAGRAPH_SEPARATOR;
            if (isHidden) safe.append(String.format("\\u%04x", c));
            else if ("&<>\"'".indexOf(c) >= 0) safe.append("&#").append(c).append(';');
            else safe.appendCodePoint(c);
        });
        return safe.toString();
    }
}
