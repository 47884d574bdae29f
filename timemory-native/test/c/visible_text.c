/* Untrusted text as it is sent to a terminal: invalid UTF-8 and characters that change how other text is shown become question marks. */
#include <string.h>

#include "../../../cinterop/linux/visible_text.h"
#include "check.h"

static void becomes(const char* text, const char* visible) {
    char copy[64];
    snprintf(copy, sizeof copy, "%s", text);
    timemory_make_visible(copy);
    check(strcmp(copy, visible) == 0, visible);
}

int main(void) {
    static const char characters[] =
        "a~ \xc2\xa0\xdf\xbf\xd8\x9b\xd8\x9d\xe0\xa0\x80\xe2\x82\xac\xed\x9f\xbf\xee\x80\x80\xf0\x90\x80\x80\xf4\x8f\xbf\xbf";
    becomes(characters, characters);
    becomes("a\x1b[2Jb\x7f", "a?[2Jb?");
    becomes("C1 \xc2\x9b and as one byte \x9b", "C1 ? and as one byte ?");
    becomes("of more bytes than it takes \xc0\x9b \xe0\x82\x9b \xe0\x9f\xbf \xf0\x80\x82\x9b \xf0\x8f\xbf\xbf",
            "of more bytes than it takes ?? ??? ??? ???? ????");
    becomes("half of a pair \xed\xa0\x80 \xed\xbf\xbf", "half of a pair ??? ???");
    becomes("above all \xf4\x90\x80\x80 \xf4\x9f\xbf\xbf \xf5\x80\x80\x80", "above all ???? ???? ????");
    becomes("cut short \xe2\x82 \xf0\x9f\x98", "cut short ?? ???");
    becomes("\xc3", "?");
    becomes("direction \xd8\x9c \xe2\x80\x8e \xe2\x80\xae \xe2\x81\xa6", "direction ? ? ? ?");
    return 0;
}
