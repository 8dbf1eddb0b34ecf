import type { Database } from 'better-sqlite3';
import { utcDay, utcQuarter } from '#shared/time';
import type { Decision, RecordedDecision } from '../../store/store.ts';
import { type ConsentHistory, holds, ruleOn, timeInOrder } from '../consent-rule.ts';

interface LatestRow {
  analytics: number;
  revision: number;
  gpc: number;
  textHash: string;
  decidedAt: number;
  recordedAt: number;
}

function prepareLatest(db: Database) {
  const select = db.prepare<[string], LatestRow>(
    `SELECT analytics, revision, gpc, text_hash AS textHash,
            coalesce(decided_at, recorded_at) AS decidedAt, recorded_at AS recordedAt
     FROM consents WHERE consent_id = ?
     ORDER BY coalesce(decided_at, recorded_at) DESC, rowid DESC LIMIT 1`,
  );
  return (consentId: string): ConsentHistory['latest'] => {
    const row = select.get(consentId);
    return row ? { ...row, analytics: row.analytics === 1, gpc: row.gpc === 1 } : null;
  };
}

/** Records a decision. Runs inside a transaction of the intake. */
export function prepareRecordDecision(db: Database) {
  const findLatest = prepareLatest(db);
  const findGrant = db.prepare<[string]>(
    'SELECT 1 FROM consents WHERE consent_id = ? AND analytics = 1 LIMIT 1',
  );
  const findText = db.prepare<[string, number, number], { hash: string }>(
    `SELECT hash FROM consent_texts
     WHERE language = ? AND revision <= ? AND EXISTS (SELECT 1 FROM consent_texts WHERE revision = ?)
     ORDER BY revision DESC LIMIT 1`,
  );
  const append = db.prepare(
    `INSERT INTO consents (id, consent_id, revision, analytics, source, language, text_hash, gpc, decided_at, recorded_at)
     VALUES (@id, @consentId, @revision, @analytics, @source, @language, @textHash, @gpc, @decidedAt, @recordedAt)`,
  );
  const count = db.prepare<[string, string]>(
    `INSERT INTO consent_refusals (day, source, count) VALUES (?, ?, 1)
     ON CONFLICT (day, source) DO UPDATE SET count = count + 1`,
  );
  const countInQuarter = db.prepare<[string, string]>(
    `INSERT INTO refusal_quarters (quarter, source, count) VALUES (?, ?, 1)
     ON CONFLICT (source, quarter) DO UPDATE SET count = count + 1`,
  );
  return (decision: Decision): RecordedDecision => {
    const { consentId, recordedAt, revision, language, textHash } = decision;
    const history =
      consentId === null
        ? { latest: null, everGranted: false }
        : {
            latest: findLatest(consentId),
            everGranted: findGrant.get(consentId) !== undefined,
          };
    const isPublished = findText.get(language, revision, revision)?.hash === textHash;
    const outcome = ruleOn(decision, history, isPublished);
    if (outcome === 'unknown_text') return { outcome };
    if (outcome === 'appended') {
      append.run({
        ...decision,
        decidedAt: timeInOrder(decision, history.latest),
        analytics: Number(holds(decision)),
        gpc: Number(decision.gpc),
      });
    }
    if (outcome === 'counted') {
      count.run(utcDay(recordedAt), decision.source);
      countInQuarter.run(utcQuarter(recordedAt), decision.source);
    }
    const unchanged = outcome === 'unchanged' ? history.latest?.recordedAt : undefined;
    return { outcome, recordedAt: unchanged ?? recordedAt };
  };
}
