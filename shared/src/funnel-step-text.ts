import type { FunnelStep } from './funnel.ts';

/**
 * Writes a step as one word, for a command line or a URL: `section_view:section_name=hero`, several properties
 * separated by commas, `*` for any event. `~` before it means `sameEvent`. Characters other than letters, digits and `_.-$`
 * may be percent-encoded; `%:,=~` must be.
 */
export function formatStep({ event, properties, sameEvent }: FunnelStep): string {
  const pairs = Object.entries(properties).map(
    ([name, value]) => `${encode(name)}=${encode(String(value))}`,
  );
  const name = (sameEvent ? '~' : '') + (event === null ? '*' : encode(event));
  return pairs.length === 0 ? name : `${name}:${pairs.join(',')}`;
}

/** Parses such a word. @throws Error, which {@link describeMistake} tells people */
export function parseStep(text: string): {
  event: string | null;
  properties: Record<string, string>;
  sameEvent?: true;
} {
  const [, same, name = '', , list] = /^(~?)([^:~][^:]*)(:(.+))?$/.exec(text) ?? [];
  const properties: Record<string, string> = {};
  for (const pair of list?.split(',') ?? []) {
    const [, key, value] = /^([^=]+)=([^=]+)$/.exec(pair) ?? [];
    if (key === undefined || value === undefined) throw new Error('no step');
    const property = decodeURIComponent(key);
    // Nothing has two values at once; and to assign __proto__ adds no property.
    if (Object.hasOwn(properties, property) || property === '__proto__') throw new Error('no step');
    properties[property] = decodeURIComponent(value);
  }
  if (name === '') throw new Error('no step');
  const event = name === '*' ? null : decodeURIComponent(name);
  return { event, properties, ...(same && { sameEvent: true as const }) };
}

/** Says what was given in place of a step, and what is expected. */
export const describeMistake = (text: string): string =>
  `a step is ${JSON.stringify(text.slice(0, 200))}; expected an event, e.g. button_click, one with properties, e.g. form_submit:event_label=success,form_type=beta, or * for any`;

const encode = (text: string) =>
  text
    .replace(/[%:,=*\s]/g, encodeURIComponent)
    .replace(/\*/g, '%2A')
    .replace(/~/g, '%7E');
