import { useId } from 'react';
import { formatCount, formatShare } from '#shared/format-figures';
import type { ApplicationStages } from '#shared/list';
import { useConsole } from '../console-data.ts';
import { listWords } from '../words/console-messages.ts';
import styles from './applications.module.css';

const words = listWords.stages;
/** Each stage with the one that its rate is of. */
const STAGES = [
  ['applied', listWords.applications.applied, null],
  ['confirmed', words.confirmed, 'applied'],
  ['accepted', listWords.states.accepted, 'applied'],
  ['invited', listWords.applications.invited, 'accepted'],
  ['redeemed', words.redeemed, 'invited'],
] as const;

/** Each unit with the length and the number from which the next one is clearer. */
const UNITS = [
  ['minute', 60_000, 120],
  ['hour', 3_600_000, 48],
  ['day', 86_400_000, Number.POSITIVE_INFINITY],
] as const;

/** Formats a median in one unit: nobody decides anything by its seconds. */
export function formatMedian(ms: number): string {
  const [unit, size] = UNITS.find(([, size, most]) => Math.round(ms / size) < most) ?? UNITS[2];
  if (ms < 60_000) return words.underMinute;
  const format = new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'short' });
  return format.format(Math.round(ms / size));
}

/** Shows how many applications have reached each stage, and how long that took. */
export function Stages({ reached }: { reached: ApplicationStages }) {
  const id = useId();
  const { sendsMail } = useConsole();
  // Without mail, nobody can confirm an address, be invited or redeem; some may have before.
  const stages = STAGES.filter(
    ([stage]) => sendsMail || stage === 'accepted' || reached[stage] > 0,
  );
  return (
    <section className={styles['stages']} aria-labelledby={id}>
      <h2 id={id}>{words.heading}</h2>
      <dl>
        {stages.map(([stage, label, before]) => {
          const median = before && reached.times[stage];
          return (
            <div key={stage}>
              <dt>{label}</dt>
              <dd>
                <b>{formatCount(reached[stage])}</b>
                {before && reached[stage] > 0 && reached[before] > 0 && (
                  <small>
                    {words.rate({
                      share: formatShare(reached[stage], reached[before]),
                      whole: formatCount(reached[before]),
                    })}
                  </small>
                )}
                {typeof median === 'number' && (
                  <small>{words.median({ time: formatMedian(median) })}</small>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {!sendsMail && <p>{listWords.noMail}</p>}
    </section>
  );
}
