package timemory.test;

/** What happens to a test if a component is unavailable on this machine. */
public enum WhenUnavailable {
    /** It runs; if it passes, it is aborted with the reason, so that the missing measurement shows. */
    ABORT,

    /** It runs, and its outcome counts; a report entry gives the reason. */
    REPORT,
}
