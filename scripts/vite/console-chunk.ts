const FRAME = /client\/src\/console\/console-frame\.tsx$/;
/** The console's views that load later, and only from its frame. */
const LATER = /client\/src\/console\/list\/\w+-view\.tsx$/;

interface Module {
  importers: readonly string[];
  dynamicImporters: readonly string[];
}

/**
 * Returns the name of the chunk of the growth console's frame for what only the frame needs, also if views that load later
 * use it too; null for other modules. The bundler would make several chunks of it, which cost a file and its imports each,
 * although all of them load together.
 */
export function consoleChunk(
  id: string,
  modules: { getModuleInfo(id: string): Module | null },
): string | null {
  if (LATER.test(id)) return null;
  const seen = new Set<string>();
  let isInFrame = false;
  /** Returns whether every way to the module passes the frame or such a view. */
  function isBehindFrame(one: string): boolean {
    if (FRAME.test(one)) isInFrame = true;
    if (FRAME.test(one) || LATER.test(one) || seen.has(one)) return true;
    seen.add(one);
    const { importers = [], dynamicImporters = [] } = modules.getModuleInfo(one) ?? {};
    const all = [...importers, ...dynamicImporters];
    return all.length > 0 && all.every(isBehindFrame);
  }
  return isBehindFrame(id) && isInFrame ? 'console-frame' : null;
}
