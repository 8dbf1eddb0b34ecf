import type { SignupRow } from '#shared/growth';
import { formatMinute } from '../charts/format-axis.ts';
import { placeOf } from '../ui/place-of.ts';
import { commonWords, listWords, signupsWords as words } from '../words/console-messages.ts';
import { AddressState } from './address-state.tsx';
import { DeliveryButton } from './delivery-button.tsx';
import styles from './signups-table.module.css';

interface SignupsTableProps {
  /** Times are shown in this time zone. */
  zone: string;
  signups: readonly SignupRow[];
  onDelete(signup: SignupRow): void;
  /** Says what became of another message, or of what was recorded. */
  onAsked(message: string): void;
}

export function SignupsTable({ signups, zone, onDelete, onAsked }: SignupsTableProps) {
  const at = words.table.at({ zone: placeOf(zone) });
  return (
    <table className={styles['signups']}>
      <caption className="visually-hidden">{words.table.caption}</caption>
      <thead>
        <tr>
          {[
            words.table.name,
            words.table.email,
            words.table.type,
            words.table.channel,
            words.table.useCase,
            at,
          ].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
          <th scope="col">
            <span className="visually-hidden">{words.table.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {signups.map((signup) => (
          <tr key={signup.id}>
            <th scope="row">{signup.name}</th>
            <td>
              {signup.email}
              <AddressState signup={signup} onAsked={onAsked} />
            </td>
            <td>
              <span className={styles['type']} data-type={signup.signupType}>
                {words.types[signup.signupType]}
              </span>
              {signup.signupType === 'beta' && (
                <small className={styles['state']}>
                  {listWords.states[signup.decision ?? 'waiting']}
                  {signup.redeemedAt !== null
                    ? `, ${words.redeemed}`
                    : signup.invitedAt !== null && `, ${words.invited}`}
                </small>
              )}
            </td>
            <td data-label={words.table.channel} data-none={signup.youtubeChannel === null}>
              {signup.youtubeChannel ?? '–'}
            </td>
            <td data-label={words.table.useCase} data-none={signup.useCase === null}>
              <UseCase text={signup.useCase} />
            </td>
            <td className={styles['time']}>{formatMinute(signup.createdAt, zone)}</td>
            <td>
              <details className={styles['menu']} name="signup">
                <summary aria-label={words.table.menu({ name: signup.name })}>⋯</summary>
                <div>
                  <DeliveryButton signup={signup} onDone={onAsked} />
                  <button
                    type="button"
                    aria-label={words.delete({ name: signup.name })}
                    onClick={() => onDelete(signup)}
                  >
                    {commonWords.confirm.delete}
                  </button>
                </div>
              </details>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shows one line of text, and the rest on request. */
const SHORT = 60;

function UseCase({ text }: { text: string | null }) {
  if (text === null) return '–';
  if (text.length <= SHORT) return text;
  return (
    <details>
      <summary aria-label={words.more}>{text.slice(0, SHORT).trimEnd()}…</summary>
      <p>{text}</p>
    </details>
  );
}
