import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createMutex } from '../lib/mutex.ts';
import type { World } from '../lib/world.ts';
import { StoreUnavailableError } from '../store/store.ts';
import type { Webhooks } from '../team/webhooks/webhooks.ts';
import type { LeaveOutcome } from './confirmations.sql.ts';
import type { SignupStore } from './signup-operations.ts';

export interface LeavingDeps extends Pick<World, 'now'> {
  store: Pick<SignupStore, 'readWords' | 'leave'>;
  webhooks: Pick<Webhooks, 'announceRemoved' | 'wake'>;
  /** Beside the database, and made when it is needed. */
  folder: string;
}

export interface Leaving {
  /**
   * Erases the signup of a token. `later`: the request is on disk, and {@link Leaving.carryOut} does it once the database
   * can be written.
   *
   * @throws StoreUnavailableError if neither the database nor the folder can be written
   */
  leave(token: string): Promise<LeaveOutcome | 'later'>;
  /** Carries out what is in the folder. */
  carryOut(signal: AbortSignal): Promise<void>;
}

/** While the database cannot be read, nobody knows which tokens are real. */
const MAX_KEPT = 10_000;

/**
 * Carries out requests to leave. A mail program sends its own once (RFC 8058), so a request is on disk before it waits for the
 * database, and stays there until it is done. It is an empty file whose name is the token: a full disk has room for it, and
 * a second process or a kill at any moment does no harm, because leaving twice is leaving once.
 */
export function createLeaving({ store, webhooks, folder, now }: LeavingDeps): Leaving {
  const kept = new Set<string>();
  const inTurn = createMutex();
  /** Set until the next look: each try may wait seconds for the database. */
  let isBlocked = false;

  async function keep(token: string): Promise<boolean> {
    if (kept.size >= MAX_KEPT) return false;
    kept.add(token);
    try {
      if (await mkdir(folder, { recursive: true, mode: 0o700 })) await sync(dirname(folder));
      await (await open(join(folder, token), 'a', 0o600)).close();
      await sync(folder);
      return true;
    } catch {
      kept.delete(token);
      return false;
    }
  }

  async function act(token: string): Promise<LeaveOutcome | 'later'> {
    if (isBlocked) return 'later';
    const outcome = await store
      .leave(token, now(), webhooks.announceRemoved.left)
      .catch(laterIfUnavailable);
    isBlocked = outcome === 'later';
    if (isBlocked) return outcome;
    if (outcome === 'left') webhooks.wake();
    if (kept.delete(token)) await rm(join(folder, token), { force: true });
    return outcome;
  }

  return {
    async leave(token) {
      const state = await store.readWords(token, now()).catch(laterIfUnavailable);
      if (state === 'unknown' || state === 'removed') return state;
      const isKept = await keep(token);
      const outcome = await inTurn(() => act(token));
      if (outcome === 'later' && !isKept) throw new StoreUnavailableError('LEAVING');
      return outcome;
    },
    async carryOut(signal) {
      for (const token of await readdir(folder).catch(() => [])) kept.add(token);
      isBlocked = false;
      for (const token of kept) if (!isBlocked && !signal.aborted) await inTurn(() => act(token));
    },
  };
}

function laterIfUnavailable(error: unknown): 'later' {
  if (error instanceof StoreUnavailableError) return 'later';
  throw error;
}

/** Syncs the names in a folder to disk. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
