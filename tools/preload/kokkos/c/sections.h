/* The names of profile sections, by the numbers that Kokkos uses for them: process-wide, for any thread. */
#ifndef TM_SECTIONS_H
#define TM_SECTIONS_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

/* Number of sections that are not measured. */
#define TM_NO_SECTION UINT32_MAX

extern uint32_t tm_create_section(const char* name);

/* Returns NULL if there is no section with the number. It is never freed, even if the section is destroyed. */
extern const char* tm_section(uint32_t number);

/* The number may be reused for another section afterwards. */
extern void tm_destroy_section(uint32_t number);

#pragma GCC visibility pop

#endif
