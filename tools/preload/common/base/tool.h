/* The properties of a library that measures others: each library defines them. */
#ifndef TM_TOOL_H
#define TM_TOOL_H

struct tm_tool {
    const char* name;       /* printed before its messages, such as timemory-mpip */
    const char* enabled_by; /* the setting that is false if it must not measure, such as ENABLE_MPIP; NULL if there is none */
};

extern const struct tm_tool tm_tool __attribute__((visibility("hidden")));

#endif
