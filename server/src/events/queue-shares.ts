/**
 * Events of one client in the store's queue: two transactions' worth, which is an acceptable wait for an ordinary
 * visitor.
 */
const MAX_EVENTS = 1_000;

/**
 * Limits each client's share of the store's queue. The queue is first come, first served, and refuses everybody when it
 * is full. Without shares, one client with many events would delay all others until its own are written.
 */
export type QueueShares = ReturnType<typeof createQueueShares>;

interface Share {
  inQueue: number;
  waiting: { events: number; begin(): void }[];
}

export function createQueueShares(maxEvents = MAX_EVENTS) {
  const shares = new Map<string, Share>();
  const hasRoom = ({ inQueue }: Share, events: number) =>
    inQueue === 0 || inQueue + events <= maxEvents;

  return {
    /**
     * Counts events that are about to be written. Returns a promise to await first when too many of the client's events
     * are in the queue, else null.
     */
    enter(client: string, events: number): Promise<void> | null {
      const share = shares.get(client) ?? { inQueue: 0, waiting: [] };
      shares.set(client, share);
      if (share.waiting.length === 0 && hasRoom(share, events)) {
        share.inQueue += events;
        return null;
      }
      return new Promise((begin) => {
        share.waiting.push({ events, begin });
      });
    },
    /** Call it once for each `enter`, after the write. */
    leave(client: string, events: number) {
      const share = shares.get(client);
      if (!share) return;
      share.inQueue -= events;
      for (let next = share.waiting[0]; next && hasRoom(share, next.events); ) {
        share.waiting.shift();
        share.inQueue += next.events;
        next.begin();
        next = share.waiting[0];
      }
      if (share.inQueue === 0 && share.waiting.length === 0) shares.delete(client);
    },
  };
}
