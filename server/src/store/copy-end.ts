/** Values as SQLite has them: times in milliseconds, flags as 0 and 1, JSON as text. */
export type CopyRow = Record<string, string | number | null>;

type ColumnType = 'text' | 'number' | 'time' | 'flag' | 'json' | 'day';

interface CopyTable {
  columns: Readonly<Record<string, ColumnType>>;
  /**
   * By what its rows are ordered: `arrival` where they have an id and may be many, so that they are carried over some
   * at a time and can go on where a copy was broken off; else the columns of its key.
   */
  order: 'arrival' | string;
}

const text = 'text' as const;

/** All that a database holds, with what others refer to first. */
export const COPY_TABLES = {
  consent_texts: {
    order: 'revision',
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
    },
  },
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
      occurred_at: 'time',
      received_at: 'time',
    },
  },
  page_counts: { order: 'day, path', columns: { day: 'day', path: text, count: 'number' } },
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

/** One of the two databases of a copy; nobody else may write to it meanwhile. */
export interface CopyEnd {
  count(table: CopyTableName): Promise<number>;
  /** All rows in order, some at a time; of a table by arrival those after the row with this id. @throws RangeError where there is none */
  read(table: CopyTableName, afterId: string | null): AsyncIterable<readonly CopyRow[]>;
  /** Of a table by arrival: the id of the row that came last; null where there is none. */
  lastId(table: CopyTableName): Promise<string | null>;
  /** Of a table by arrival: whether there is a row with this id. */
  has(table: CopyTableName, id: string): Promise<boolean>;
  /** Adds rows to a table by arrival; of any other replaces what is there. In one transaction. */
  write(table: CopyTableName, rows: readonly CopyRow[]): Promise<void>;
  /** After the last row: the next event has a greater `seq` than any that there ever was. */
  finish(): Promise<void>;
  close(): Promise<void>;
}
