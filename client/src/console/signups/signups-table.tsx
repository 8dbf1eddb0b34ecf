import type { SignupRow } from '#shared/growth';
import { formatMinute } from '../charts/format-axis.ts';
import { DotWords } from '../ui/dot.tsx';
import { placeOf } from '../ui/place-of.ts';
import { Table } from '../ui/table.tsx';
import { commonWords, listWords, signupsWords as words } from '../words/console-messages.ts';
import { AddressState, DeliveryButton } from './address-state.tsx';
import styles from './signups-table.module.css';

interface SignupsTableProps {
  /** Times are shown in this time zone. */
  zone: string;
  signups: readonly SignupRow[];
  onDelete(signup: SignupRow): void;
  /** Says what became of another message, or of what was recorded. */
  onDone(message: string): void;
}

export const SignupsTable = ({ signups, zone, onDelete, onDone }: SignupsTableProps) => (
  <Table
    heading={words.heading}
    isPlain
    name={words.table.name}
    columns={[
      { label: words.type, isText: true },
      { label: words.table.useCase, isText: true },
      { label: words.table.at({ zone: placeOf(zone) }), isText: true },
      { label: words.table.actions, isMenu: true },
    ]}
    rows={signups.map((signup) => ({
      key: signup.id,
      name: signup.name,
      more: (
        <div className={styles['address']}>
          {signup.email}
          <AddressState signup={signup} onDone={onDone} />
        </div>
      ),
      cells: [
        { shown: <Type signup={signup} /> },
        {
          shown: (signup.useCase ?? signup.youtubeChannel) && (
            <>
              {signup.useCase && <UseCase text={signup.useCase} />}
              {signup.youtubeChannel && <small>{signup.youtubeChannel}</small>}
            </>
          ),
        },
        { shown: formatMinute(signup.createdAt, zone) },
        {
          shown: (
            <details className={styles['menu']} name="signup">
              <summary aria-label={words.table.menu({ name: signup.name })}>⋯</summary>
              <div>
                <DeliveryButton signup={signup} onDone={onDone} />
                <button
                  type="button"
                  aria-label={words.delete({ name: signup.name })}
                  onClick={() => onDelete(signup)}
                >
                  {commonWords.confirm.delete}
                </button>
              </div>
            </details>
          ),
        },
      ],
    }))}
  />
);

function Type({ signup: { signupType, decision, invitedAt, redeemedAt } }: { signup: SignupRow }) {
  const invited = redeemedAt !== null ? words.redeemed : invitedAt !== null && words.invited;
  return (
    <>
      <DotWords state={signupType === 'beta' ? 'on' : 'off'} kind={signupType}>
        {words.types[signupType]}
      </DotWords>
      {signupType === 'beta' && (
        <small>
          {' '}
          {[listWords.states[decision ?? 'waiting'], invited].filter(Boolean).join(', ')}
        </small>
      )}
    </>
  );
}

/** Shows one line of text, and the rest on request. */
const SHORT = 60;

function UseCase({ text }: { text: string }) {
  if (text.length <= SHORT) return text;
  return (
    <details>
      <summary aria-label={words.more}>{text.slice(0, SHORT).trimEnd()}…</summary>
      <p>{text}</p>
    </details>
  );
}
