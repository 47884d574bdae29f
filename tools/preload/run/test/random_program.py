"""C programs of functions that call each other at random and count their own calls, which they print at the end."""

import random
from typing import List


def _statement(chance: random.Random, functions: int, number: int) -> str:
    # A function only calls those of larger numbers, so that each run ends.
    callee = f"f{chance.randrange(number + 1, functions)}" if number + 1 < functions else "last"
    argument = chance.choice(["x", "x + 1", "x ^ y", "y - x", "(int)(d * 3)"])
    call = f"{callee}({argument}, y + {chance.randrange(5)}, d * 0.5)"
    kind = chance.randrange(11)
    if kind == 0:
        return f"if ((x & {chance.choice([1, 3, 7])}) == 0) return {call};"
    if kind == 1:
        return f"for (int i = 0; i < (y & 3); i++) s += {call};"
    if kind == 2:
        cases = "".join(f"case {i}: {chance.choice([f'return {i} + y;', f's += {call}; break;', f'return {call};', f's ^= {i};'])} " for i in range(chance.randrange(3, 9)))
        return f"switch ((unsigned)x % 9) {{ {cases} default: s++; }}"
    if kind == 3:
        return f"if (d > {chance.randrange(20)}.5) {{ s += {call}; d -= 1; }} else s -= y;"
    if kind == 4:
        return f"if (__builtin_expect(x == {chance.randrange(40)}, 0)) {{ note(x); return s; }}"
    if kind == 5:
        return f"while (x > {chance.randrange(100, 1000)}) x = x / 2 - 1;"
    if kind == 6:
        return f"s += table[(unsigned)(x + y) % {functions}] == 0 ? 1 : y;"
    if kind == 7:
        return f"if (y < {chance.randrange(10)}) return s;"
    if kind == 8:
        return f"{{ volatile char room[{chance.choice([8, 100, 5000])}]; room[0] = (char)x; s += room[0]; }}"
    if kind == 9:
        return "s = s * 31 + (s >> 3);"
    return f"s += {call};"


def random_program(seed: int) -> str:
    chance = random.Random(seed)
    functions = chance.randrange(10, 40)
    lines: List[str] = [
        "#include <stdio.h>",
        f"static unsigned counts[{functions + 1}];",
        f"static int table[{functions}];",
        "static __attribute__((noinline)) void note(int x) { table[0] += x; }",
        f"static __attribute__((noinline, noclone)) int last(int x, int y, double d) {{ counts[{functions}]++; return x + y + (int)d; }}",
    ]
    for number in reversed(range(functions)):
        body = " ".join(_statement(chance, functions, number) for _ in range(chance.randrange(1, 6)))
        ends = chance.choice(["return s;", "return s + last(x, y, d);", "return last(s, y, d);", "return s & 255;"])
        attributes = chance.choice(["", "", ", hot", ", cold", ", optimize(\"Os\")", ", optimize(\"O3\")", ", aligned(1)"])
        lines.append(f"static __attribute__((noinline, noclone{attributes})) int f{number}(int x, int y, double d) {{ counts[{number}]++; int s = {number}; {body} {ends} }}")
    lines.append("int main(void) { unsigned sum = 0; for (int i = 0; i < 40; i++) sum = sum * 7 + (unsigned)f0(i * 13 % 97, i, i * 1.5);")
    lines.append('printf("%u %d\\n", sum, table[0]);')
    lines.append(f'for (int i = 0; i < {functions}; i++) printf("f%d %u\\n", i, counts[i]); printf("last %u\\n", counts[{functions}]); return 0; }}')
    return "\n".join(lines) + "\n"
