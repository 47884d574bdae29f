import { useMemo } from 'preact/hooks';
import type { ComponentData } from '../contract.ts';
import { formatCount, formatOfAll } from '../model/format.ts';
import { sumOfMarked } from '../model/outermost.ts';
import type { Run } from '../model/run.ts';

/** How many places a search found, and what these took together: what is inside of another one that was found counts once. */
export function Matched({ run, metric, matches }: { run: Run; metric: ComponentData | undefined; matches: Uint8Array | null }) {
  const text = useMemo(() => {
    if (!matches) return null;
    const count = `${formatCount(matches.reduce((sum, flag) => sum + flag, 0))} matches`;
    const sum = metric?.additive ? sumOfMarked(run.stacks, matches, metric.sum) : null;
    if (sum === null) return count;
    return `${count}, together ${formatOfAll(sum, metric!, run.total(metric!))}`;
  }, [run, metric, matches]);
  return text && <span class="note" role="status">{text}</span>;
}
