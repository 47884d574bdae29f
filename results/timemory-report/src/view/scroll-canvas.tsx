import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useSize } from './use-size.ts';

export interface CanvasView {
  width: number;
  height: number;
  scrollTop: number;
}

interface ScrollCanvasProps {
  scroller: RefObject<HTMLDivElement>;
  name: string;
  description: string;
  contentHeight: number;
  paint(context: CanvasRenderingContext2D, view: CanvasView): void;
  onKeyDown(event: KeyboardEvent, view: CanvasView): void;
  onWheel?(event: WheelEvent, view: CanvasView): void;
  /** Position within the canvas; null when the pointer has left. */
  onPoint(at: { x: number; y: number } | null, view: CanvasView): void;
  onPress(at: { x: number; y: number }, view: CanvasView): void;
  /** Movement with the button held. */
  onDrag?(dx: number, view: CanvasView): void;
  /** Movement with the button held and Shift, or while `isSelecting`: from a point to another one. */
  onArea?(from: { x: number; y: number }, to: { x: number; y: number }, view: CanvasView): void;
  isSelecting?: boolean;
  children?: ComponentChildren;
}

/** A canvas as large as the screen part that stays in place while its content scrolls below it. */
export function ScrollCanvas(props: ScrollCanvasProps) {
  const { scroller, contentHeight } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(scroller);
  const [scrollTop, setScrollTop] = useState(0);
  const drag = useRef<{ x: number; y: number; moved: boolean; area: { x: number; y: number } | null } | null>(null);
  const view = { width, height, scrollTop };
  const latest = useRef({ props, view });
  latest.current = { props, view };

  useLayoutEffect(() => {
    if (width === 0 || height === 0) return;
    const ratio = devicePixelRatio || 1;
    const { current } = canvas;
    if (current!.width !== Math.round(width * ratio) || current!.height !== Math.round(height * ratio)) {
      current!.width = Math.round(width * ratio);
      current!.height = Math.round(height * ratio);
    }
    const context = current!.getContext('2d')!;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    props.paint(context, view);
  });
  useEffect(() => {
    // Added by hand: only a listener that is not passive may keep the page from scrolling.
    const onWheel = (event: WheelEvent) => latest.current.props.onWheel?.(event, latest.current.view);
    scroller.current!.addEventListener('wheel', onWheel, { passive: false });
    return () => scroller.current?.removeEventListener('wheel', onWheel);
  }, []);

  const at = (event: PointerEvent) => {
    const { left, top } = canvas.current!.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const onPointerMove = (event: PointerEvent) => {
    const point = at(event);
    if (!drag.current) return props.onPoint(point, view);
    const { x, y, moved, area } = drag.current;
    if (!moved && Math.abs(point.x - x) + Math.abs(point.y - y) < 4) return;
    if (!moved) canvas.current!.setPointerCapture(event.pointerId);
    drag.current = { ...point, moved: true, area };
    if (area) return props.onArea!(area, point, view);
    if (!props.onDrag) return;
    props.onDrag(point.x - x, view);
    if (event.pointerType === 'mouse') scroller.current!.scrollTop -= point.y - y;
  };
  const onPointerUp = (event: PointerEvent) => {
    if (drag.current && !drag.current.moved) props.onPress(at(event), view);
    drag.current = null;
  };
  return (
    <div
      class="canvas-scroll"
      ref={scroller}
      tabIndex={0}
      role="application"
      aria-roledescription="graph"
      aria-label={`${props.name}. ${props.description}`}
      data-main
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
      onKeyDown={(event) => props.onKeyDown(event, view)}
    >
      <div style={{ height: Math.max(contentHeight, height) }}>
        <canvas
          ref={canvas}
          style={{ width, height }}
          onPointerDown={(event) => { if (event.button === 0) drag.current = { ...at(event), moved: false, area: props.onArea && (event.shiftKey || props.isSelecting) ? at(event) : null }; }}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={() => { drag.current = null; }}
          onPointerLeave={() => props.onPoint(null, view)}
        />
      </div>
      {props.children}
    </div>
  );
}
