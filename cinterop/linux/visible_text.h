/*
 * Text from other sources, such as labels and file names, in a form suitable for a terminal: characters that would move the cursor, change
 * colours or reverse the direction of the text become question marks, as does invalid UTF-8.
 */
#ifndef TIMEMORY_VISIBLE_TEXT_H
#define TIMEMORY_VISIBLE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the first character of `text` is shown unchanged, and how many bytes it has. */
static inline bool timemory_is_visible(const char* text, size_t* length) {
    const unsigned char* c = (const unsigned char*)text;
    *length = 1;
    if (c[0] < 0x80) return c[0] >= ' ' && c[0] != 0x7f;
    size_t more = c[0] >= 0xc2 && c[0] <= 0xdf ? 1 : (c[0] & 0xf0) == 0xe0 ? 2 : c[0] >= 0xf0 && c[0] <= 0xf4 ? 3 : 0;
    if (more == 0) return false;
    /* Rejects overlong encodings, surrogates, and numbers above the last character. */
    unsigned char least = c[0] == 0xe0 ? 0xa0 : c[0] == 0xf0 ? 0x90 : 0x80, most = c[0] == 0xed ? 0x9f : c[0] == 0xf4 ? 0x8f : 0xbf;
    if (c[1] < least || c[1] > most) return false;
    for (size_t i = 2; i <= more; i++) {
        if ((c[i] & 0xc0) != 0x80) return false;
    }
    *length = 1 + more;
    if (c[0] == 0xc2) return c[1] >= 0xa0;
    if (c[0] == 0xd8) return c[1] != 0x9c;
    if (c[0] != 0xe2) return true;
    bool is_mark = c[1] == 0x80 && (c[2] == 0x8e || c[2] == 0x8f || (c[2] >= 0xa8 && c[2] <= 0xae));
    return !is_mark && !(c[1] == 0x81 && c[2] >= 0xa6 && c[2] <= 0xa9);
}

/* Makes `text` visible, without making it longer. */
static inline void timemory_make_visible(char* text) {
    char* to = text;
    for (const char* from = text; *from != '\0';) {
        size_t length;
        if (!timemory_is_visible(from, &length)) {
            *to++ = '?';
        } else {
            for (size_t i = 0; i < length; i++) *to++ = from[i];
        }
        from += length;
    }
    *to = '\0';
}

#endif
