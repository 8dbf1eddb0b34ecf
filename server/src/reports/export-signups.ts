import { isThrowaway } from '../services/console/throwaway-domains.ts';
import { csvOf } from '../services/export/export-formats.ts';
import type { ExportRow, FoundSignup, SignupQuery, StoreReader } from '../store/store.ts';

/** Matching signups as CSV, latest first. */
export interface SignupsCsv {
  text: string;
  /** The signup that the next text starts after; null when this is the last one. */
  before: SignupQuery['before'];
}

export type SignupsCsvQuery = Omit<SignupQuery, 'limit' | 'offset'>;

/** Rows that are read together. */
const PAGE = 1_000;
/** Rows that become text together. */
const SLICE = 50;
/**
 * A text ends after this many characters, so that the requests' thread never gets much at once: strangers can fill each
 * row with 7,000.
 */
const ENOUGH = 300_000;

/** The first text has the names of the columns. */
export async function exportSignups(
  reader: Pick<StoreReader, 'findSignups'>,
  query: SignupsCsvQuery,
): Promise<SignupsCsv> {
  const { signups } = await reader.findSignups({ ...query, limit: PAGE, offset: 0 });
  let text = '';
  let end = 0;
  for (; end < signups.length && text.length < ENOUGH; end += SLICE) {
    const header = query.before === null && end === 0;
    text += csvOf(signups.slice(end, end + SLICE).map(toRow), { header });
  }
  const isAll = signups.length < PAGE && end >= signups.length;
  const last = signups[Math.min(end, signups.length) - 1];
  return { text, before: isAll || !last ? null : { id: last.id, createdAt: last.createdAt } };
}

const toRow = (signup: FoundSignup): ExportRow => ({
  id: signup.id,
  name: signup.name,
  email: signup.email,
  youtube_channel: signup.youtubeChannel,
  use_case: signup.useCase,
  signup_type: signup.signupType,
  created_at: signup.createdAt,
  language: signup.language,
  confirmed_at: signup.confirmedAt,
  confirmation: signup.confirmation,
  refusal: signup.refusal,
  throwaway: isThrowaway(signup.email) ? 'yes' : null,
});
