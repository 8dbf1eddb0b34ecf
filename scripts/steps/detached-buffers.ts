/**
 * Adds `ArrayBuffer.prototype.detached` where the engine lacks it, as Node 20 does. React's renderer asks an empty buffer
 * for it in development: without it each empty attribute (`value=""`) could be a text that was lost, so React warns.
 *
 * https://tc39.es/ecma262/#sec-get-arraybuffer.prototype.detached
 */
export function supportDetachedBuffers(): void {
  if ('detached' in ArrayBuffer.prototype) return;
  Object.defineProperty(ArrayBuffer.prototype, 'detached', {
    configurable: true,
    get(this: ArrayBuffer) {
      if (this.byteLength > 0) return false;
      try {
        new Uint8Array(this);
        return false;
      } catch {
        return true; // a TypeError: there can be no view of a detached buffer
      }
    },
  });
}
