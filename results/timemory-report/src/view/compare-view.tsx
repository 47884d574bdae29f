import { useMemo, useState } from 'preact/hooks';
import type { Column } from '../model/columns.ts';
import { compareRuns, difference, presence, relativeChange, type ComparedComponent, type Comparison, type Statistic } from '../model/compare.ts';
import { formatChange, formatCount, formatDifference, formatValue, type Scale } from '../model/format.ts';
import { orderBy, visibleRows, withAncestors } from '../model/rows.ts';
import type { Run } from '../model/run.ts';
import { matchNodes, type Search } from '../model/search.ts';
import { CompareIcicle } from './compare-icicle.tsx';
import { Grid, NAME, type Sort } from './grid.tsx';
import { Label } from './label.tsx';
import { nextSort } from './tree-view.tsx';

interface CompareViewProps {
  baseline: Run;
  current: Run;
  search: Search;
  /** The component that the list is sorted by, and the icicle is of. */
  metric: string | null;
  onMetric(id: string): void;
  onSelect(run: number, node: number): void;
}

const STATISTIC_NAMES: Record<Statistic, string> = { sum: 'total', self: 'self', mean: 'mean', max: 'max' };

type Form = 'list' | 'tree' | 'icicle';

export function CompareView({ baseline, current, search, metric, onMetric, onSelect }: CompareViewProps) {
  const comparison = useMemo(() => compareRuns(baseline, current), [baseline, current]);
  const { tree } = comparison;
  const [statistic, setStatistic] = useState<Statistic>('sum');
  const drawn = comparison.components.filter(({ additive }) => additive);
  const component = drawn.find(({ id }) => id === (metric ?? current.pictured?.id)) ?? drawn[0];
  const principal = component?.id ?? comparison.components[0]?.id;
  const [sort, setSort] = useState<Sort | null>({ column: `${principal}.change`, descending: true });
  const [form, setForm] = useState<Form>('list');
  const flat = form === 'list';
  const [closed, setClosed] = useState(new Set<number>());
  const [selected, setSelected] = useState(-1);

  const columns = useMemo(() => [...comparison.components.flatMap((component) => componentColumns(comparison, component, statistic)), ...callColumns(comparison)], [comparison, statistic]);
  const matches = useMemo(() => matchNodes(search, comparison.strings, comparison.labelIndex), [search, comparison]);
  const rows = useMemo(() => {
    const column = columns.find(({ id }) => id === sort?.column);
    const value = sort?.column === NAME ? comparison.label : column && sortValue(column);
    const order = value ? orderBy(value, sort!.descending) : null;
    if (!flat) return visibleRows(tree, (node) => !closed.has(node), order, matches && withAncestors(tree, matches));
    const nodes = Int32Array.from({ length: tree.size }, (_, node) => node).filter((node) => !matches || matches[node] === 1);
    return order ? nodes.sort(order) : nodes;
  }, [comparison, columns, sort, flat, closed, matches]);

  const counts = useMemo(() => {
    const found = { both: 0, new: 0, vanished: 0 };
    for (let node = 0; node < tree.size; node++) found[presence(comparison, node)]++;
    return found;
  }, [comparison]);
  const open = (node: number) => {
    setSelected(node);
    const [before, after] = comparison.nodeOf;
    if (after[node] >= 0) onSelect(1, after[node]);
    else onSelect(0, before[node]);
  };
  return (
    <section class="view" aria-label="Comparison">
      <div class="tools">
        <label class="choice">Compare <select value={statistic} onChange={(event) => setStatistic(event.currentTarget.value as Statistic)}>
          {Object.entries(STATISTIC_NAMES).map(([id, name]) => <option key={id} value={id}>{name}</option>)}
        </select></label>
        <label class="choice">as <select value={form} onChange={(event) => setForm(event.currentTarget.value as Form)}>
          <option value="list">list</option>
          <option value="tree">tree</option>
          {component && <option value="icicle">icicle</option>}
        </select></label>
        {form === 'icicle' && (
          <label class="choice">of <select value={component!.id} onChange={(event) => onMetric(event.currentTarget.value)}>
            {drawn.map(({ id }) => <option key={id} value={id}>{id}</option>)}
          </select></label>
        )}
        <span class="note" role="status">
          <bdi>{baseline.data.name.slice(0, 40)}</bdi> → <bdi>{current.data.name.slice(0, 40)}</bdi>: {formatCount(counts.both)} in both, {formatCount(counts.new)} new, {formatCount(counts.vanished)} vanished
        </span>
      </div>
      {form === 'icicle' ? <CompareIcicle comparison={comparison} component={component!} statistic={statistic} search={search} onSelect={open} /> : <Grid
        key={form}
        title="Comparison"
        tree={tree}
        rows={rows}
        columns={columns}
        flat={flat}
        label={comparison.label}
        expanded={(node) => (flat || !tree.hasChildren(node) ? null : !closed.has(node))}
        onToggle={(node) => {
          const next = new Set(closed);
          if (!next.delete(node)) next.add(node);
          setClosed(next);
        }}
        sort={sort}
        onSort={(column) => setSort(nextSort(sort, column))}
        matches={matches}
        search={search}
        selected={selected}
        onOpen={open}
        badgeWidth={flat ? 150 : 80}
        badge={(node) => (
          <>
            <Badge kind={presence(comparison, node)} />
            {flat && tree.parent[node] >= 0 && <span class="caller"><Label text={comparison.label(tree.parent[node])} length={18} /> › </span>}
          </>
        )}
      />}
    </section>
  );
}

function Badge({ kind }: { kind: ReturnType<typeof presence> }) {
  if (kind === 'both') return null;
  return <span class={`badge ${kind}`}>{kind === 'new' ? '+ new' : '− vanished'}</span>;
}

/** Changes are ordered by their size, whatever their sign. */
function sortValue({ value, tone }: Column): (node: number) => number | null {
  if (!tone) return value;
  return (node) => {
    const change = value(node);
    return change === null ? null : Math.abs(change);
  };
}

interface Compared {
  id: string;
  description: string;
  values: [Float64Array, Float64Array];
  text(value: number | null): string;
  changeText(value: number | null): string;
}

function componentColumns(comparison: Comparison, component: ComparedComponent, statistic: Statistic): Column[] {
  const { id, description } = component;
  return comparedColumns({
    id, description,
    values: comparison.values(component, statistic),
    text: (value) => formatValue(value, component),
    changeText: (value) => formatDifference(value, component),
  });
}

const CALLS: Scale = { unit: '', factor: 1 };

function callColumns({ laps }: Comparison): Column[] {
  return comparedColumns({ id: 'calls', description: 'calls', values: laps, text: formatCount, changeText: (value) => formatDifference(value, CALLS) });
}

function comparedColumns({ id, description, values, text, changeText }: Compared): Column[] {
  const of = (run: 0 | 1) => (node: number) => (Number.isNaN(values[run][node]) ? null : values[run][node]);
  const change = (node: number) => difference(values, node);
  const relative = (node: number) => relativeChange(values, node);
  const column = (name: string, title: string, value: Column['value'], format: (value: number | null) => string, tone?: Column['tone']): Column => ({
    id: `${id}.${name}`, group: id, title, unit: name === 'relative' ? '%' : '', description: `${description}: ${title}`, value, tone,
    text: (node) => format(value(node)) || '–',
  });
  const sign = (node: number) => change(node) ?? 0;
  return [
    column('before', 'baseline', of(0), text),
    column('after', 'current', of(1), text),
    column('change', 'change', change, (value) => changeText(value) + arrow(value), sign),
    column('relative', 'change', relative, formatChange, sign),
  ];
}

function arrow(value: number | null): string {
  return value === null || value === 0 ? '' : value > 0 ? ' ▲' : ' ▼';
}
