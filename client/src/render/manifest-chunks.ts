import type { Manifest, ManifestChunk } from '#shared/page';

/**
 * Returns the chunks of the given source files and all their static imports, each once, in that
 * order.
 */
export function chunksOf(manifest: Manifest, sources: readonly string[]): ManifestChunk[] {
  const found = new Map<string, ManifestChunk>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || found.has(name)) return;
    found.set(name, chunk);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const source of sources) visit(source);
  return [...found.values()];
}
