import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ComponentData } from '../contract.ts';
import { formatCount, formatOfAll, formatValue } from '../model/format.ts';
import { layoutIcicle, type FrameOrder } from '../model/icicle.ts';
import { AS_RECORDED, isAsRecorded, pictureOf, type Picture, type Shape } from '../model/picture.ts';
import type { Run } from '../model/run.ts';
import { matchNodes, type Search } from '../model/search.ts';
import { shortLabel } from '../model/text.ts';
import { readPalette } from '../paint/colours.ts';
import { ALL } from '../paint/icicle.ts';
import { Axis } from './axis.tsx';
import { useFrameFill, type Colouring } from './frame-fill.ts';
import { Frames, useZoom } from './frames.tsx';
import { Label } from './label.tsx';
import { Legend } from './legend.tsx';
import { Matched } from './matched.tsx';
import { Minimap } from './minimap.tsx';
import { usePaintedMark } from './painted.ts';
import { FrameTools, ShapeTools } from './shape-tools.tsx';
import { useTheme } from './theme.ts';

interface IcicleViewProps {
  run: Run;
  search: Search;
  selected: number;
  onSelect(node: number): void;
  metric: ComponentData | undefined;
  onMetric(id: string): void;
  /** Left out where the picture is one part of a view: there, what is chosen seldom is missing. */
  shape?: Shape;
  onShape?(changed: Partial<Shape>): void;
  zoomed?: number;
  onZoomed?(frame: number): void;
}

const CRUMBS = 12;
const ORDERS: Record<FrameOrder, string> = { width: 'widest first', run: 'as they came', name: 'by name' };

export function IcicleView(props: IcicleViewProps) {
  const { metric } = props;
  return metric ? <Icicle {...props} metric={metric} /> : <p class="nothing">No component of this run adds up: there is nothing to draw an icicle of.</p>;
}

function Icicle({ run, search, selected, onSelect, metric, onMetric, shape = AS_RECORDED, onShape, zoomed = ALL, onZoomed }: IcicleViewProps & { metric: ComponentData }) {
  const small = !onShape;
  const { dark } = useTheme();
  const [colourId, setColourId] = useState('name');
  const [order, setOrder] = useState<FrameOrder>('width');
  const [flipped, setFlipped] = useState(false);
  usePaintedMark('timemory-icicle-painted');

  const picture = useMemo(() => pictureOf(run, metric, shape), [run, isAsRecorded(shape) ? null : metric, JSON.stringify(shape)]);
  const { tree, place } = picture;
  const values = picture.isAsRecorded ? metric.sum : picture.values;
  const labelTextOf = (frame: number) => run.data.strings[picture.label[frame]];
  const { root, focus, zoom, moveTo } = useZoom(tree, {
    first: selected >= 0 ? picture.frameOf(selected) : zoomed, zoomed, isSteady: picture.isAsRecorded, onZoom: onZoomed,
  });
  const layout = useMemo(
    () => layoutIcicle(tree, values, { order, label: labelTextOf, isConcurrent: run.hasConcurrent ? picture.isConcurrent : undefined }),
    [picture, values, order],
  );
  const matches = useMemo(() => matchNodes(search, run.data.strings, picture.label), [search, picture]);
  const palette = useMemo(readPalette, [dark]);
  const colouring = colouringOf(run, metric, colourId);
  const fillOfPlace = useFrameFill(run, colouring, palette, dark);
  const fill = useMemo(() => (frame: number) => fillOfPlace(frame === ALL ? ALL : place[frame]), [fillOfPlace, place]);
  const select = (frame: number) => onSelect(place[frame]);
  const onZoom = (frame: number) => {
    zoom(frame);
    if (selected >= 0 && frame !== ALL) select(frame);
  };
  useEffect(() => {
    const frame = selected >= 0 ? picture.frameOf(selected) : ALL;
    if (frame !== ALL && (focus === ALL || place[focus] !== selected)) moveTo(frame);
  }, [selected]);

  const labelOf = (frame: number) => (frame === ALL ? 'all' : labelTextOf(frame));
  const crumbs = tree.path(root);
  const whole = (layout.x1[root + 1] - layout.x0[root + 1]) * layout.whole;
  const text = (frame: number, long: boolean) => <FrameText run={run} picture={picture} values={values} frame={frame} metric={metric} whole={layout.whole} long={long} />;
  return (
    <section class="view" aria-label="Icicle">
      <div class="tools">
        <label class="choice">{small ? 'By' : 'Width'} <select value={metric.id} onChange={(event) => onMetric(event.currentTarget.value)}>
          {run.additive.map(({ id }) => <option key={id} value={id}>{id}</option>)}
        </select></label>
        {!small && (
          <>
            <label class="choice">Colour <select value={colourId} onChange={(event) => setColourId(event.currentTarget.value)}>
              <option value="name">{run.hasFunctions ? 'by kind' : 'by name'}</option>
              <option value="module">by module</option>
              {metric.cost && <option value="overhead">by overhead</option>}
              {run.data.components.map(({ id }) => <option key={id} value={`value ${id}`}>{id}</option>)}
            </select></label>
            <label class="choice">Order <select value={order} onChange={(event) => setOrder(event.currentTarget.value as FrameOrder)}>
              {Object.entries(ORDERS).map(([id, name]) => <option key={id} value={id}>{name}</option>)}
            </select></label>
          </>
        )}
        <label class="choice"><input type="checkbox" checked={flipped} onChange={(event) => setFlipped(event.currentTarget.checked)} /> flame</label>
        {onShape && <ShapeTools run={run} shape={shape} onShape={onShape} />}
        {onShape && <FrameTools label={focus === ALL ? null : labelTextOf(focus)} shape={shape} onShape={onShape} />}
        {!small && <button type="button" disabled={focus === ALL} onClick={() => select(focus)}>Details</button>}
        <button type="button" disabled={root === ALL} onClick={() => onZoom(ALL)}>Reset zoom</button>
        <Legend run={run} colouring={colouring} />
        {run.hasConcurrent && (
          <span class="legend" title="No part of the value of what launched it. Frames are as wide as their own value and all that they launched.">
            <span class="swatch striped" aria-hidden="true" /><span>ran concurrently with the frame above it</span>
          </span>
        )}
        <Matched tree={tree} values={values} isConcurrent={picture.isConcurrent} metric={metric} whole={layout.whole} matches={matches} />
      </div>
      <nav class="crumbs" aria-label="Zoomed path">
        <button type="button" class="link" onClick={() => onZoom(ALL)}>all</button>
        {crumbs.length > CRUMBS && <span> › …</span>}
        {crumbs.slice(-CRUMBS).map((frame) => (
          <span key={frame}> › <button type="button" class="link" aria-current={frame === root ? 'location' : undefined} onClick={() => onZoom(frame)}><Label text={labelTextOf(frame)} length={32} /></button></span>
        ))}
      </nav>
      {!small && layout.maxDepth > 0 && <Minimap layout={layout} root={root} fill={fill} palette={palette} onZoom={onZoom} />}
      <Axis whole={whole} scale={metric} />
      <Frames
        name={`${flipped ? 'Flame' : 'Icicle'} graph by ${metric.id}`}
        description={`, d opens the details${onShape ? ', f focuses on the function, m merges it into its caller, c collapses it' : ''}`}
        tree={tree}
        layout={layout}
        flipped={flipped}
        root={root}
        focus={focus}
        palette={palette}
        matches={matches}
        label={labelOf}
        fill={fill}
        isHatched={run.hasConcurrent ? picture.isConcurrent : undefined}
        text={(frame) => text(frame, true)}
        keys={{
          d: () => focus !== ALL && select(focus),
          ...(onShape && focus !== ALL && {
            f: () => onShape({ focused: labelTextOf(focus) }),
            m: () => onShape({ merged: [...shape.merged, labelTextOf(focus)] }),
            c: () => onShape({ collapsed: [...shape.collapsed, labelTextOf(focus)] }),
          }),
        }}
        onFocus={moveTo}
        onZoom={onZoom}
      />
      <p class="status" aria-live="polite">{text(focus, false)}</p>
    </section>
  );
}

function colouringOf(run: Run, metric: ComponentData, id: string): Colouring {
  if (id === 'module') return { by: 'module' };
  if (id === 'overhead' && metric.cost) return { by: 'overhead', component: metric };
  const component = run.data.components.find((one) => id === `value ${one.id}`);
  return component ? { by: 'value', component } : { by: 'name' };
}

interface FrameTextProps {
  run: Run;
  picture: Picture;
  values: ComponentData['sum'];
  frame: number;
  metric: ComponentData;
  /** What all frames are as wide as. */
  whole: number;
  long?: boolean;
}

function FrameText({ run, picture, values, frame, metric, whole, long }: FrameTextProps) {
  if (frame === ALL) return <span>all: {formatValue(whole, metric)}{run.hasConcurrent && ', of all threads and coroutines together'}</span>;
  const label = run.data.strings[picture.label[frame]];
  const value = values[frame];
  const self = (picture.isAsRecorded ? metric.self : picture.self)?.[frame];
  const calls = picture.isAsRecorded ? run.data.nodes.laps[frame] : null;
  const launcher = picture.isConcurrent(frame) ? picture.tree.parent[frame] : -1;
  return (
    <span>
      <bdi class="label">{shortLabel(label, long ? 300 : 120)}</bdi>
      {value === null ? ': no value' : `: ${formatOfAll(value, metric, whole)}`}
      {self !== null && self !== undefined && `, self ${formatValue(self, metric)}`}
      {calls !== null && `, ${formatCount(calls)} ${run.isFunction(frame) || run.isSampled ? 'samples' : calls === 1 ? 'call' : 'calls'}`}
      {launcher >= 0 && <>, concurrently with <bdi class="label">{shortLabel(run.data.strings[picture.label[launcher]], 60)}</bdi></>}
    </span>
  );
}
