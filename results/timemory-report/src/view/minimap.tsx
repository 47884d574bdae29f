import { useLayoutEffect, useRef } from 'preact/hooks';
import type { IcicleLayout } from '../model/icicle.ts';
import type { Fill, Palette } from '../paint/colours.ts';
import { frameInMinimap, paintMinimap } from '../paint/minimap.ts';
import { useSize } from './use-size.ts';

interface MinimapProps {
  layout: IcicleLayout;
  root: number;
  fill(node: number): Fill;
  palette: Palette;
  onZoom(node: number): void;
}

/** The whole picture in a strip, with the part marked that the zoomed frame is; a click zooms to what is there. */
export function Minimap({ layout, root, fill, palette, onZoom }: MinimapProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(box);
  useLayoutEffect(() => {
    if (width === 0 || height === 0) return;
    const ratio = devicePixelRatio || 1;
    const { current } = canvas;
    current!.width = Math.round(width * ratio);
    current!.height = Math.round(height * ratio);
    const context = current!.getContext('2d')!;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintMinimap(context, { layout, root, fill, palette }, { width, height });
  }, [width, height, layout, root, fill, palette]);
  return (
    <div class="minimap" ref={box} aria-hidden="true">
      <canvas
        ref={canvas}
        style={{ width, height }}
        onClick={(event) => {
          const { left, top } = event.currentTarget.getBoundingClientRect();
          onZoom(frameInMinimap(layout, { width, height }, event.clientX - left, event.clientY - top));
        }}
      />
    </div>
  );
}
