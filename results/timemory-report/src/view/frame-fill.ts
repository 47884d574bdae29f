import { useMemo } from 'preact/hooks';
import type { ComponentData } from '../contract.ts';
import { kindOf, type FrameKind } from '../model/kind.ts';
import { moduleOf } from '../model/module.ts';
import type { Run } from '../model/run.ts';
import { ALL_HUES, REGION_HUES, kindFill, nameFill, valueFill, type Fill, type Palette } from '../paint/colours.ts';
import { ALL } from '../paint/icicle.ts';

/**
 * What colours say: the name of a region, and of a function what it is written in; the module that it is of; how much of its value is
 * overhead; or its value of a component.
 */
export type Colouring = { by: 'name' | 'module' } | { by: 'overhead' | 'value'; component: ComponentData };

/** The colour of each node of a run. */
export function useFrameFill(run: Run, colouring: Colouring, palette: Palette, dark: boolean): (node: number) => Fill {
  const { by } = colouring;
  const component = 'component' in colouring ? colouring.component : null;
  return useMemo(() => {
    const nothing: Fill = { background: palette.sliver, text: palette.text };
    if (component) {
      const values = by === 'overhead' ? component.cost! : component.sum;
      const highest = by === 'overhead' ? 1 : values.reduce<number>((max, value) => Math.max(max, value ?? 0), 0) || 1;
      return (node) => (node === ALL || values[node] === null ? nothing : valueFill(values[node]! / highest));
    }
    if (by === 'module') {
      const modules = fillsByLabel(run, (label) => nameFill(moduleOf(label), dark, ALL_HUES));
      return (node) => (node === ALL ? nothing : modules(node));
    }
    const hues = run.hasFunctions ? REGION_HUES : ALL_HUES;
    const regions = fillsByLabel(run, (label) => nameFill(label, dark, hues));
    const functions = fillsByLabel(run, (label) => kindFill(kindOf(label), label, dark));
    return (node) => (node === ALL ? nothing : run.hasFunctions && run.isFunction(node) ? functions(node) : regions(node));
  }, [run, by, component, palette, dark]);
}

/** The kinds of functions that samples found in a run, in the order of the legend. */
export function kindsOf(run: Run): FrameKind[] {
  const found = new Set<FrameKind>();
  const isSeen = new Uint8Array(run.data.strings.length);
  run.data.nodes.label.forEach((label, node) => {
    if (isSeen[label] || !run.isFunction(node)) return;
    isSeen[label] = 1;
    found.add(kindOf(run.label(node)));
  });
  return [...found].sort();
}

function fillsByLabel(run: Run, fillOf: (label: string) => Fill): (node: number) => Fill {
  const byLabel: Fill[] = [];
  return (node) => (byLabel[run.data.nodes.label[node]] ??= fillOf(run.label(node)));
}
