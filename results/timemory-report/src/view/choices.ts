import type { Shape } from '../model/picture.ts';

/** What a reader has chosen besides the view: the link of the page says it. */
export interface Choices {
  query: string;
  /** The run that is looked at, if there are two. */
  run: number;
  /** The region whose details are shown, -1 for none. */
  selected: number;
  /** The run that it is of. */
  selectedRun: number;
  /** The component that pictures and lists are by; null for the one to begin with. */
  metric: string | null;
  /** The frame that the icicle is zoomed to, -1 for none. */
  zoomed: number;
  shape: Shape;
}

/** Choices as a link says them; what is as at first is left out. */
export function linkOf({ query, run, selected, selectedRun, metric, zoomed, shape }: Choices, runs: number): URLSearchParams {
  const state = new URLSearchParams();
  if (query !== '') state.set('search', query);
  if (runs > 1 && run !== runs - 1) state.set('run', String(run));
  if (metric !== null) state.set('by', metric);
  if (selected >= 0) state.set('region', selectedRun === run ? String(selected) : `${selectedRun}.${selected}`);
  if (zoomed >= 0) state.set('zoom', String(zoomed));
  if (shape.inverted) state.set('inverted', '1');
  if (shape.withoutJvm) state.set('nojvm', '1');
  if (shape.focused !== null) state.set('focus', shape.focused);
  for (const label of shape.merged) state.append('merge', label);
  for (const label of shape.collapsed) state.append('collapse', label);
  if (shape.thread !== null) state.set('thread', shape.thread);
  return state;
}

/** The choices that a link says. Numbers that are of no region are none. */
export function choicesOf(state: URLSearchParams, sizes: number[]): Choices {
  const last = sizes.length - 1;
  const number = (text: string | null, limit: number) => (text !== null && /^\d+$/.test(text) && Number(text) < limit ? Number(text) : -1);
  const run = number(state.get('run'), sizes.length);
  const shown = run < 0 ? last : run;
  const [first, second] = (state.get('region') ?? '').split('.');
  const selectedRun = second === undefined ? shown : Math.max(number(first, sizes.length), 0);
  return {
    query: state.get('search') ?? '',
    run: shown,
    selected: number(second ?? first, sizes[selectedRun]),
    selectedRun,
    metric: state.get('by'),
    zoomed: number(state.get('zoom'), sizes[shown]),
    shape: {
      inverted: state.get('inverted') === '1',
      withoutJvm: state.get('nojvm') === '1',
      focused: state.get('focus'),
      merged: state.getAll('merge'),
      collapsed: state.getAll('collapse'),
      thread: state.get('thread'),
    },
  };
}
