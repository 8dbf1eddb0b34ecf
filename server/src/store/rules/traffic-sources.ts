import { MAX_TRAFFIC_SOURCES, type Traffic } from '#shared/reports';

/**
 * Returns the sources with the most people, and how many others there are. Anybody can make up a source for each event:
 * 300,000 of them made an answer of 74 MB, which stopped the server for seconds.
 *
 * @param total where more sources exist than are passed
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
