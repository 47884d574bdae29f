import { useMemo, useState } from 'preact/hooks';
import type { ComponentData } from '../contract.ts';
import type { Column } from '../model/columns.ts';
import { formatCount, formatOfAll, formatShare, formatValue } from '../model/format.ts';
import { layoutIcicle } from '../model/icicle.ts';
import { orderBy } from '../model/rows.ts';
import type { Run } from '../model/run.ts';
import { calleesOf, callersOf, labelTotals, type LabelTotals, type Merged } from '../model/sandwich.ts';
import { matchNodes, type Search } from '../model/search.ts';
import { shortLabel } from '../model/text.ts';
import { Tree } from '../model/tree.ts';
import { nameFill, readPalette } from '../paint/colours.ts';
import { ALL } from '../paint/icicle.ts';
import { Frames, useZoom } from './frames.tsx';
import { Grid, NAME, type Sort } from './grid.tsx';
import { Label } from './label.tsx';
import { Matched } from './matched.tsx';
import { useTheme } from './theme.ts';
import { nextSort } from './tree-view.tsx';

interface SandwichViewProps {
  run: Run;
  search: Search;
  selected: number;
  onSelect(node: number): void;
  metric: ComponentData | undefined;
  onMetric(id: string): void;
}

export function SandwichView(props: SandwichViewProps) {
  const { metric } = props;
  return metric ? <Sandwich {...props} metric={metric} /> : <p class="nothing">No component of this run adds up: there are no totals of labels.</p>;
}

/** Labels over all their places, and of one of them who called it and what it called. */
function Sandwich({ run, search, selected, onSelect, metric, onMetric }: SandwichViewProps & { metric: ComponentData }) {
  const totals = useMemo(() => labelTotals(run, metric), [run, metric]);
  const columns = useMemo(() => columnsOf(run, metric, totals), [run, metric, totals]);
  const [sort, setSort] = useState<Sort | null>({ column: 'self', descending: true });
  const tree = useMemo(() => new Tree(new Int32Array(run.data.strings.length).fill(-1)), [run]);
  const matches = useMemo(() => matchNodes(search, run.data.strings, [...run.data.strings.keys()]), [search, run]);
  const matched = useMemo(() => matchNodes(search, run.data.strings, run.data.nodes.label), [search, run]);
  const rows = useMemo(() => {
    const shown = matches ? totals.labels.filter((of) => matches[of] === 1) : totals.labels.slice();
    const column = columns.find(({ id }) => id === sort?.column);
    const value = sort?.column === NAME ? (of: number) => run.data.strings[of] : column?.value;
    return value ? shown.sort(orderBy(value, sort!.descending)) : shown;
  }, [run, columns, totals, sort, matches]);
  const [chosen, setChosen] = useState(-1);
  const { label } = run.data.nodes;
  const [seen, setSeen] = useState(selected);
  if (seen !== selected) {
    setSeen(selected);
    if (selected >= 0) setChosen(label[selected]);
  }
  const of = chosen >= 0 && totals.places[chosen] > 0 ? chosen : rows[0] ?? -1;
  return (
    <section class="view sandwich" aria-label="Sandwich">
      <div class="tools">
        <label class="choice">Of <select value={metric.id} onChange={(event) => onMetric(event.currentTarget.value)}>
          {run.additive.map(({ id }) => <option key={id} value={id}>{id}</option>)}
        </select></label>
        <span class="note">Each label over all its places; one inside of another of the same label counts once.</span>
        <Matched tree={run.stacks} values={metric.sum} isConcurrent={() => false} metric={metric} whole={run.total(metric)} matches={matched} />
      </div>
      <div class="halves">
        <Grid
          title="Labels"
          tree={tree}
          rows={rows}
          columns={columns}
          flat
          label={(one) => run.data.strings[one]}
          expanded={() => null}
          onToggle={() => {}}
          sort={sort}
          onSort={(column) => setSort(nextSort(sort, column))}
          matches={matches}
          search={search}
          selected={of}
          onOpen={setChosen}
        />
        {of >= 0 && <Around key={of} run={run} metric={metric} totals={totals} of={of} onChoose={setChosen} onSelect={onSelect} />}
      </div>
    </section>
  );
}

function columnsOf(run: Run, metric: ComponentData, totals: LabelTotals): Column[] {
  const total = run.total(metric);
  const column = (id: string, title: string, description: string, values: ArrayLike<number>, text: (value: number | null) => string, isPart: boolean): Column => {
    const value = (of: number) => (Number.isNaN(values[of]) ? null : values[of]);
    return { id, group: '', title, unit: '', description, value, text: (of) => text(value(of)), bar: isPart && total ? (of) => Math.max(0, (value(of) ?? 0) / total) : undefined };
  };
  const inUnit = (value: number | null) => formatValue(value, metric);
  return [
    ...(metric.self ? [column('self', 'self', 'self, without what was measured below', totals.exclusive, inUnit, true)] : []),
    column('total', 'total', 'total, with everything below, recursion counted once', totals.inclusive, inUnit, true),
    column('calls', run.isSampled ? 'samples' : 'calls', run.hasFunctions ? 'calls of regions, samples of ~functions' : 'times that it was entered', totals.laps, formatCount, false),
    column('places', 'places', 'places in the call graph', totals.places, formatCount, false),
  ];
}

interface AroundProps {
  run: Run;
  metric: ComponentData;
  totals: LabelTotals;
  of: number;
  onChoose(label: number): void;
  onSelect(node: number): void;
}

/** Callers above the label, callees below. */
function Around({ run, metric, totals, of, onChoose, onSelect }: AroundProps) {
  const callers = useMemo(() => callersOf(run, metric, totals, of), [run, metric, totals, of]);
  const callees = useMemo(() => calleesOf(run, metric, totals, of), [run, metric, totals, of]);
  const inclusive = totals.inclusive[of];
  const place = useMemo(() => {
    const { label } = run.data.nodes;
    let most = -1;
    label.forEach((one, node) => { if (one === of && (most < 0 || (metric.sum[node] ?? 0) > (metric.sum[most] ?? 0))) most = node; });
    return most;
  }, [run, metric, of]);
  return (
    <div class="around">
      <Half run={run} metric={metric} of={of} whole={inclusive} merged={callers} flipped name="Callers" onChoose={onChoose} />
      <p class="waist">
        <Label text={run.data.strings[of]} length={70} />
        <span class="note">
          {Number.isNaN(inclusive) ? 'no value' : formatOfAll(inclusive, metric, run.total(metric))}, {formatCount(totals.places[of])} {totals.places[of] === 1 ? 'place' : 'places'}
        </span>
        <button type="button" onClick={() => onSelect(place)}>{totals.places[of] === 1 ? 'Details' : 'Details of the largest place'}</button>
      </p>
      <Half run={run} metric={metric} of={of} whole={inclusive} merged={callees} flipped={false} name="Callees" onChoose={onChoose} />
    </div>
  );
}

interface HalfProps {
  run: Run;
  metric: ComponentData;
  of: number;
  /** What the label took. */
  whole: number;
  merged: Merged;
  flipped: boolean;
  name: string;
  onChoose(label: number): void;
}

function Half({ run, metric, of, whole, merged, flipped, name, onChoose }: HalfProps) {
  const { dark } = useTheme();
  const palette = useMemo(readPalette, [dark]);
  const layout = useMemo(() => layoutIcicle(merged.tree, merged.values, { least: whole || 0 }), [merged]);
  const { root, focus, zoom, moveTo } = useZoom(merged.tree);
  const labelOf = (node: number) => run.data.strings[node === ALL ? of : merged.label[node]];
  const text = (node: number) => {
    const value = node === ALL ? whole || 0 : merged.values[node]!;
    return <span><bdi class="label">{shortLabel(labelOf(node), 200)}</bdi>: {formatValue(value, metric)}{whole > 0 && `, ${formatShare(value / whole)}`}</span>;
  };
  const note = merged.tree.size > 0 ? text(focus) : flipped ? 'none: it is called by nothing that was measured' : 'none: it calls nothing that was measured';
  return (
    <section class="half" aria-label={name}>
      <h2>{name} <small aria-live="polite">{note}</small></h2>
      <Frames
        name={`${name} of ${shortLabel(labelOf(ALL), 200)}`}
        description=", s goes to the label of a frame"
        tree={merged.tree}
        layout={layout}
        flipped={flipped}
        root={root}
        focus={focus}
        palette={palette}
        matches={null}
        label={labelOf}
        fill={(node) => nameFill(labelOf(node), dark)}
        text={text}
        keys={{ s: () => focus !== ALL && onChoose(merged.label[focus]) }}
        onFocus={moveTo}
        onZoom={zoom}
      />
    </section>
  );
}
