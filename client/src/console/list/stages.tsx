import { useId } from 'react';
import { formatCount, formatSeconds, formatShare } from '#shared/format-figures';
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

/** Formats a median: nobody decides anything by its seconds. */
export const formatMedian = (ms: number): string =>
  ms < 60_000 ? words.underMinute : formatSeconds(ms / 1000);

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
