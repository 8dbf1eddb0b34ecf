import { access, constants, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createDayMemory } from '../lib/day-memory.ts';
import { createMutex } from '../lib/mutex.ts';
import type { World } from '../lib/world.ts';
import { StoreUnavailableError } from '../store/store.ts';
import type { Webhooks } from '../team/webhooks/webhooks.ts';
import type { LeaveOutcome, LinkedSignup } from './confirmations.sql.ts';
import type { SignupStore } from './signup-operations.ts';

export interface LeavingDeps extends Pick<World, 'now' | 'log'> {
  store: Pick<SignupStore, 'readLinked' | 'leave' | 'declineLaunch'>;
  webhooks: Pick<Webhooks, 'announceRemoved' | 'wake'>;
  folder: string;
}

/** No message at the launch; delete the signup; and never write to this address again. */
export const LEAVES = ['messages', 'everything', 'address'] as const;
export type Leave = (typeof LEAVES)[number];

/** `blocked`: the signup is deleted, and nothing is ever sent to its mailbox. */
type Left = LeaveOutcome | 'declined' | 'blocked';

export type Leaving = Awaited<ReturnType<typeof createLeaving>>;

/** While the database cannot be read, nobody knows which tokens are real. */
const MAX_KEPT = 10_000;
/** A file system may put names of its own into a folder, such as `lost+found`. */
const REQUEST = /^([\w-]{22})(?:\.(messages|address|first))?$/;
const BLOCKS = /\.address$/;
const UNKNOWN =
  'requests to leave were for links that this database does not know: was it put back to an earlier time?';
const NO_FOLDER =
  'requests to leave are refused while the database cannot be written, because their folder cannot be written either';

/**
 * Carries out requests to leave. A mail program sends its own once (RFC 8058), so a request is on disk once its link is known or the
 * database cannot be read, and stays there until it is done. It is an empty file whose name is the token and what is asked for: a full
 * disk has room for it, and a second process or a kill at any moment does no harm, because leaving twice is leaving once.
 */
export async function createLeaving(deps: LeavingDeps) {
  const { store, webhooks, folder, now, log } = deps;
  const kept = new Set<string>();
  const inTurn = createMutex();
  /** Links whose signup was deleted by the third button: a double click shows the answer to its second press. */
  const blocking = createDayMemory<number>();
  /** Set until the next look: each try may wait seconds for the database. */
  let isBlocked = false;

  async function keep(name: string): Promise<boolean> {
    if (kept.size >= MAX_KEPT && !kept.has(name)) return false;
    kept.add(name);
    try {
      await (await open(join(folder, name), 'a', 0o600)).close();
      await sync(folder);
      return true;
    } catch {
      kept.delete(name);
      return false;
    }
  }

  async function carry(name: string): Promise<Left> {
    const [, token = '', asked] = REQUEST.exec(name) ?? [];
    const what = asked === 'first' ? firstChoiceOf(await store.readLinked(token, now())) : asked;
    if (what === 'messages') return await store.declineLaunch(token, now());
    const blocks = what === 'address';
    const outcome = await store.leave(token, now(), webhooks.announceRemoved.left, blocks);
    if (!blocks) return outcome;
    if (outcome === 'left') blocking.set(token, 1);
    return blocking.has(token) ? 'blocked' : outcome;
  }

  async function act(name: string): Promise<Left | 'later'> {
    if (isBlocked) return 'later';
    const outcome = await carry(name).catch(laterIfUnavailable);
    isBlocked = outcome === 'later';
    if (isBlocked) return outcome;
    if (outcome === 'left' || outcome === 'blocked') webhooks.wake();
    // What stays is tried again in the next round.
    if (kept.delete(name)) await rm(join(folder, name), { force: true }).catch(() => {});
    return outcome;
  }

  await mkdir(folder, { recursive: true, mode: 0o700 })
    .then(() => access(folder, constants.W_OK))
    .catch(() => log.warn(NO_FOLDER, { folder }));
  return {
    /**
     * Does what the person of a token asks for. Null is the least that the page can do: no message at the launch, or, before a
     * confirmation, to delete the signup. `later`: the request is on disk, and `carryOut` does it once the database can be
     * written.
     *
     * @throws StoreUnavailableError if neither the database nor the folder can be written
     */
    async leave(token: string, asked: Leave | null): Promise<Left | 'later'> {
      if (token === '') return 'unknown';
      const state = await store.readLinked(token, now()).catch(laterIfUnavailable);
      if (state === 'removed' && asked === 'address' && blocking.has(token)) return 'blocked';
      if (state === 'unknown' || state === 'removed') return state;
      const what = asked ?? (state === 'later' ? 'first' : firstChoiceOf(state));
      const name = what === 'everything' ? token : `${token}.${what}`;
      const isKept = await keep(name);
      const outcome = await inTurn(() => act(name));
      if (outcome === 'later' && !isKept) throw new StoreUnavailableError('LEAVING');
      return outcome;
    },
    /** Carries out what is in the folder. Throws the last fault once each was tried. */
    async carryOut(signal: AbortSignal) {
      for (const name of await readdir(folder).catch(() => []))
        if (REQUEST.test(name)) kept.add(name);
      isBlocked = false;
      let fault: unknown;
      let unknown = 0;
      // A deletion would leave the link without the address that is to be blocked.
      const blocksFirst = [...kept].sort((a, b) => Number(BLOCKS.test(b)) - Number(BLOCKS.test(a)));
      for (const name of blocksFirst) {
        if (isBlocked || signal.aborted) break;
        const outcome = await inTurn(() => act(name)).catch((error) => (fault = error));
        if (outcome === 'unknown') unknown++;
      }
      if (unknown > 0) log.warn(UNKNOWN, { requests: unknown });
      if (fault) throw fault;
    },
  };
}

/** What the page of a link offers first. */
const firstChoiceOf = (linked: LinkedSignup | string): Leave =>
  typeof linked === 'object' && linked.state === 'already' ? 'messages' : 'everything';

function laterIfUnavailable(error: unknown): 'later' {
  if (error instanceof StoreUnavailableError) return 'later';
  throw error;
}

/** Syncs the names in a folder to disk. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
