import type { Manifest } from '#shared/page';

/**
 * Returns what is built from these source files and all their static imports, each once, in that
 * order.
 */
export function manifestFiles(manifest: Manifest, sources: readonly string[]): Manifest[string][] {
  const found = new Map<string, Manifest[string]>();
  const visit = (name: string) => {
    const file = manifest[name];
    if (!file || found.has(name)) return;
    found.set(name, file);
    for (const imported of file.imports ?? []) visit(imported);
  };
  for (const source of sources) visit(source);
  return [...found.values()];
}
