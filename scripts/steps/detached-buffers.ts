/**
 * Adds `ArrayBuffer.prototype.detached` where the engine lacks it, as Node 20 does. In development React's renderer
 * reads it on an empty buffer. Without it React treats each empty attribute (`value=""`) as lost text and warns.
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
        return true; // a TypeError: a detached buffer cannot have a view
      }
    },
  });
}
