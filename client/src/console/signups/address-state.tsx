import { useState } from 'react';
import type { AskedReport, SignupRow } from '#shared/growth';
import { askApi } from '../api/growth-api.ts';
import { useConsole } from '../console-data.ts';
import { signupsWords as words } from '../words/console-messages.ts';
import { deliveryTexts } from './delivery-button.tsx';
import styles from './signups-table.module.css';

interface AddressStateProps {
  signup: SignupRow;
  /** @param message what became of another message */
  onAsked(message: string): void;
}

/** Shows whether an address is confirmed, and offers another message to one that was asked and is not. */
export function AddressState({ signup, onAsked }: AddressStateProps) {
  const { confirmation, refusal, throwaway } = signup;
  const { sendsMail } = useConsole();
  return (
    <>
      {throwaway && <small className={styles['state']}>{words.throwaway}</small>}
      {deliveryTexts(signup).map((text) => (
        <small key={text} className={styles['state']} data-state="refused">
          {text}
        </small>
      ))}
      {confirmation && (
        <small className={styles['state']} data-state={confirmation}>
          {words.confirmations[confirmation]}
          {confirmation === 'refused' && `: ${refusal}`}
        </small>
      )}
      {sendsMail && (confirmation === 'waiting' || confirmation === 'refused') && (
        <AskAgain signup={signup} onAsked={onAsked} />
      )}
    </>
  );
}

function AskAgain({ signup: { id, name }, onAsked }: AddressStateProps) {
  const [busy, setBusy] = useState(false);
  const { label, of, outcomes, gone, failed } = words.again;

  async function askAgain() {
    if (busy) return;
    setBusy(true);
    const answer = await askApi<AskedReport>(`signups/${id}/message`, { method: 'POST' });
    setBusy(false);
    if (answer.ok) return onAsked(outcomes[answer.data.outcome]({ name }));
    onAsked(answer.why === 'not_found' ? gone : failed);
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
