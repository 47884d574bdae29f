/* Settings for c_timemory_init; -1 keeps the value from the environment or the configuration file. */
#ifndef TIMEMORY_COMPAT_SETTINGS_H
#define TIMEMORY_COMPAT_SETTINGS_H

typedef struct {
    int enabled;
    int auto_output;
    int file_output;
    int text_output;
    int json_output;
    int cout_output;
    int precision;
    int width;
    int scientific;
} timemory_settings;

#define TIMEMORY_C_SETTINGS_INIT \
    { 1, -1, -1, -1, -1, -1, -1, -1, -1 }

#endif
