import type { Db, Engine, Op } from '../store/sql/operation.ts';
import { sql } from '../store/sql/statement.ts';
import { changedTexts, revisionOf, textsSince } from './consent-text-rule.ts';

export interface PublishedText {
  hash: string;
  language: string;
  /** The host that events are passed on to; null when they stay here. */
  recipient: string | null;
  /** The words of the dialogs, as JSON. */
  text: string;
  publishedAt: number;
}

/** A host that events were passed on to. */
export interface PosthogHost {
  host: string;
  /** When the first text came into force that does not name it; null while the latest text names it. */
  until: number | null;
}

export interface Published {
  /** The revision of the texts that this process asks with. */
  revision: number;
  /** By language, the revision since which the text is the same. Visitors who agreed before it are asked again. */
  since: Readonly<Record<string, number>>;
  /**
   * The revision that another running process asks with, when its text replaced this one, and otherwise null. Answers
   * to this process's text do not count then.
   */
  newer: number | null;
}

const TEXT = 'hash, language, recipient, text, published_at';
const VALUES = '{hash:text}, {language:text}, {recipient:text?}, {text:text}, {publishedAt:time}';
// 0 is the text of made-up visitors.
const SELECT_PUBLISHED = sql(
  'SELECT revision, language, hash FROM consent_texts WHERE revision > 0',
).rows<{ revision: number; language: string; hash: string }>();
const INSERT = sql(
  `INSERT INTO consent_texts (revision, ${TEXT}) SELECT {revision:int}, ${VALUES} FROM {each}`,
);
const INSERT_DEMO = sql(
  `INSERT INTO consent_texts (revision, ${TEXT}) VALUES (0, ${VALUES}) ON CONFLICT DO NOTHING`,
);
const SELECT_ALL = sql(`SELECT hash, language, recipient, text, published_at AS "publishedAt"
  FROM consent_texts ORDER BY revision DESC, language`).rows<PublishedText>();

const SELECT_HOSTS = sql(`SELECT recipient AS host,
    (SELECT min(published_at) FROM consent_texts AS later WHERE later.revision > last) AS until
  FROM (SELECT recipient, max(revision) AS last FROM consent_texts
    WHERE revision > 0 AND recipient IS NOT NULL GROUP BY recipient) AS hosts
  WHERE EXISTS (SELECT 1 FROM relay_counts WHERE outcome = 'delivered' AND count > 0) ORDER BY last DESC`).rows<PosthogHost>();

const SELECT_NEWER = sql(
  'SELECT 1 FROM consent_texts WHERE revision > {revision:int} OR language = {language:text?} LIMIT 1',
);

/** The other processes of the site. */
export interface OtherProcesses {
  /** Keeps them from publishing until the transaction ends. */
  wait(db: Db): Op<unknown>;
  /** Returns the newest revision that one of them asks with; null when none is known. */
  newest(db: Db): Op<number | null>;
  /** Tells them which revision this process asks with. */
  tell(db: Db, revision: number): Op<void>;
}

/**
 * Publishes the texts that this process asks for consent with, one for each language. The revision rises when another text
 * was in force in one of the languages. If they are already the newest, they keep
 * their revision. Older texts also keep theirs while another process asks with newer ones: the newer texts were meant to
 * replace them, and this process has merely restarted.
 */
function* publishTexts(
  db: Db,
  texts: readonly PublishedText[],
  others: OtherProcesses,
): Op<Published> {
  yield* others.wait(db);
  const records = yield* db.all(SELECT_PUBLISHED, {});
  const newest = Math.max(0, ...records.map(({ revision }) => revision));
  const own = revisionOf(records, texts);
  const newer = own === null || own === newest ? null : yield* others.newest(db);
  const isOwn = own !== null && (own === newest || (newer ?? 0) > own);
  const revision = isOwn ? own : newest + 1;
  // Before the commit: the next process that publishes waits for it, and then finds the lock.
  yield* others.tell(db, revision);
  const changed = changedTexts(records, texts, revision);
  yield* db.each(INSERT, changed);
  return {
    revision,
    since: textsSince([...records, ...changed], revision),
    newer: isOwn ? newer : null,
  };
}

/**
 * Records the text that made-up visitors agree to, as revision 0. It is lower than every published revision, so it is
 * never in force. An existing revision 0 stays as it is.
 */
function* recordDemoText(db: Db, text: PublishedText): Op<void> {
  yield* db.run(INSERT_DEMO, text);
}

/** Returns whether a text was published as a later revision, or in this language. */
function* hasNewerText(db: Db, than: { revision: number; language: string | null }): Op<boolean> {
  return (yield* db.get(SELECT_NEWER, than)) !== undefined;
}

/** Returns each text that was ever published, as it was published first. */
function* readTexts(db: Db): Op<PublishedText[]> {
  const texts = yield* db.all(SELECT_ALL, {});
  return [...new Map(texts.map((text) => [text.hash, text])).values()];
}

/** Returns the hosts that texts named, the last one first, if any event was ever delivered. */
const readPosthogHosts = (db: Db): Op<PosthogHost[]> => db.all(SELECT_HOSTS, {});

/** The part of the store for the texts of the consent question. */
export type ConsentTextStore = ReturnType<typeof createConsentTexts>;

export const createConsentTexts = ({ reads, writes }: Engine, others: OtherProcesses) => ({
  publishConsentTexts: writes(1, (db, texts: readonly PublishedText[]) =>
    publishTexts(db, texts, others),
  ),
  recordDemoText: writes(1, recordDemoText),
  hasNewerText: reads(hasNewerText),
  readConsentTexts: reads(readTexts),
  readPosthogHosts: reads(readPosthogHosts),
});
