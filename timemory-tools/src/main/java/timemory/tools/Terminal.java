package timemory.tools;

/** The terminal that output goes to. */
final class Terminal {

    private static final int USUAL = 120;

    private Terminal() {}

    /** How many columns it has, as bin/timemory or the shell say. */
    static int width() {
        String columns = System.getenv("COLUMNS");
        try {
            return columns == null ? USUAL : Math.max(40, Integer.parseInt(columns.trim()));
        } catch (NumberFormatException notANumber) {
            return USUAL;
        }
    }
}
