import type { ExportRow, FoundSignup, SignupQuery, StoreReader } from '../../store/store.ts';
import { csvOf } from './export-formats.ts';
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
  const texts = hasHeader ? [csvOf([], { columns: COLUMNS, header: true })] : [];
  for (let start = 0; start < signups.length; start += ROWS)
    texts.push(csvOf(signups.slice(start, start + ROWS).map(toRow), { columns: COLUMNS }));
  const last = signups.length === PAGE ? signups.at(-1) : undefined;
  return { texts, before: last ? { id: last.id, createdAt: last.createdAt } : null };
}

/** In their order. The title of each is its name as the database has it: `signup_type`. */
const NAMES =
  `id name email youtubeChannel useCase signupType createdAt language confirmedAt confirmation refusal
  decision decidedAt decidedBy note invitedAt redeemedAt undeliverableAt complainedAt code wordingHash
  launchAgreedAt launchDeclinedAt launchText restrictedAt throwaway`.split(/\s+/);
const titleOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const COLUMNS = Object.fromEntries(NAMES.map((name) => [name, titleOf(name)]));

const toRow = (signup: FoundSignup): ExportRow => ({
  ...signup,
  decision: signup.decision ?? (signup.signupType === 'beta' ? 'waiting' : null),
  throwaway: isThrowaway(signup.email) ? 'yes' : null,
});
