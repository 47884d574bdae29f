package timemory.live.http;

import java.nio.charset.StandardCharsets;
import timemory.export.internal.JvmReportTemplateKt;
import timemory.export.internal.PageTemplate;

/**
 * The page of timemory-report, which comes from the server and polls it. The page in a file forbids itself all connections; here it may
 * connect to its own server only.
 */
final class Page {

    private static final String POLICY = "<meta http-equiv=\"Content-Security-Policy\" content=\"";
    private static final String ASKING = "; connect-src 'self'";

    private final String before;
    private final String after;

    /** The report's own policy, plus the ban on frames, which a page cannot set itself. */
    private final String policy;

    private Page(String before, String after, String policy) {
        this.before = before;
        this.after = after;
        this.policy = policy;
    }

    /**
     * Loads the page from the class path.
     *
     * @throws UnsupportedOperationException with a sentence if it is missing
     */
    static Page load() {
        PageTemplate template = JvmReportTemplateKt.reportTemplate();
        StringBuilder before = new StringBuilder();
        StringBuilder after = new StringBuilder();
        template.writeBefore(before);
        template.writeAfter(after);
        int begin = before.indexOf(POLICY);
        int end = before.indexOf("\"", begin + POLICY.length());
        if (begin < 0 || end < 0) {
            throw new IllegalStateException("the page of timemory-report has no policy");
        }
        String own = before.substring(begin + POLICY.length(), end) + ASKING;
        before.insert(end, ASKING);
        return new Page(before.toString(), after.toString(), own + "; frame-ancestors 'none'");
    }

    /** Returns the report with {@code data}, which is ASCII wherever markup could start. */
    LiveResponse with(byte[] data, LiveRequest question) {
        byte[] first = before.getBytes(StandardCharsets.UTF_8);
        byte[] last = after.getBytes(StandardCharsets.UTF_8);
        byte[] all = new byte[first.length + data.length + last.length];
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(data, 0, all, first.length, data.length);
        System.arraycopy(last, 0, all, first.length + data.length, last.length);
        return Encoded.of(all).answer(question, "text/html; charset=utf-8").with("Content-Security-Policy", policy);
    }
}
