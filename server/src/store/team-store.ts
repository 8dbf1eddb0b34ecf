import type { SavedFunnel } from '#shared/saved-funnels';
import type { NewNotice } from './mail-store.ts';

/** The part of the store for the people who run the site: alerts, notes, funnels, and what happens once. */
export interface TeamStore {
  /** Raises an alert, unless it is raised already. Returns whether it was not. */
  raiseAlert(alert: NewAlert): Promise<boolean>;
  /** Clears an alert, and queues the messages, if it is raised. Returns whether it was. */
  clearAlert(name: string, at: number, notices?: readonly NewNotice[]): Promise<boolean>;
  /** Returns the alerts that were raised in a range or are still raised, latest first, at most 200. */
  readAlerts(query: AlertsQuery): Promise<Alert[]>;
  /** Keeps an alert from being sent until a time, or no longer when that is past. */
  silenceAlert(name: string, until: number): Promise<void>;
  /** Returns until when alerts are silent, by name. */
  readSilences(now: number): Promise<Map<string, number>>;
  addNote(note: Note): Promise<void>;
  /** Deletes a note. */
  deleteNote(id: string): Promise<'deleted' | 'not_found'>;
  /** Returns the notes of a range, earliest first, at most 500: the latest ones. */
  readNotes(range: { from: number; to: number }): Promise<Note[]>;
  /**
   * Saves a funnel, in place of the one with its name. Refuses another one where there are `most` already.
   *
   * @returns the funnel, with the id of the one that it replaced; null if it was refused
   */
  saveFunnel(funnel: SavedFunnel, most: number): Promise<SavedFunnel | null>;
  deleteFunnel(id: string): Promise<'deleted' | 'not_found'>;
  /** Returns the saved funnels, by name. */
  readFunnels(): Promise<SavedFunnel[]>;
  /**
   * Records a value under a name, and queues the messages and the note, unless the value is recorded already. Returns
   * whether it was not. So what several processes find at the same time happens once.
   */
  mark(mark: Mark, more?: { notices?: readonly NewNotice[]; note?: Note }): Promise<boolean>;
  readMark(name: Mark['name']): Promise<Mark | null>;
}

export interface AlertsQuery {
  from: number;
  to: number;
}

export interface NewAlert {
  id: string;
  name: string;
  /** What is wrong. */
  text: string;
  since: number;
  raisedAt: number;
}

export interface Alert extends NewAlert {
  /** Null while it is raised. */
  clearedAt: number | null;
}

export interface Note {
  id: string;
  at: number;
  /** `version`: another build started. */
  kind: 'note' | 'version';
  text: string;
}

export interface Mark {
  /**
   * The last build that was started, the last week with a digest, the last verified backup, when a clock was last believed
   * (clock.sql.ts), what retention does not delete without a confirmation, the last alert that was told, the last quarter of an hour in which
   * a client or the site had used up its bytes of the day.
   */
  name:
    | 'build'
    | 'digest'
    | 'backup'
    | 'clock_trusted'
    | 'retention'
    | `told:${string}`
    | `bytes:${'client' | 'site'}`;
  value: string;
  at: number;
}
