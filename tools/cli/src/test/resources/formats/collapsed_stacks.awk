# Adds up the stacks by their outermost region, as flame graph tools do: everything behind the last blank is the number.
{
    if (match($0, / [0-9]+$/) == 0) { print "line " NR " has no number"; exit 1 }
    stack = substr($0, 1, RSTART - 1)
    split(stack, frames, ";")
    sums[frames[1]] += substr($0, RSTART + 1)
}
END { for (frame in sums) printf "%s\t%.0f\n", frame, sums[frame] }
