/* Of libtimemory-stubs.so: its functions are those that do nothing, by their own names. */
#ifndef TM_STUB_H
#define TM_STUB_H

#define STUB(name) name

#endif
