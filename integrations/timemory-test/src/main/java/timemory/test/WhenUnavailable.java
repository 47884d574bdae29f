package timemory.test;

/** What becomes of a test that is to be measured by a component that this machine does not have. */
public enum WhenUnavailable {
    /** It runs; if it passes, it is aborted with the reason, so that the missing measurement shows. */
    ABORT,

    /** It runs and counts as it ends; a report entry tells the reason. */
    REPORT,
}
