import { useMemo } from 'preact/hooks';
import type { ComponentData } from '../contract.ts';
import { moduleOf } from '../model/module.ts';
import type { Run } from '../model/run.ts';
import { ALL_HUES, FUNCTION_HUES, REGION_HUES, nameFill, valueFill, type Fill, type Hues, type Palette } from '../paint/colours.ts';
import { ALL } from '../paint/icicle.ts';

/** What colours say: the name of a region, the module it is of, how much of its value is overhead, or its value of a component. */
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
    const text = by === 'module' ? moduleOf : (label: string) => label;
    const regions = fillsByLabel(run, dark, run.hasFunctions ? REGION_HUES : ALL_HUES, text);
    const functions = fillsByLabel(run, dark, FUNCTION_HUES, text);
    return (node) => (node === ALL ? nothing : run.hasFunctions && run.isFunction(node) ? functions(node) : regions(node));
  }, [run, by, component, palette, dark]);
}

function fillsByLabel(run: Run, dark: boolean, hues: Hues, text: (label: string) => string): (node: number) => Fill {
  const byLabel = new Map<number, Fill>();
  return (node) => {
    const label = run.data.nodes.label[node];
    let known = byLabel.get(label);
    if (!known) byLabel.set(label, (known = nameFill(text(run.label(node)), dark, hues)));
    return known;
  };
}
