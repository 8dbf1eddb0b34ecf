import { utcDay, utcQuarter } from '#shared/time';
import { toTimestamp } from '../../store/postgres/connection/column-types.ts';
import type { Transaction } from '../../store/postgres/connection/transaction.ts';
import type { Decision, RecordedDecision } from '../../store/store.ts';
import {
  type ConsentHistory,
  holds,
  type LatestDecision,
  ruleOn,
  timeInOrder,
} from '../consent-rule.ts';

interface History extends ConsentHistory {
  /** The revision since which the text in that language is in force; null when none was published. */
  textSince: number | null;
}
type HistoryRow = LatestDecision & Omit<History, 'latest'> & { consentId: string };

const NOTHING: History = { latest: null, everGranted: false, textSince: null };

/**
 * Returns what is on record for these consent ids, without an entry for unknown ids. One index finds the latest
 * decision and another finds a grant: an id may have 100,000 decisions, and all writes wait for this query.
 */
export async function readHistories(
  tx: Transaction,
  consentIds: Iterable<string>,
): Promise<Map<string, History>> {
  const { rows } = await tx.query<HistoryRow>(
    `SELECT latest.*,
       EXISTS (SELECT 1 FROM consents WHERE consent_id = wanted.id AND analytics) AS "everGranted",
       (SELECT max(revision) FROM consent_texts WHERE language = latest.language) AS "textSince"
     FROM unnest($1::text[]) AS wanted (id) CROSS JOIN LATERAL (
       SELECT consent_id AS "consentId", analytics, revision, gpc, language, text_hash AS "textHash",
         coalesce(decided_at, recorded_at) AS "decidedAt", recorded_at AS "recordedAt"
       FROM consents WHERE consent_id = wanted.id
       ORDER BY coalesce(decided_at, recorded_at) DESC, seq DESC LIMIT 1) AS latest`,
    [[...new Set(consentIds)]],
  );
  return new Map(
    rows.map(({ consentId, everGranted, textSince, ...latest }) => [
      consentId,
      { latest, everGranted, textSince },
    ]),
  );
}

/** Records decisions in order. The persons must be locked. */
export async function recordDecisions(
  tx: Transaction,
  decisions: readonly Decision[],
): Promise<RecordedDecision[]> {
  const [histories, texts] = await Promise.all([
    readHistories(tx, personsOf(decisions)),
    readTexts(tx, decisions),
  ]);
  const appended: Decision[] = [];
  const counted: Decision[] = [];
  const outcomes = decisions.map((decision): RecordedDecision => {
    const { consentId, recordedAt } = decision;
    const history = (consentId !== null && histories.get(consentId)) || NOTHING;
    const outcome = ruleOn(decision, history, texts.has(textOf(decision)));
    if (outcome === 'unknown_text') return { outcome };
    if (outcome === 'counted') counted.push(decision);
    if (outcome === 'appended' && consentId !== null) {
      const dated = { ...decision, decidedAt: timeInOrder(decision, history.latest) };
      appended.push(dated);
      // The person's next decision in this group is compared with this one.
      const latest = { ...dated, analytics: holds(decision) };
      const everGranted = history.everGranted || latest.analytics;
      histories.set(consentId, { ...history, latest, everGranted });
    }
    const unchanged = outcome === 'unchanged' ? history.latest?.recordedAt : undefined;
    return { outcome, recordedAt: unchanged ?? recordedAt };
  });
  await Promise.all([append(tx, appended), count(tx, counted)]);
  return outcomes;
}

type NamedText = Pick<Decision, 'revision' | 'language' | 'textHash'>;
const textOf = ({ revision, language, textHash }: NamedText) =>
  `${revision} ${language} ${textHash}`;

/** Returns which of the texts named by grants were published. */
async function readTexts(
  tx: Transaction,
  decisions: readonly Decision[],
): Promise<ReadonlySet<string>> {
  const grants = decisions.filter(holds);
  if (grants.length === 0) return new Set();
  const { rows } = await tx.query<NamedText>(
    `SELECT revision, language, (
       SELECT hash FROM consent_texts AS texts
       WHERE texts.language = named.language AND texts.revision <= named.revision
       ORDER BY texts.revision DESC LIMIT 1) AS "textHash"
     FROM (SELECT DISTINCT * FROM unnest($1::int[], $2::text[]) AS all_named (revision, language)) AS named
     WHERE EXISTS (SELECT 1 FROM consent_texts AS texts WHERE texts.revision = named.revision)`,
    [grants.map(({ revision }) => revision), grants.map(({ language }) => language)],
  );
  return new Set(rows.map(textOf));
}

export const personsOf = (decisions: readonly Decision[]) =>
  decisions.flatMap(({ consentId }) => consentId ?? []);

async function append(tx: Transaction, decisions: readonly Decision[]) {
  if (decisions.length === 0) return;
  const column = <T>(read: (decision: Decision) => T) => decisions.map(read);
  await tx.query(
    `INSERT INTO consents (id, consent_id, revision, analytics, source, language, text_hash, gpc, decided_at, recorded_at)
     SELECT * FROM unnest($1::text[], $2::text[], $3::int[], $4::boolean[], $5::text[], $6::text[], $7::text[],
       $8::boolean[], $9::timestamptz[], $10::timestamptz[])`,
    [
      column(({ id }) => id),
      column(({ consentId }) => consentId),
      column(({ revision }) => revision),
      column(holds),
      column(({ source }) => source),
      column(({ language }) => language),
      column(({ textHash }) => textHash),
      column(({ gpc }) => gpc),
      column(({ decidedAt }) => toTimestamp(decidedAt)),
      column(({ recordedAt }) => toTimestamp(recordedAt)),
    ],
  );
}

async function count(tx: Transaction, decisions: readonly Decision[]) {
  if (decisions.length === 0) return;
  const sources = decisions.map(({ source }) => source);
  await tx.query(
    `INSERT INTO consent_refusals (day, source, count)
     SELECT day, source, count(*) FROM unnest($1::date[], $2::text[]) AS refusals (day, source)
     GROUP BY day, source ORDER BY day, source
     ON CONFLICT (day, source) DO UPDATE SET count = consent_refusals.count + excluded.count`,
    [decisions.map(({ recordedAt }) => utcDay(recordedAt)), sources],
  );
  await tx.query(
    `INSERT INTO refusal_quarters (quarter, source, count)
     SELECT quarter, source, count(*) FROM unnest($1::text[], $2::text[]) AS refusals (quarter, source)
     GROUP BY quarter, source ORDER BY quarter, source
     ON CONFLICT (source, quarter) DO UPDATE SET count = refusal_quarters.count + excluded.count`,
    [decisions.map(({ recordedAt }) => utcQuarter(recordedAt)), sources],
  );
}
