import type { ReactNode } from 'react';
import type { AskedReport, SignupRow } from '#shared/growth';
import type { ApplicationState } from '#shared/list-values';
import { askApi } from '../api/growth-api.ts';
import { isSure } from '../ui/confirm-dialog.tsx';
import { DotWords } from '../ui/dot.tsx';
import { closeMenu } from '../ui/menu.tsx';
import { SmallButton } from '../ui/small-button.tsx';
import { commonWords, listWords, signupsWords as words } from '../words/console-messages.ts';
import styles from './signups-table.module.css';

const DOTS = { waiting: 'off', accepted: 'done', declined: 'no' } as const;

/** What was decided of an application. */
export const DecidedState = (props: { state: ApplicationState; children?: ReactNode }) => (
  <DotWords state={DOTS[props.state]}>{props.children ?? listWords.states[props.state]}</DotWords>
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

/** What became of an invitation. */
export const invitedText = ({ redeemedAt, invitedAt }: SignupRow) =>
  redeemedAt ? words.redeemed : invitedAt && words.invited;

/** What was decided of a signup, and in one line how it differs from one that is confirmed and gets the launch message. */
export function SignupState({ signup }: Pick<SignupProps, 'signup'>) {
  const { confirmation, refusal, decision } = signup;
  const state = decision ?? 'waiting';
  const refused = confirmation === 'refused' && `${words.confirmations.refused}: ${refusal}`;
  const said = [
    confirmation === 'waiting' && words.confirmations.waiting,
    signup.throwaway && words.throwaway,
    (signup.launchDeclinedAt || !signup.launchAgreedAt) && words.launchDeclined,
  ].filter(Boolean);
  return (
    <div className={styles['state']}>
      {signup.signupType === 'beta' && (
        <DecidedState state={state}>{invitedText(signup) || listWords.states[state]}</DecidedState>
      )}
      <small>{said.join(' · ').replace(/ · ./g, (one) => one.toLowerCase())}</small>
      {[...deliveryTexts(signup), refused].map(
        (text) => text && <strong key={text}>{text}</strong>,
      )}
    </div>
  );
}

interface MenuItemProps {
  label: string;
  name?: string;
  act(): unknown;
}

/** Something to do with one signup. It closes its menu, so that a dialog gives the focus back to the menu's button. */
export const MenuItem = ({ label, name, act }: MenuItemProps) => (
  <SmallButton
    label={label}
    aria-label={name && `${label}: ${name}`}
    onClick={({ currentTarget }) => {
      closeMenu(currentTarget);
      act();
    }}
  />
);

/** Offers another message to confirm an address. */
export function AskAgain({ signup: { id, name }, onDone }: SignupProps) {
  const { label, outcomes } = words.again;
  async function ask() {
    const answer = await askApi<AskedReport>(`signups/${id}/message`, { method: 'POST' });
    if (answer.ok) return onDone(outcomes[answer.data.outcome]({ name }));
    onDone(answer.why === 'not_found' ? commonWords.confirm.gone : commonWords.confirm.failed);
  }
  return <MenuItem label={label} name={name} act={ask} />;
}

/** Says that an address is undeliverable, or takes back what is recorded of it: a complaint only after a question. */
export function DeliveryButton({ signup, onDone }: SignupProps) {
  const { name, email, complainedAt, undeliverableAt } = signup;
  const state = complainedAt || undeliverableAt ? 'fine' : 'bounced';
  const { done } = words.delivery[state];
  const { label } = words.delivery[complainedAt ? 'complained' : state];
  async function record() {
    if (complainedAt && !(await isSure(label, words.delivery.complainedAsk({ name })))) return;
    const answer = await askApi('deliveries', { method: 'POST', body: { email, state } });
    onDone(answer.ok ? done({ name }) : commonWords.confirm.failed);
  }
  return <MenuItem label={label} name={name} act={record} />;
}
