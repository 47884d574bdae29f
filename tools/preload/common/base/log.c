#include "log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../../../../cinterop/linux/error_stream.h"
#include "../../../../cinterop/linux/visible_text.h"
#include "tool.h"

void tm_log(const char* format, ...) {
    char line[1400];
    size_t begin = (size_t)snprintf(line, sizeof line, "%.60s: ", tm_tool.name);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line + begin, sizeof line - begin - 1, format, arguments);
    va_end(arguments);
    /* Text from elsewhere, such as a library's name, must not move the cursor. */
    timemory_make_visible(line);
    strcat(line, "\n");
    if (timemory_stderr_takes_line()) fputs(line, stderr);
}
