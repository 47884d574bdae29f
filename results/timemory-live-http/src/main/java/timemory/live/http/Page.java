package timemory.live.http;

import java.nio.charset.StandardCharsets;
import timemory.export.internal.JvmReportTemplateKt;
import timemory.export.internal.PageTemplate;

/**
 * The page of timemory-report, which comes from the server and asks it again and again. In a file it may ask nobody, which stands in the
 * page itself; here it may ask whoever it comes from, and nobody else.
 */
final class Page {

    private static final String POLICY = "<meta http-equiv=\"Content-Security-Policy\" content=\"";
    private static final String ASKING = "; connect-src 'self'";

    private final String before;
    private final String after;

    /** The page's own policy, and that it stands in no frame, which a page cannot say of itself. */
    private final String policy;

    private Page(String before, String after, String policy) {
        this.before = before;
        this.after = after;
        this.policy = policy;
    }

    /**
     * That of the class path.
     *
     * @throws UnsupportedOperationException with a sentence, where there is none
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

    /** The page with {@code data}, which is ASCII where markup could begin. */
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
