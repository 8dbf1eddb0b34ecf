import type { SignupRow } from '#shared/growth';
import { askApi } from '../api/growth-api.ts';
import { signupsWords as words } from '../words/console-messages.ts';
import styles from './signups-table.module.css';

/** Returns why mail does not go to an address. */
export const deliveryTexts = ({ undeliverableAt, complainedAt }: SignupRow): string[] => [
  ...(undeliverableAt ? [words.undeliverable] : []),
  ...(complainedAt ? [words.complained] : []),
];

interface DeliveryButtonProps {
  signup: SignupRow;
  /** @param message what came of it */
  onDone(message: string): void;
}

/** Says that an address is undeliverable, or takes back what is recorded of it: a complaint only after a question. */
export function DeliveryButton({ signup, onDone }: DeliveryButtonProps) {
  const { name, email, complainedAt, undeliverableAt } = signup;
  const state = complainedAt || undeliverableAt ? 'fine' : 'bounced';
  const { label, of, done } = words.delivery[complainedAt ? 'complained' : state];
  async function record() {
    if (complainedAt && !confirm(words.delivery.complainedAsk({ name }))) return;
    const answer = await askApi('deliveries', { method: 'POST', body: { email, state } });
    onDone(answer.ok ? done({ name }) : words.delivery.failed);
  }
  return (
    <button
      type="button"
      className={styles['again']}
      aria-label={of({ name })}
      onClick={() => void record()}
    >
      {label}
    </button>
  );
}
