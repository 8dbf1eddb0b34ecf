import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import type { Pixels } from './indexed-png.ts';

let ready: Promise<void> | undefined;

/**
 * Renders an SVG as pixels: RGBA, row by row. The renderer is WebAssembly: the same pixels on every platform, and no native
 * module.
 */
export async function rasterize(svg: string, width: number): Promise<Pixels> {
  ready ??= initWasm(
    readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')),
  );
  await ready;
  const image = new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render();
  const { pixels, height } = image;
  image.free();
  return { width, height, pixels };
}
