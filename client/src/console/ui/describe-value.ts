import { CHANNEL_NAMES } from '#shared/channels';
import { nameOfValue } from '#shared/value-name';

const CHANNELS = new Map<string, string>(Object.entries(CHANNEL_NAMES));

/**
 * Returns what people read for a value that visitors are grouped by, and a key that no other value has. Strangers choose
 * the values: one may be called `null`, or `constructor`.
 *
 * @param by the property, as the address has it
 */
export function describeValue(by: string, value: string | null): { key: string; name: string } {
  if (value === null) return { key: 'none', name: nameOfValue(value) };
  const channel = by === 'channel' ? CHANNELS.get(value) : undefined;
  return { key: `=${value}`, name: channel ?? nameOfValue(value) };
}
