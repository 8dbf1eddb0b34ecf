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

/** Parses such a word. @throws Error that says what was given and what is expected */
export function parseStep(text: string): {
  event: string | null;
  properties: Record<string, string>;
  sameEvent?: true;
} {
  const [, same, name = '', , list] = /^(~?)([^:~][^:]*)(:(.+))?$/.exec(text) ?? [];
  const properties: Record<string, string> = {};
  for (const pair of list?.split(',') ?? []) {
    const [, key, value] = /^([^=]+)=([^=]+)$/.exec(pair) ?? [];
    if (key === undefined || value === undefined) throw mistake(text);
    const property = decode(key, text);
    // Nothing has two values at once; and to assign __proto__ adds no property.
    if (Object.hasOwn(properties, property) || property === '__proto__') throw mistake(text);
    properties[property] = decode(value, text);
  }
  if (name === '') throw mistake(text);
  const event = name === '*' ? null : decode(name, text);
  return { event, properties, ...(same && { sameEvent: true as const }) };
}

const mistake = (text: string) =>
  new Error(
    `a step is ${JSON.stringify(text.slice(0, 200))}; expected an event, e.g. button_click, one with properties, e.g. form_submit:event_label=success,form_type=beta, or * for any`,
  );

const encode = (text: string) =>
  text
    .replace(/[%:,=*\s]/g, encodeURIComponent)
    .replace(/\*/g, '%2A')
    .replace(/~/g, '%7E');

function decode(text: string, whole: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw mistake(whole);
  }
}
