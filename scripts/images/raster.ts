import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { encodeIndexedPng, type Pixels } from './indexed-png.ts';

let ready: Promise<void> | undefined;

/** Renders an SVG as PNG. The renderer is WebAssembly: the same pixels on every platform, and no native module. */
export async function rasterize(svg: string, width: number): Promise<Uint8Array> {
  const image = await render(svg, width);
  const png = encodeIndexedPng(image) ?? image.asPng();
  image.free();
  return png;
}

/** Renders an SVG as pixels: RGBA, row by row. */
export async function rasterizePixels(svg: string, width: number): Promise<Pixels> {
  const image = await render(svg, width);
  const { pixels, height } = image;
  image.free();
  return { width, height, pixels };
}

async function render(svg: string, width: number) {
  ready ??= initWasm(
    readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')),
  );
  await ready;
  return new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render();
}
