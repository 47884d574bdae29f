#include "say.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void tm_say(const char* format, ...) {
    char line[600] = "timemory-ompt: ";
    size_t begin = strlen(line);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line + begin, sizeof line - begin - 1, format, arguments);
    va_end(arguments);
    /* What comes from elsewhere, such as a library's name, may move no cursor. */
    for (char* c = line; *c != '\0'; c++) {
        if ((unsigned char)*c < ' ' || *c == 127) *c = '?';
    }
    strcat(line, "\n");
    fputs(line, stderr);
}
