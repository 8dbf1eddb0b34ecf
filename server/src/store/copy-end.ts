/** Values in SQLite's form: times in milliseconds since 1970 UTC, flags as 0 and 1, JSON as text. */
export type CopyRow = Record<string, string | number | null>;

type ColumnType = 'text' | 'number' | 'time' | 'flag' | 'json' | 'day';

interface CopyTable {
  columns: Readonly<Record<string, ColumnType>>;
  /**
   * How its rows are ordered. `arrival` is for tables that have an id and may be large: their rows are copied a page at
   * a time, and an interrupted copy can continue. Any other value lists the columns of the key.
   */
  order: 'arrival' | string;
}

const text = 'text' as const;

/** All tables of a database. A table comes after those that it refers to. */
export const COPY_TABLES = {
  consent_texts: {
    order: 'language, revision',
    columns: {
      revision: 'number',
      hash: text,
      language: text,
      recipient: text,
      text,
      published_at: 'time',
    },
  },
  consents: {
    order: 'arrival',
    columns: {
      id: text,
      consent_id: text,
      revision: 'number',
      analytics: 'flag',
      source: text,
      language: text,
      text_hash: text,
      gpc: 'flag',
      decided_at: 'time',
      recorded_at: 'time',
    },
  },
  consent_refusals: {
    order: 'day, source',
    columns: { day: 'day', source: text, count: 'number' },
  },
  refusal_quarters: {
    order: 'source, quarter',
    columns: { source: text, quarter: text, count: 'number' },
  },
  notifyme_signups: {
    order: 'arrival',
    columns: {
      id: text,
      name: text,
      email: text,
      youtube_channel: text,
      use_case: text,
      signup_type: text,
      created_at: 'time',
      language: text,
      confirmed_at: 'time',
    },
  },
  outbox: {
    order: 'id',
    columns: {
      id: text,
      kind: text,
      recipient: text,
      signup_id: text,
      visitor_hash: text,
      payload: 'json',
      state: text,
      attempts: 'number',
      created_at: 'time',
      due_at: 'time',
      settled_at: 'time',
      handed_over_at: 'time',
      reason: text,
    },
  },
  confirmations: {
    order: 'token_hash',
    columns: {
      token_hash: text,
      signup_id: text,
      code_hash: text,
      tries: 'number',
      created_at: 'time',
      expires_at: 'time',
      removed_at: 'time',
    },
  },
  webhooks_off: { order: 'recipient', columns: { recipient: text, at: 'time' } },
  notes: { order: 'arrival', columns: { id: text, at: 'time', kind: text, text } },
  alerts: {
    order: 'id',
    columns: {
      id: text,
      name: text,
      text,
      since: 'time',
      raised_at: 'time',
      cleared_at: 'time',
    },
  },
  alert_silences: { order: 'name', columns: { name: text, until: 'time' } },
  marks: { order: 'name', columns: { name: text, value: text, at: 'time' } },
  events: {
    order: 'arrival',
    columns: {
      seq: 'number',
      id: text,
      consent_id: text,
      session_id: text,
      name: text,
      properties: 'json',
      path: text,
      referrer_host: text,
      utm_source: text,
      utm_medium: text,
      utm_campaign: text,
      utm_term: text,
      utm_content: text,
      viewport: text,
      language: text,
      occurred_at: 'time',
      received_at: 'time',
    },
  },
  page_counts: { order: 'day, path', columns: { day: 'day', path: text, count: 'number' } },
  page_quarters: {
    order: 'path, quarter',
    columns: { path: text, quarter: text, count: 'number' },
  },
  audit: {
    order: 'id',
    columns: { id: 'number', at: 'time', kind: text, counts: 'json' },
  },
  ended_sessions: { order: 'hash', columns: { hash: text, ends_at: 'time' } },
  relay_state: {
    order: 'id',
    columns: {
      id: 'number',
      last_seq: 'number',
      delivered_at: 'time',
      failure: text,
      failed_at: 'time',
    },
  },
  relay_counts: { order: 'outcome', columns: { outcome: text, count: 'number' } },
  relay_dead_letters: {
    order: 'seq',
    columns: { seq: 'number', reason: text, set_aside_at: 'time' },
  },
} satisfies Record<string, CopyTable>;

export type CopyTableName = keyof typeof COPY_TABLES;
export const COPY_TABLE_NAMES = Object.keys(COPY_TABLES) as CopyTableName[];

/** One of the two databases of a copy. Nothing else may write to it during the copy. */
export interface CopyEnd {
  count(table: CopyTableName): Promise<number>;
  /**
   * Reads all rows in order, a page at a time. With `afterId`, for a table in order of arrival, only the rows after
   * that one.
   *
   * @throws RangeError when no row has this id
   */
  read(table: CopyTableName, afterId: string | null): AsyncIterable<readonly CopyRow[]>;
  /** For a table in order of arrival: returns the id of the row that arrived last; null for an empty table. */
  lastId(table: CopyTableName): Promise<string | null>;
  /** For a table in order of arrival: returns whether a row has this id. */
  has(table: CopyTableName, id: string): Promise<boolean>;
  /** Appends rows to a table in order of arrival, and replaces the content of any other table. One transaction. */
  write(table: CopyTableName, rows: readonly CopyRow[]): Promise<void>;
  /** Called after the last row: makes the next event's `seq` greater than any that was ever used. */
  finish(): Promise<void>;
  close(): Promise<void>;
}
