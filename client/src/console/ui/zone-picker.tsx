import { memo } from 'react';
import { ownZone, type ViewProps } from '../address/use-address.ts';
import { commonWords } from '../words/console-messages.ts';
import controls from './controls.module.css';
import { placeOf } from './place-of.ts';

const words = commonWords.range;

interface ZonePickerProps extends Pick<ViewProps, 'change'> {
  zone: string;
}

/**
 * The time zone, chosen by its place. First come the browser's own and UTC; the others follow by region. The order stays the same,
 * so that arrow keys reach all of them.
 */
export function ZonePicker({ zone, change }: ZonePickerProps) {
  return (
    <label className={controls['select']}>
      <span>{words.zone}</span>
      <select value={zone} onChange={({ target }) => change({ zone: target.value })}>
        <Zones zone={zone} />
      </select>
    </label>
  );
}

/** Memoised: drawing its 400 options at every other change is slow. */
const Zones = memo(({ zone }: { zone: string }) => {
  const first = new Set([ownZone(), 'UTC']);
  if (!Intl.supportedValuesOf('timeZone').includes(zone)) first.add(zone); // another name, such as Asia/Calcutta
  return (
    <>
      {[...first].map((name) => (
        <option key={name} value={name}>
          {placeOf(name)}
        </option>
      ))}
      {regionsWithout(first).map(([region, places]) => (
        <optgroup key={region} label={region}>
          {places.map((place) => (
            <option key={place} value={`${region}/${place}`}>
              {placeOf(place)}
            </option>
          ))}
        </optgroup>
      ))}
    </>
  );
});

/** Returns the places of the time zones that this browser names, by region: `Asia` has `Tokyo`. */
function regionsWithout(names: ReadonlySet<string>) {
  const regions = new Map<string, string[]>();
  for (const name of Intl.supportedValuesOf('timeZone')) {
    const slash = name.indexOf('/');
    if (slash < 0 || names.has(name)) continue; // abbreviations, such as EST, say little
    const region = name.slice(0, slash);
    regions.set(region, [...(regions.get(region) ?? []), name.slice(slash + 1)]);
  }
  return [...regions];
}
