import { useEffect, useId } from 'react';
import { formatCount, formatSeconds } from '#shared/format-figures';
import type { ApplicationStages } from '#shared/list';
import { usePolled } from '../api/use-polled.ts';
import { useConsole } from '../console-data.ts';
import { Figures, Waiting } from '../ui/panel.tsx';
import { listWords } from '../words/console-messages.ts';
import styles from './stages.module.css';

const words = listWords.stages;
const EVERY_MS = 60_000;
const STAGES = ['applied', 'confirmed', 'accepted', 'invited', 'redeemed'] as const;

interface StagesProps {
  /** Changes when something was done that changes the numbers. */
  news?: string;
}

/** Shows how many applications have reached each stage. Without applications it shows nothing. */
export function Stages({ news = '' }: StagesProps) {
  const id = useId();
  const { sendsMail } = useConsole();
  const { data, failure, retry } = usePolled<ApplicationStages>('list/stages', EVERY_MS);
  useEffect(() => {
    if (news !== '') retry();
  }, [news, retry]);
  if (data === null && failure === null) return <Waiting />;
  if (data === null || data.applied === 0) return null;
  // Without mail, nobody can confirm an address, be invited or redeem; some may have before.
  const stages = STAGES.filter((stage) => sendsMail || stage === 'accepted' || data[stage] > 0);
  const noteOf = (stage: (typeof STAGES)[number]) => {
    const ms = stage === 'applied' ? null : data.times[stage];
    return ms === null ? undefined : words.after({ time: formatSeconds(ms / 1000) });
  };
  return (
    <section className={styles['stages']} aria-labelledby={id}>
      <h2 id={id}>{words.heading}</h2>
      <Figures
        figures={stages.map((stage) => ({
          label: words[stage],
          value: formatCount(data[stage]),
          note: noteOf(stage),
        }))}
      />
    </section>
  );
}
