package timemory.report;

/** Where the template of the page is: beside this class, as {@code /timemory/report-template.html}. */
public final class Page {
    private Page() {}
}
