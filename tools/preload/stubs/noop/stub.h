/* Part of libtimemory-stubs.so: its functions do nothing, under their own names. */
#ifndef TM_STUB_H
#define TM_STUB_H

#define STUB(name) name

#endif
