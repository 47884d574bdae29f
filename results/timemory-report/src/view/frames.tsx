import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { IcicleLayout } from '../model/icicle.ts';
import type { Tree } from '../model/tree.ts';
import { ALL, ROW, frameAt, paintIcicle, rowOf, rowTop, type IcicleScene } from '../paint/icicle.ts';
import { ScrollCanvas, type CanvasView } from './scroll-canvas.tsx';
import { Tooltip } from './tooltip.tsx';

export interface FramesProps {
  name: string;
  tree: Tree;
  layout: IcicleLayout;
  /** Whether it grows from below. */
  flipped: boolean;
  /** The zoomed frame. */
  root: number;
  focus: number;
  palette: IcicleScene['palette'];
  matches: Uint8Array | null;
  label(node: number): string;
  fill: IcicleScene['fill'];
  isHatched?(node: number): boolean;
  /** What is said of a frame beside the pointer. */
  text(node: number): ComponentChildren;
  /** What the keys do besides. */
  description?: string;
  keys?: Record<string, () => void>;
  onFocus(node: number): void;
  onZoom(node: number): void;
}

/** Frames of a call graph on a canvas: a click or Enter zooms, arrow keys go from frame to frame. */
export function Frames(props: FramesProps) {
  const { tree, layout, flipped, root, focus, palette, matches, onFocus, onZoom } = props;
  const [hover, setHover] = useState<{ node: number; x: number; y: number } | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = layout.maxDepth + 2;
  const scene: IcicleScene = {
    tree, layout, root, flipped, fill: props.fill, label: props.label, isHatched: props.isHatched, matches, focus, palette,
    contentHeight: Math.max(rows * ROW, scroller.current?.clientHeight ?? 0),
  };
  const sceneIn = (view: CanvasView): IcicleScene => ({ ...scene, contentHeight: Math.max(rows * ROW, view.height) });

  useEffect(() => {
    const { current } = scroller;
    const top = rowTop(scene, rowOf(scene, focus));
    if (top < current!.scrollTop) current!.scrollTop = top - ROW;
    else if (top + ROW > current!.scrollTop + current!.clientHeight) current!.scrollTop = top + 2 * ROW - current!.clientHeight;
  }, [focus]);
  useEffect(() => {
    if (flipped) scroller.current!.scrollTop = scroller.current!.scrollHeight;
  }, [flipped]);
  // From below, what is on the screen stays where it is when the graph becomes deeper.
  const rowsBefore = useRef(rows);
  useLayoutEffect(() => {
    if (flipped) scroller.current!.scrollTop += (rows - rowsBefore.current) * ROW;
    rowsBefore.current = rows;
  }, [rows]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const siblings = focus === ALL ? null : layout.childrenOf(tree.parent[focus]);
    const at = siblings?.indexOf(focus) ?? 0;
    const go = (node: number | undefined) => node !== undefined && onFocus(node);
    const up = () => go(focus === ALL ? ALL : tree.parent[focus]);
    const down = () => go(layout.childrenOf(focus)[0]);
    const keys: Record<string, () => void> = {
      ArrowUp: flipped ? down : up,
      ArrowDown: flipped ? up : down,
      ArrowLeft: () => go(siblings?.[at - 1]),
      ArrowRight: () => go(siblings?.[at + 1]),
      Home: () => go(ALL),
      Enter: () => onZoom(focus),
      Escape: () => onZoom(ALL),
      ...props.keys,
    };
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  };
  return (
    <>
      <ScrollCanvas
        scroller={scroller}
        name={props.name}
        description={`Arrow keys move between frames, Enter zooms, Escape resets${props.description ?? ''}.`}
        contentHeight={rows * ROW}
        paint={(context, view) => paintIcicle(context, sceneIn(view), view)}
        onKeyDown={onKeyDown}
        onPoint={(point, view) => {
          const node = point && frameAt(sceneIn(view), view, point.x, point.y);
          const { left, top } = scroller.current!.getBoundingClientRect();
          setHover(point === null || node === null ? null : { node, x: left + point.x, y: top + point.y });
        }}
        onPress={(point, view) => {
          const node = frameAt(sceneIn(view), view, point.x, point.y);
          if (node !== null) onZoom(node);
        }}
      />
      {hover && hover.node < tree.size && <Tooltip x={hover.x} y={hover.y}>{props.text(hover.node)}</Tooltip>}
    </>
  );
}

interface ZoomOptions {
  /** The frame in focus at first. */
  first?: number;
  /** The zoomed frame at first. */
  zoomed?: number;
  /** Whether frames of another tree have the numbers that they had in the one before. */
  isSteady?: boolean;
  onZoom?(node: number): void;
}

/** The zoomed frame and the one in focus, which the zoom follows. */
export function useZoom(tree: Tree, { first = ALL, zoomed = ALL, isSteady = true, onZoom = () => {} }: ZoomOptions = {}) {
  const bounded = (node: number) => (node < tree.size ? node : ALL);
  const [state, setState] = useState({ tree, isSteady, root: bounded(zoomed), focus: bounded(first) });
  let current = state;
  if (state.tree !== tree) {
    current = isSteady && state.isSteady ? { ...state, tree, root: bounded(state.root), focus: bounded(state.focus) } : { tree, isSteady, root: ALL, focus: ALL };
    setState(current);
  }
  const { root, focus } = current;
  const go = (to: number, at: number) => {
    setState({ tree, isSteady, root: to, focus: at });
    if (to !== root) onZoom(to);
  };
  return {
    root,
    focus,
    zoom: (node: number) => go(node, node),
    moveTo: (node: number) => {
      // A frame outside of the zoomed one is not on the screen: widen the view to the first that holds both.
      const path = new Set([ALL, ...tree.path(node)]);
      let holder = root;
      while (holder !== ALL && !path.has(holder) && !tree.path(root).includes(node)) holder = tree.parent[holder];
      go(holder, node);
    },
  };
}
