import { useState } from 'react';
import type { ActsReport } from '#shared/people';
import { apiPath } from '../api/growth-api.ts';
import { useReport } from '../api/use-report.ts';
import { formatMinute } from '../charts/format-axis.ts';
import blocks from '../ui/block.module.css';
import { Panel } from '../ui/panel.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { Table } from '../ui/table.tsx';
import { peopleWords } from '../words/console-messages.ts';
import styles from './people-view.module.css';

const words = peopleWords.acts;
type Act = ActsReport['acts'][number];
const NOBODY: Readonly<Record<string, string>> = { token: words.token, command: words.command };

/** What was done, the latest first. What was done to several people together is one row. @param tries asks again when it changes */
export function Acts({ zone, tries }: { zone: string; tries: number }) {
  const [before, setBefore] = useState<number | null>(null);
  const report = useReport<ActsReport>(
    `acts${before === null ? '' : `?before=${before}`}#${tries}`,
  );
  return (
    <section className={blocks['block']}>
      <div className={styles['head']}>
        <h2>{words.heading}</h2>
        <a href={apiPath('acts.csv')} download>
          {words.csv}
        </a>
      </div>
      <Panel report={report}>
        {({ acts, next }) =>
          acts.length === 0 ? (
            <p className={blocks['quiet']}>{words.none}</p>
          ) : (
            <>
              <Table
                heading={words.heading}
                isPlain
                name={words.heading}
                columns={[
                  { label: words.by, isText: true },
                  { label: words.to, isText: true },
                  { label: words.at({ zone: zone.replaceAll('_', ' ') }), isText: true },
                ]}
                rows={grouped(acts).map(([act, count]) => ({
                  key: String(act.id),
                  name: words.kinds[act.kind],
                  cells: [
                    { shown: NOBODY[act.by] ?? act.by },
                    { shown: toWhom(act, count) },
                    { shown: formatMinute(act.at, zone) },
                  ],
                }))}
              />
              <div className={styles['head']} hidden={before === null && next === null}>
                <SmallButton
                  label={words.newer}
                  disabled={before === null}
                  onClick={() => setBefore(null)}
                />
                <SmallButton
                  label={words.older}
                  disabled={next === null}
                  onClick={() => setBefore(next)}
                />
              </div>
            </>
          )
        }
      </Panel>
    </section>
  );
}

/** Joins what one press did to several people. */
function grouped(acts: readonly Act[]): [Act, number][] {
  const groups: [Act, number][] = [];
  for (const act of acts) {
    const last = groups.at(-1);
    const isSame =
      last && (['at', 'kind', 'by'] as const).every((key) => last[0][key] === act[key]);
    if (isSame) last[1] += 1;
    else groups.push([act, 1]);
  }
  return groups;
}

const OF_SIGNUPS = ['accept', 'turn_down', 'take_back', 'tell', 'invite', 'withdraw', 'send_again'];

function toWhom({ kind, person, signup }: Act, count: number) {
  if (person) return person;
  if (kind === 'erase' || (OF_SIGNUPS.includes(kind) && count === 1 && !signup))
    return words.erased;
  return OF_SIGNUPS.includes(kind) ? words.signups(count) : null;
}
