import type { SignupRow } from '#shared/growth';
import { formatMinute } from '../charts/format-axis.ts';
import { useConsole } from '../console-data.ts';
import { DeliveryButton, deliveryTexts } from '../signups/delivery-button.tsx';
import { listWords } from '../words/console-messages.ts';
import { stateOf } from './application-page.ts';
import styles from './list-views.module.css';

const words = listWords.applications;
const states = listWords.states;

interface FactsProps {
  signup: SignupRow;
  zone: string;
  /** Called with what came of a press. */
  onDone(message: string): void;
}

/** What an application says, and what was decided about it. */
export function ApplicationFacts({ signup, zone, onDone }: FactsProps) {
  const { sendsMail } = useConsole();
  const state = stateOf(signup);
  return (
    <>
      <p dir="auto">{signup.email}</p>
      {sendsMail && signup.confirmedAt === null && (
        <p className={styles['warning']}>{words.unconfirmed}</p>
      )}
      {deliveryTexts(signup).map((text) => (
        <p key={text} className={styles['warning']}>
          {text}
        </p>
      ))}
      <p>
        <DeliveryButton signup={signup} onDone={onDone} />
      </p>
      <dl className={styles['facts']}>
        <div>
          <dt>{words.useCase}</dt>
          <dd dir="auto">{signup.useCase ?? '–'}</dd>
        </div>
        <div>
          <dt>{words.channel}</dt>
          <dd dir="auto">{signup.youtubeChannel ?? '–'}</dd>
        </div>
        <div>
          <dt>{words.applied}</dt>
          <dd>
            {formatMinute(signup.createdAt, zone)}
            {signup.language && ` · ${signup.language}`}
          </dd>
        </div>
      </dl>
      <p className={styles['state']} data-state={state}>
        {signup.decidedBy
          ? words.decided({ state: states[state], by: signup.decidedBy })
          : states[state]}
        {signup.toldAt !== null && ` · ${words.told}`}
        {signup.invitedAt !== null && ` · ${words.invited} ${formatMinute(signup.invitedAt, zone)}`}
        {signup.redeemedAt !== null && ` · ${words.used} ${formatMinute(signup.redeemedAt, zone)}`}
        {signup.note !== null && ` · ${signup.note}`}
      </p>
    </>
  );
}
