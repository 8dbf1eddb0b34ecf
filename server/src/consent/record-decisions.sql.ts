import { utcQuarter } from '#shared/time';
import { dayOf } from '../counts/quarters.ts';
import type { Db, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import type { Decision, RecordedDecision } from '../store/store.ts';
import {
  type ConsentHistory,
  holds,
  type LatestDecision,
  ruleOn,
  timeInOrder,
} from './consent-rule.ts';
import { isPublished, type TextOnRecord } from './consent-text-rule.ts';

export interface History extends ConsentHistory {
  latest: (LatestDecision & Pick<Decision, 'source' | 'language'>) | null;
  /** The revision since which the text in that language is in force; null when none was published. */
  textSince: number | null;
}

// One index finds the latest decision and another finds a grant: an id may have 100,000 decisions, and all writes wait for this.
const SELECT_HISTORIES = sql(`
  SELECT latest.consent_id AS "consentId", analytics, revision, gpc, source, language, text_hash AS "textHash",
    coalesce(decided_at, recorded_at) AS "decidedAt", recorded_at AS "recordedAt",
    EXISTS (SELECT 1 FROM consents AS own WHERE own.consent_id = wanted.value AND own.analytics) AS "everGranted",
    (SELECT max(revision) FROM consent_texts WHERE language = latest.language) AS "textSince"
  FROM {ids:texts} AS wanted CROSS JOIN consents AS latest
  WHERE latest.id = (SELECT own.id FROM consents AS own WHERE own.consent_id = wanted.value
    ORDER BY coalesce(own.decided_at, own.recorded_at) DESC, own.rowid DESC LIMIT 1)`).rows<
  NonNullable<History['latest']> & Omit<History, 'latest'> & { consentId: string }
>({ analytics: 'flag', gpc: 'flag', everGranted: 'flag' });
const SELECT_TEXTS = sql('SELECT revision, language, hash FROM consent_texts').rows<TextOnRecord>();
const APPEND = sql(`
  INSERT INTO consents (id, consent_id, revision, analytics, source, language, text_hash, gpc, decided_at, recorded_at)
  SELECT {id:text}, {consentId:text}, {revision:int}, {analytics:flag}, {source:text}, {language:text}, {textHash:text},
    {gpc:flag}, {decidedAt:time}, {recordedAt:time} FROM {each}`);
const COUNT_IN_DAY = sql(`
  INSERT INTO consent_refusals (day, source, count) VALUES ({day:day}, {source:text}, {count:int})
  ON CONFLICT (day, source) DO UPDATE SET count = consent_refusals.count + excluded.count`);
const COUNT_IN_QUARTER = sql(`
  INSERT INTO refusal_quarters (quarter, source, count) VALUES ({quarter:text}, {source:text}, {count:int})
  ON CONFLICT (source, quarter) DO UPDATE SET count = refusal_quarters.count + excluded.count`);

/** Returns what is on record for these consent ids, without an entry for unknown ids. */
export function* readHistories(db: Db, ids: Iterable<string>): Op<Map<string, History>> {
  const rows = yield* db.all(SELECT_HISTORIES, { ids: [...new Set(ids)] });
  return new Map(
    rows.map(({ consentId, everGranted, textSince, ...latest }) => [
      consentId,
      { latest, everGranted, textSince },
    ]),
  );
}

export const personsOf = (decisions: readonly Decision[]) =>
  decisions.flatMap(({ consentId }) => consentId ?? []);

/** Records decisions in order. On PostgreSQL the persons must be locked. */
export function* recordDecisions(db: Db, decisions: readonly Decision[]): Op<RecordedDecision[]> {
  const histories = yield* readHistories(db, personsOf(decisions));
  const texts = decisions.some(holds) ? yield* db.all(SELECT_TEXTS, {}) : [];
  const appended: (Decision & { consentId: string })[] = [];
  const counted: Decision[] = [];
  const outcomes = decisions.map((decision): RecordedDecision => {
    const { consentId, recordedAt } = decision;
    const known = consentId === null ? undefined : histories.get(consentId);
    const history = known ?? { latest: null, everGranted: false, textSince: null };
    const outcome = ruleOn(decision, history, isPublished(texts, decision));
    if (outcome === 'unknown_text') return { outcome };
    if (outcome === 'counted') counted.push(decision);
    if (outcome === 'appended' && consentId !== null) {
      const decidedAt = timeInOrder(decision, history.latest);
      const latest = { ...decision, consentId, decidedAt, analytics: holds(decision) };
      appended.push(latest);
      // The person's next decision in this group is compared with this one.
      const everGranted = history.everGranted || latest.analytics;
      histories.set(consentId, { ...history, latest, everGranted });
    }
    const unchanged = outcome === 'unchanged' ? history.latest?.recordedAt : undefined;
    return { outcome, recordedAt: unchanged ?? recordedAt };
  });
  yield* db.each(APPEND, appended);
  yield* countRefusals(db, counted);
  return outcomes;
}

function* countRefusals(db: Db, refusals: readonly Decision[]): Op<void> {
  const counts = new Map<string, number>();
  for (const { source, recordedAt } of refusals) {
    const key = `${source} ${utcQuarter(recordedAt)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  // In one fixed order, so that two processes never deadlock.
  for (const [key, count] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [source = '', quarter = ''] = key.split(' ');
    yield* db.run(COUNT_IN_DAY, { day: dayOf(quarter), source, count });
    yield* db.run(COUNT_IN_QUARTER, { quarter, source, count });
  }
}
