import { useMemo } from 'preact/hooks';
import type { ComponentData, Values } from '../contract.ts';
import { formatCount, formatOfAll } from '../model/format.ts';
import { sumOfMarked } from '../model/outermost.ts';
import type { Tree } from '../model/tree.ts';

interface MatchedProps {
  tree: Tree;
  values: Values;
  isConcurrent(node: number): boolean;
  metric: ComponentData | undefined;
  /** What all have together. */
  whole: number | null;
  matches: Uint8Array | null;
}

/** How many places a search found, and what these took together: what is inside of another one that was found counts once. */
export function Matched({ tree, values, isConcurrent, metric, whole, matches }: MatchedProps) {
  const text = useMemo(() => {
    if (!matches) return null;
    const found = matches.reduce((sum, flag) => sum + flag, 0);
    const count = `${formatCount(found)} ${found === 1 ? 'match' : 'matches'}`;
    const sum = metric?.additive ? sumOfMarked(tree, matches, values, isConcurrent) : null;
    if (sum === null) return count;
    return `${count}, together ${formatOfAll(sum, metric!, whole)}`;
  }, [tree, values, metric, whole, matches]);
  return text && <span class="note" role="status">{text}</span>;
}
