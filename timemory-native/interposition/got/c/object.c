#define _GNU_SOURCE
#include "object.h"

#include <errno.h>
#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static void set_extent(struct tmgot_object* object) {
    object->begin = UINTPTR_MAX;
    for (int i = 0; i < object->header_count; i++) {
        const ElfW(Phdr)* header = &object->headers[i];
        uintptr_t at = object->base + header->p_vaddr;
        if (header->p_type == PT_DYNAMIC) object->dynamic = (const void*)at;
        if (header->p_type != PT_LOAD) continue;
        if (at < object->begin) object->begin = at;
        if (at + header->p_memsz > object->end) object->end = at + header->p_memsz;
    }
}

/* glibc adds the base to addresses in the dynamic section; musl does not, and in the vdso they are never relocated. */
static const void* pointer(const struct tmgot_object* object, const ElfW(Dyn)* entry) {
    uintptr_t value = entry->d_un.d_ptr;
    return (const void*)(value < object->base ? value + object->base : value);
}

static void read_dynamic(struct tmgot_object* object) {
    size_t name = 0;
    for (const ElfW(Dyn)* entry = object->dynamic; entry->d_tag != DT_NULL; entry++) {
        switch (entry->d_tag) {
            case DT_SONAME: name = entry->d_un.d_val; break;
            case DT_SYMTAB: object->symbols = pointer(object, entry); break;
            case DT_STRTAB: object->strings = pointer(object, entry); break;
            case DT_VERSYM: object->versions = pointer(object, entry); break;
            case DT_VERNEED: object->needed = pointer(object, entry); break;
            case DT_VERNEEDNUM: object->needed_count = entry->d_un.d_val; break;
            case DT_VERDEF: object->defined = pointer(object, entry); break;
            case DT_VERDEFNUM: object->defined_count = entry->d_un.d_val; break;
            case DT_JMPREL: object->relocations[0].first = pointer(object, entry); break;
            case DT_PLTRELSZ: object->relocations[0].count = entry->d_un.d_val / sizeof(ElfW(Rela)); break;
            case DT_RELA: object->relocations[1].first = pointer(object, entry); break;
            case DT_RELASZ: object->relocations[1].count = entry->d_un.d_val / sizeof(ElfW(Rela)); break;
            default: break;
        }
    }
    object->name = object->strings == NULL ? "" : object->strings + name; /* the first string is empty */
    for (int i = 0; i < 2; i++) {
        if (object->relocations[i].first == NULL) object->relocations[i].count = 0;
    }
}

bool tm_object_of(const struct dl_phdr_info* info, struct tmgot_object* object) {
    *object = (struct tmgot_object){.path = info->dlpi_name == NULL ? "" : info->dlpi_name,
                                    .base = info->dlpi_addr,
                                    .headers = info->dlpi_phdr,
                                    .header_count = info->dlpi_phnum};
    set_extent(object);
    if (object->dynamic == NULL || strstr(object->path, "linux-vdso") != NULL) return false;
    read_dynamic(object);
    return object->symbols != NULL && object->strings != NULL;
}

#if defined(__x86_64__)
enum { JUMP_SLOT = R_X86_64_JUMP_SLOT, GLOB_DAT = R_X86_64_GLOB_DAT, ABSOLUTE = R_X86_64_64 };
#elif defined(__aarch64__)
enum { JUMP_SLOT = R_AARCH64_JUMP_SLOT, GLOB_DAT = R_AARCH64_GLOB_DAT, ABSOLUTE = R_AARCH64_ABS64 };
#endif

enum tm_kind tm_kind_of(const struct tmgot_object* object, const ElfW(Rela)* relocation) {
    unsigned type = ELF64_R_TYPE(relocation->r_info);
    const ElfW(Sym)* symbol = object->symbols + ELF64_R_SYM(relocation->r_info);
    if (symbol->st_name == 0 || (type != JUMP_SLOT && type != GLOB_DAT && type != ABSOLUTE)) return TM_NO_SLOT;
    if (type == ABSOLUTE && relocation->r_addend != 0) return TM_NO_SLOT;
    unsigned kind = ELF64_ST_TYPE(symbol->st_info);
    bool is_function = kind == STT_FUNC || kind == STT_GNU_IFUNC || (kind == STT_NOTYPE && symbol->st_shndx == SHN_UNDEF);
    if (!is_function) return TM_NO_SLOT;
    return type == JUMP_SLOT ? TM_CALLED : type == GLOB_DAT ? TM_FILLED : TM_POINTER;
}

/* The kernel adds no bit. This is the one system call that needs write access and changes nothing. */
static bool is_writable(const void* address) {
    int error = errno, none = 0;
    long result = syscall(SYS_futex, &none, FUTEX_WAKE_OP_PRIVATE, 0, NULL, address, FUTEX_OP(FUTEX_OP_OR, 0, FUTEX_OP_CMP_EQ, 0));
    errno = error;
    return result >= 0;
}

enum tm_state tm_state_of(const struct tmgot_object* object) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int i = 0; i < object->header_count; i++) {
        const ElfW(Phdr)* header = &object->headers[i];
        uintptr_t begin = (object->base + header->p_vaddr) & -page, end = (object->base + header->p_vaddr + header->p_memsz) & -page;
        if (header->p_type == PT_GNU_RELRO && begin < end) return is_writable((const void*)begin) ? TM_RELOCATING : TM_RELOCATED;
    }
    return TM_UNKNOWN;
}

const char* tm_version_of(const struct tmgot_object* object, size_t symbol) {
    if (object->versions == NULL) return NULL;
    unsigned index = object->versions[symbol] & 0x7fff;
    if (index < 2) return NULL; /* local, or global without a version */
    const ElfW(Verneed)* needed = object->needed;
    for (size_t i = 0; needed != NULL && i < object->needed_count; i++) {
        const ElfW(Vernaux)* one = (const void*)((const char*)needed + needed->vn_aux);
        for (unsigned j = 0; j < needed->vn_cnt; j++) {
            if ((one->vna_other & 0x7fff) == index) return object->strings + one->vna_name;
            one = (const void*)((const char*)one + one->vna_next);
        }
        needed = (const void*)((const char*)needed + needed->vn_next);
    }
    const ElfW(Verdef)* defined = object->defined;
    for (size_t i = 0; defined != NULL && i < object->defined_count; i++) {
        const ElfW(Verdaux)* name = (const void*)((const char*)defined + defined->vd_aux);
        if ((defined->vd_ndx & 0x7fff) == index) return object->strings + name->vda_name;
        defined = (const void*)((const char*)defined + defined->vd_next);
    }
    return NULL;
}

enum tm_access tm_access_to(const struct tmgot_object* object, const void* slot) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), at = (uintptr_t)slot;
    enum tm_access access = TM_FIXED;
    for (int i = 0; i < object->header_count; i++) {
        const ElfW(Phdr)* header = &object->headers[i];
        uintptr_t begin = object->base + header->p_vaddr, end = begin + header->p_memsz;
        if (header->p_type == PT_LOAD && (header->p_flags & PF_W) && at >= begin && at < end && access == TM_FIXED) access = TM_WRITABLE;
        /* The linker ends it at a page boundary; a partial page is not protected. */
        if (header->p_type == PT_GNU_RELRO && at >= (begin & -page) && at < (end & -page)) return TM_READ_ONLY;
    }
    return access;
}

const char* tm_path_of(const char* object) {
    static char program[4096];
    if (*object != '\0') return object;
    if (*program == '\0') {
        ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
        program[length < 0 ? 0 : length] = '\0';
    }
    return program;
}
