/* What one of the libraries that measure others says of itself: each defines it. */
#ifndef TM_TOOL_H
#define TM_TOOL_H

struct tm_tool {
    const char* name;       /* before its messages, such as timemory-mpip */
    const char* enabled_by; /* the setting that is false where it is to measure nothing, such as ENABLE_MPIP; NULL where there is none */
};

extern const struct tm_tool tm_tool __attribute__((visibility("hidden")));

#endif
