import { mailableAddress } from '#shared/email-address';
import { SIGNUP_TYPES } from '#shared/event-values';
import {
  SIGNUP_MAX_LENGTH,
  SIGNUP_TEXTS,
  type SignupTextColumn,
  textsFrom,
  textsOf,
} from '#shared/signup-texts';
import { characters, type SignupType } from '#shared/signups';
import { LANGUAGES, type Language } from '#shared/site-languages';
import { isStorableText } from '#shared/text';
import type { ByteBudget } from '../edge/budgets.ts';
import type { Metrics } from '../edge/metrics.ts';
import { foldEmail } from '../lib/fold-email.ts';
import type { World } from '../lib/world.ts';
import type { Mail } from '../mail/mail-sender.ts';
import type { InsertedSignup, Store } from '../store/store.ts';
import type { Webhooks } from '../team/webhooks/webhooks.ts';
import type { SignupWordings } from './signup-wordings.ts';

const TEXT_COLUMNS = Object.values(SIGNUP_TEXTS);
type TextColumn = SignupTextColumn;

/** The columns that a visitor may fill in. */
export const SIGNUP_COLUMNS = [...TEXT_COLUMNS, 'signup_type', 'language'] as const;
export type SignupColumn = (typeof SIGNUP_COLUMNS)[number];

/** Why PostgreSQL would refuse a row: its error code, and what the code refers to. */
export type SignupFault =
  | { code: '22P02' | '22P05' | '23502'; column: SignupColumn }
  | { code: '22001'; column: TextColumn; max: number }
  | { code: '23514'; constraint: string };

export type SignupOutcome =
  | { outcome: InsertedSignup }
  | { outcome: 'over_budget'; retrySeconds: number }
  | { outcome: 'invalid'; fault: SignupFault };

export interface SignupDeps extends Pick<World, 'now' | 'newId'> {
  store: Pick<Store, 'insertSignup'>;
  wordings: SignupWordings;
  bytes: ByteBudget;
  metrics: Pick<Metrics, 'signup'>;
  /** Asks people to confirm their address; null where the site sends no mail. */
  mail: Pick<Mail, 'newRequest' | 'wake'> | null;
  webhooks: Pick<Webhooks, 'announce' | 'wake'>;
}

/** @param client who sent it */
export type SignUp = (
  row: Partial<Record<SignupColumn, unknown>>,
  client: string,
) => Promise<SignupOutcome>;

/** Takes one row for `notifyme_signups`. */
export function createSignUp(deps: SignupDeps): SignUp {
  const { store, now, newId, wordings, bytes, metrics, mail, webhooks } = deps;
  return async (row, client) => {
    const checked = check(row);
    if ('code' in checked) {
      metrics.signup('invalid');
      return { outcome: 'invalid', fault: checked };
    }
    const size = sizeOf(textsOf(checked));
    const retrySeconds = bytes.take(client, size, 'signup');
    if (retrySeconds > 0) return { outcome: 'over_budget', retrySeconds };
    // A program that names no language has shown no form.
    const wordingHash = wordings.get(checked.language ?? '') ?? null;
    const signup = { ...checked, id: newId(), createdAt: now(), confirmedAt: null, wordingHash };
    const notices = webhooks.announce('signup.created');
    let outcome: InsertedSignup | null = null;
    try {
      outcome = await store.insertSignup(signup, mail?.newRequest(client), notices);
    } finally {
      if (outcome !== 'created') bytes.giveBack(client, size);
    }
    metrics.signup(outcome);
    mail?.wake();
    if (outcome === 'created') webhooks.wake();
    return { outcome };
  };
}

/** Checks a row in the same order as PostgreSQL. */
function check(row: Partial<Record<SignupColumn, unknown>>) {
  const typeFault = findTypeFault(row);
  if (typeFault) return typeFault;
  const folded = typeof row.email === 'string' ? { ...row, email: foldEmail(row.email) } : row;
  const values = Object.fromEntries(
    TEXT_COLUMNS.map((column) => [column, trimmed(folded[column])]),
  ) as Record<TextColumn, string | null>;
  const lengthFault = findLengthFault(values);
  if (lengthFault) return lengthFault;
  const { name, email } = values;
  const type = row.signup_type ?? null;
  const language = trimmed(row.language);
  if (name === null) return missing('name');
  if (email === null) return missing('email');
  if (type === null) return missing('signup_type');
  if (mailableAddress(email) === null) return violates('email');
  if (!isSignupType(type)) return violates('signup_type');
  if (type === 'beta' && values.use_case === null) return violates('use_case');
  if (language !== null && !isLanguage(language)) return violates('language');
  return { ...textsFrom(values), name, email, signupType: type, language };
}

/** About what else a signup takes: ids, indexes, and the message that asks for its confirmation. */
const ROW_BYTES = 2_000;

/** Returns the bytes of a signup in the database. */
const sizeOf = (texts: readonly (string | null)[]) =>
  texts.reduce((bytes, text) => bytes + Buffer.byteLength(text ?? ''), ROW_BYTES);

function findTypeFault(row: Partial<Record<SignupColumn, unknown>>): SignupFault | null {
  for (const column of SIGNUP_COLUMNS) {
    const value = row[column] ?? null;
    if (value === null) continue;
    if (typeof value !== 'string') return { code: '22P02', column };
    if (!isStorableText(value)) return { code: '22P05', column };
  }
  return null;
}

function findLengthFault(values: Record<TextColumn, string | null>): SignupFault | null {
  for (const column of TEXT_COLUMNS) {
    const max = SIGNUP_MAX_LENGTH[column];
    if (characters(values[column] ?? '') > max) return { code: '22001', column, max };
  }
  return null;
}

/** Blank text counts as missing. */
const trimmed = (value: unknown) => (typeof value === 'string' && value.trim()) || null;

const isSignupType = (value: unknown): value is SignupType =>
  SIGNUP_TYPES.some((type) => type === value);

const isLanguage = (value: string): value is Language => LANGUAGES.some((one) => one === value);

const missing = (column: SignupColumn): SignupFault => ({ code: '23502', column });
const violates = (column: SignupColumn): SignupFault => ({
  code: '23514',
  constraint: `notifyme_signups_${column}_check`,
});
