import { type ReactNode, useState } from 'react';
import type { AskedReport, SignupRow } from '#shared/growth';
import type { ApplicationState } from '#shared/list-values';
import { askApi } from '../api/growth-api.ts';
import { useConsole } from '../console-data.ts';
import { DotWords } from '../ui/dot.tsx';
import { closeMenu } from '../ui/menu.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { listWords, signupsWords as words } from '../words/console-messages.ts';
import styles from './signups-table.module.css';

const DOTS = { waiting: 'off', accepted: 'done', declined: 'no' } as const;

/** What was decided of an application. */
export const DecidedState = (props: { state: ApplicationState; children?: ReactNode }) => (
  <DotWords state={DOTS[props.state]} kind={props.state !== 'declined' && 'beta'}>
    {props.children ?? listWords.states[props.state]}
  </DotWords>
);

interface SignupProps {
  signup: SignupRow;
  /** @param message what came of a press */
  onDone(message: string): void;
}

/** Returns why mail does not go to an address. */
export const deliveryTexts = ({ undeliverableAt, complainedAt, restrictedAt }: SignupRow) => [
  ...(restrictedAt ? [words.restricted] : []),
  ...(undeliverableAt ? [words.undeliverable] : []),
  ...(complainedAt ? [words.complained] : []),
];

/** Shows how an address differs from one that is confirmed and gets the launch message, and offers another message to confirm it. */
export function AddressState({ signup, onDone }: SignupProps) {
  const { confirmation, refusal, throwaway, launchAgreedAt, launchDeclinedAt } = signup;
  const { sendsMail } = useConsole();
  return (
    <>
      {throwaway && <small className={styles['state']}>{words.throwaway}</small>}
      {deliveryTexts(signup).map((text) => (
        <small key={text} className={styles['state']} data-state="refused">
          {text}
        </small>
      ))}
      {confirmation && confirmation !== 'confirmed' && (
        <small className={styles['state']} data-state={confirmation}>
          {words.confirmations[confirmation]}
          {confirmation === 'refused' && `: ${refusal}`}
        </small>
      )}
      {(launchDeclinedAt || !launchAgreedAt) && (
        <small className={styles['state']}>{words.launchDeclined}</small>
      )}
      {sendsMail && (confirmation === 'waiting' || confirmation === 'refused') && (
        <AskAgain signup={signup} onDone={onDone} />
      )}
    </>
  );
}

function AskAgain({ signup: { id, name }, onDone }: SignupProps) {
  const [busy, setBusy] = useState(false);
  const { label, of, outcomes, gone, failed } = words.again;

  async function askAgain() {
    if (busy) return;
    setBusy(true);
    const answer = await askApi<AskedReport>(`signups/${id}/message`, { method: 'POST' });
    setBusy(false);
    if (answer.ok) return onDone(outcomes[answer.data.outcome]({ name }));
    onDone(answer.why === 'not_found' ? gone : failed);
  }

  return (
    <button
      type="button"
      className={styles['again']}
      aria-label={of({ name })}
      aria-disabled={busy || undefined}
      onClick={() => void askAgain()}
    >
      {label}
    </button>
  );
}

/** Says that an address is undeliverable, or takes back what is recorded of it: a complaint only after a question. */
export function DeliveryButton({ signup, onDone }: SignupProps) {
  const { name, email, complainedAt, undeliverableAt } = signup;
  const state = complainedAt || undeliverableAt ? 'fine' : 'bounced';
  const { label, of } = words.delivery[complainedAt ? 'complained' : state];
  const { done } = words.delivery[state];
  async function record(button: Element) {
    closeMenu(button);
    if (complainedAt && !confirm(words.delivery.complainedAsk({ name }))) return;
    const answer = await askApi('deliveries', { method: 'POST', body: { email, state } });
    onDone(answer.ok ? done({ name }) : words.delivery.failed);
  }
  return (
    <SmallButton
      label={label}
      aria-label={of({ name })}
      onClick={({ currentTarget }) => void record(currentTarget)}
    />
  );
}
