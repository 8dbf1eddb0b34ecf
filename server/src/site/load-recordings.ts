import { extname, join } from 'node:path';
import type { Site } from '#shared/site';
import { readWhole } from '../lib/read-whole.ts';
import { StartError } from '../lib/start-error.ts';
import { createResource, type Resource } from './resource.ts';

/** A line takes about 20 KB. The server holds all recordings in memory. */
const MAX_BYTES = 1_000_000;
const TYPES: Readonly<Record<string, string>> = { '.opus': 'audio/ogg', '.m4a': 'audio/mp4' };

/**
 * Reads the recordings that `media` of data/site.json names, keyed by path on the site.
 *
 * @param folder the project's `data` folder
 * @throws StartError when a file is missing, empty or too large
 */
export function loadRecordings(folder: string, { media = {} }: Site): Map<string, Resource> {
  const resources = Object.entries(media).map(([lang, name]): [string, Resource] => {
    const identity = readRecording(join(folder, 'media', name), lang);
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    const headers = { type, cacheControl: 'no-cache', vary: 'Accept-Encoding' };
    return [`/media/${name}`, createResource({ ...headers, identity })];
  });
  return new Map(resources);
}

function readRecording(file: string, lang: string): Uint8Array {
  const wanted = `a recording of at most 1 MB, or no media.${lang} in data/site.json`;
  const bytes = readWhole(file, wanted, MAX_BYTES);
  if (bytes.length > 0) return bytes;
  throw new StartError(`${file} is empty; expected ${wanted}`);
}
