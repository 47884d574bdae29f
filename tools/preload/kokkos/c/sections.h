/* The names of profile sections, by the numbers that Kokkos knows them by: those of the process, for any thread. */
#ifndef TM_SECTIONS_H
#define TM_SECTIONS_H

#include <stdint.h>

#pragma GCC visibility push(hidden)

/* Number of sections that are not measured. */
#define TM_NO_SECTION UINT32_MAX

extern uint32_t tm_create_section(const char* name);

/* NULL where there is none with the number. It lasts as long as the process, whatever becomes of the section. */
extern const char* tm_section(uint32_t number);

/* The number may be that of another section afterwards. */
extern void tm_destroy_section(uint32_t number);

#pragma GCC visibility pop

#endif
