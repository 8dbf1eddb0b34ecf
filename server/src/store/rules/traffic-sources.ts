import { MAX_TRAFFIC_SOURCES, type Traffic } from '#shared/reports';

/**
 * Returns the sources with the most people, and the number of the others. Anybody can make up a source for each event:
 * an answer with 300,000 of them had 74 MB, and stopped the server for seconds.
 *
 * @param total when more sources exist than are passed
 */
export function listSources(
  sources: Traffic['sources'],
  total = sources.length,
): Pick<Traffic, 'sources' | 'moreSources'> {
  const shown = sources
    .sort((a, b) => b.people - a.people || ((a.source ?? '') < (b.source ?? '') ? -1 : 1))
    .slice(0, MAX_TRAFFIC_SOURCES);
  return {
    sources: shown,
    ...(total > shown.length && { moreSources: total - shown.length }),
  };
}
