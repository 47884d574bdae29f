package timemory.spark;

import org.jspecify.annotations.Nullable;

/** Adapts the HTML report to Spark's web interface. */
final class SparkPage {
    private static final String DOCTYPE = "<!DOCTYPE html>";
    private static final String SCRIPT = "<script>";

    private SparkPage() {}

    /**
     * Returns the page without the parts that Spark writes itself. From 4.2 on, Spark only allows scripts with a nonce that it generates
     * for each request.
     */
    static String page(String html) {
        String body = html.regionMatches(true, 0, DOCTYPE, 0, DOCTYPE.length()) ? html.substring(DOCTYPE.length()) : html;
        String nonce = nonce();
        int script = body.lastIndexOf(SCRIPT);
        if (nonce == null || script < 0) return body;
        return body.substring(0, script) + "<script nonce=\"" + nonce + "\">" + body.substring(script + SCRIPT.length());
    }

    /** Returns a page with just {@code text}. */
    static String sentence(String text) {
        return "<p>" + text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") + "</p>";
    }

    private static @Nullable String nonce() {
        try {
            Object nonce = Class.forName("org.apache.spark.ui.CspNonce").getMethod("get").invoke(null);
            return nonce != null && nonce.toString().matches("[A-Za-z0-9+/=_-]+") ? nonce.toString() : null;
        } catch (ReflectiveOperationException | LinkageError ignored) {
            return null; // before 4.2
        }
    }
}
