import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ComponentData } from '../contract.ts';
import { formatCount, formatOfAll, formatValue } from '../model/format.ts';
import { layoutIcicle, type FrameOrder } from '../model/icicle.ts';
import type { Run } from '../model/run.ts';
import { matchNodes, type Search } from '../model/search.ts';
import { shortLabel } from '../model/text.ts';
import { readPalette } from '../paint/colours.ts';
import { ALL } from '../paint/icicle.ts';
import { Axis } from './axis.tsx';
import { useFrameFill, type Colouring } from './frame-fill.ts';
import { Frames, useZoom } from './frames.tsx';
import { Label } from './label.tsx';
import { Matched } from './matched.tsx';
import { Minimap } from './minimap.tsx';
import { usePaintedMark } from './painted.ts';
import { useTheme } from './theme.ts';

interface IcicleViewProps {
  run: Run;
  search: Search;
  selected: number;
  onSelect(node: number): void;
  /** Leaves out what is chosen seldom, where the picture is one part of a view. */
  small?: boolean;
}

const CRUMBS = 12;
const ORDERS: Record<FrameOrder, string> = { width: 'widest first', run: 'as they came', name: 'by name' };

export function IcicleView(props: IcicleViewProps) {
  return props.run.additive.length === 0 ? <p class="nothing">No component of this run adds up: there is nothing to draw an icicle of.</p> : <Icicle {...props} />;
}

function Icicle({ run, search, selected, onSelect, small }: IcicleViewProps) {
  const tree = run.stacks;
  const { dark } = useTheme();
  const [metricId, setMetricId] = useState(run.pictured.id);
  const [colourId, setColourId] = useState('name');
  const [order, setOrder] = useState<FrameOrder>('width');
  const [flipped, setFlipped] = useState(false);
  const { root, focus, zoom, moveTo } = useZoom(tree, selected);
  usePaintedMark('timemory-icicle-painted');

  const metric = run.additive.find(({ id }) => id === metricId) ?? run.pictured;
  const layout = useMemo(() => layoutIcicle(tree, metric.sum, order, (node) => run.label(node)), [run, metric, order]);
  const matches = useMemo(() => matchNodes(search, run.data.strings, run.data.nodes.label), [search, run]);
  const palette = useMemo(readPalette, [dark]);
  const colouring = colouringOf(run, metric, colourId);
  const fill = useFrameFill(run, colouring, palette, dark);
  const onZoom = (node: number) => {
    zoom(node);
    if (selected >= 0 && node !== ALL) onSelect(node);
  };
  useEffect(() => {
    if (selected >= 0) moveTo(selected);
  }, [selected]);

  const labelOf = (node: number) => (node === ALL ? `all of ${run.data.name}` : frameLabel(run, node));
  const crumbs = tree.path(root);
  const whole = (layout.x1[root + 1] - layout.x0[root + 1]) * layout.whole;
  return (
    <section class="view" aria-label="Icicle">
      <div class="tools">
        <label class="choice">Width <select value={metric.id} onChange={(event) => setMetricId(event.currentTarget.value)}>
          {run.additive.map(({ id }) => <option key={id} value={id}>{id}</option>)}
        </select></label>
        {!small && (
          <>
            <label class="choice">Colour <select value={colourId} onChange={(event) => setColourId(event.currentTarget.value)}>
              <option value="name">by name</option>
              <option value="module">by module</option>
              {metric.cost && <option value="overhead">by overhead</option>}
              {run.data.components.map(({ id }) => <option key={id} value={`value ${id}`}>{id}</option>)}
            </select></label>
            {'component' in colouring && <span class="legend"><span>{colouring.by === 'overhead' ? '0 %' : 'low'}</span><span class="ramp" aria-hidden="true" /><span>{colouring.by === 'overhead' ? '100 %' : 'high'}</span></span>}
            <label class="choice">Order <select value={order} onChange={(event) => setOrder(event.currentTarget.value as FrameOrder)}>
              {Object.entries(ORDERS).map(([id, name]) => <option key={id} value={id}>{name}</option>)}
            </select></label>
          </>
        )}
        {!('component' in colouring) && run.hasFunctions && (
          <span class="legend">
            <span class="swatch regions" aria-hidden="true" /><span>regions</span>
            <span class="swatch functions" aria-hidden="true" /><span>~functions that samples found inside</span>
          </span>
        )}
        <label class="choice"><input type="checkbox" checked={flipped} onChange={(event) => setFlipped(event.currentTarget.checked)} /> flame</label>
        {!small && <button type="button" disabled={focus === ALL} onClick={() => onSelect(focus)}>Details</button>}
        <button type="button" disabled={root === ALL} onClick={() => onZoom(ALL)}>Reset zoom</button>
        {run.hasConcurrent && (
          <span class="legend"><span class="swatch striped" aria-hidden="true" /><span>ran concurrently: at the top, as it is no part of the width of what launched it</span></span>
        )}
        <Matched run={run} metric={metric} matches={matches} />
      </div>
      <nav class="crumbs" aria-label="Zoomed path">
        <button type="button" class="link" onClick={() => onZoom(ALL)}>all</button>
        {crumbs.length > CRUMBS && <span> › …</span>}
        {crumbs.slice(-CRUMBS).map((node) => (
          <span key={node}> › <button type="button" class="link" aria-current={node === root ? 'location' : undefined} onClick={() => onZoom(node)}><Label text={run.label(node)} length={32} /></button></span>
        ))}
      </nav>
      {!small && layout.maxDepth > 0 && <Minimap layout={layout} root={root} fill={fill} palette={palette} onZoom={onZoom} />}
      <Axis whole={whole / metric.factor} precision={metric.precision} unit={metric.unit} />
      <Frames
        name={`${flipped ? 'Flame' : 'Icicle'} graph by ${metric.id}`}
        description=", d opens the details"
        tree={tree}
        layout={layout}
        flipped={flipped}
        root={root}
        focus={focus}
        palette={palette}
        matches={matches}
        label={labelOf}
        fill={fill}
        isHatched={run.hasConcurrent ? (node) => run.isConcurrent(node) : undefined}
        text={(node) => <FrameText run={run} node={node} metric={metric} long />}
        keys={{ d: () => focus !== ALL && onSelect(focus) }}
        onFocus={moveTo}
        onZoom={onZoom}
      />
      <p class="status" aria-live="polite"><FrameText run={run} node={focus} metric={metric} /></p>
    </section>
  );
}

function colouringOf(run: Run, metric: ComponentData, id: string): Colouring {
  if (id === 'module') return { by: 'module' };
  if (id === 'overhead' && metric.cost) return { by: 'overhead', component: metric };
  const component = run.data.components.find((one) => id === `value ${one.id}`);
  return component ? { by: 'value', component } : { by: 'name' };
}

/** What ran concurrently stands at the top: it says with what. */
function frameLabel(run: Run, node: number): string {
  return run.isConcurrent(node) ? `${run.label(node)} (concurrent with ${shortLabel(run.label(run.tree.parent[node]), 60)})` : run.label(node);
}

interface FrameTextProps {
  run: Run;
  node: number;
  metric: ComponentData;
  long?: boolean;
}

function FrameText({ run, node, metric, long }: FrameTextProps) {
  const total = run.total(metric);
  if (node === ALL) return <span>all: {formatValue(total, metric)} {metric.unit}</span>;
  const value = metric.sum[node];
  const self = metric.self?.[node];
  return (
    <span>
      <bdi class="label">{shortLabel(frameLabel(run, node), long ? 300 : 120)}</bdi>
      {value === null ? ': no value' : `: ${formatOfAll(value, metric, total)}`}
      {self !== null && self !== undefined && `, exclusive ${formatValue(self, metric)} ${metric.unit}`}
      {run.data.nodes.laps[node] !== null && `, ${run.isFunction(node) ? 'samples' : 'laps'} ${formatCount(run.data.nodes.laps[node])}`}
    </span>
  );
}
