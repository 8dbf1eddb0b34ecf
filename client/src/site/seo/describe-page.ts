import type { Wording } from '../content/languages.ts';
import { applyHead } from './apply-head.ts';
import { type HeadInput, headTags } from './head-tags.ts';

/** Gives the document the head tags of another page of the same language. Returns its title. */
export async function describePage(
  path: string,
  { data, wording }: { data: HeadInput['data']; wording: Wording },
): Promise<string> {
  const words = await wording.load('heads');
  applyHead(headTags(path, { data, wording, words }));
  return document.title;
}
