import { textColumnsOf } from '#shared/signup-texts';
import type { ExportRow, FoundSignup, SignupQuery, StoreReader } from '../../store/store.ts';
import { csvOf, titlesOf } from './export-formats.ts';
import { isThrowaway } from './throwaway-domains.ts';

/** Matching signups as CSV, latest first. */
export interface SignupsCsv {
  /** Each is written by itself, so that the requests' thread never encodes much at once. */
  texts: string[];
  /** The signup that the next texts start after; null when these are the last. */
  before: SignupQuery['before'];
}

export interface SignupsCsvQuery extends Omit<SignupQuery, 'limit' | 'offset'> {
  /** Whether the first text has the names of the columns. */
  header: boolean;
}

/** Rows of one question to the thread. Between two of them it answers others. */
export const PAGE = 1_000;
/** Rows of one text. Strangers can fill each with 7,000 characters. */
const ROWS = 50;

export async function exportSignups(
  reader: Pick<StoreReader, 'findSignups'>,
  { header: hasHeader, ...query }: SignupsCsvQuery,
): Promise<SignupsCsv> {
  const { signups } = await reader.findSignups({ ...query, limit: PAGE, offset: 0 });
  const columns = Object.keys(toRow({ email: '' } as FoundSignup));
  const texts = hasHeader ? [csvOf([titlesOf(columns)])] : [];
  for (let start = 0; start < signups.length; start += ROWS)
    texts.push(csvOf(signups.slice(start, start + ROWS).map(toRow)));
  const last = signups.length === PAGE ? signups.at(-1) : undefined;
  return { texts, before: last ? { id: last.id, createdAt: last.createdAt } : null };
}

const toRow = (signup: FoundSignup): ExportRow => ({
  id: signup.id,
  ...textColumnsOf(signup),
  signup_type: signup.signupType,
  created_at: signup.createdAt,
  language: signup.language,
  confirmed_at: signup.confirmedAt,
  confirmation: signup.confirmation,
  refusal: signup.refusal,
  decision: signup.decision ?? (signup.signupType === 'beta' ? 'waiting' : null),
  decided_at: signup.decidedAt,
  decided_by: signup.decidedBy,
  note: signup.note,
  invited_at: signup.invitedAt,
  redeemed_at: signup.redeemedAt,
  undeliverable_at: signup.undeliverableAt,
  complained_at: signup.complainedAt,
  code: signup.code,
  wording_hash: signup.wordingHash,
  throwaway: isThrowaway(signup.email) ? 'yes' : null,
});
