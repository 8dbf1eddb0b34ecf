/** The reservation of one request in the memory for bodies. */
export interface Hold {
  /** Counts bytes. Returns false when the request must give up, because there is no room for its client. */
  add(bytes: number): boolean;
  /** Returns whether another client needed the room of this request, so that it was taken away. */
  isTaken(): boolean;
  /** Sets the listener for when the room is taken away; null removes it. */
  onTaken(listener: (() => void) | null): void;
  /** Call it once, when the request is answered. */
  release(): void;
}

export interface BodyMemory {
  /** @param client the sender of the body; all requests of one client count together */
  hold(client: string): Hold;
  /** Returns the bytes of all bodies. */
  held(): number;
}

const MAX_BYTES = 64 * 1024 * 1024;

interface Holder {
  bytes: number;
  holds: Set<OpenHold>;
}
interface OpenHold {
  bytes: number;
  take(): void;
}

/**
 * One limit for all bodies in memory, including small, slow and unpacked ones. When it is reached, the client with the
 * most bytes loses its largest body. So a client that fills the memory loses its own requests, and a small body of any
 * other client always finds room.
 */
export function createBodyMemory(maxBytes = MAX_BYTES): BodyMemory {
  const holders = new Map<string, Holder>();
  let held = 0;

  /** Takes away the largest body of the client with the most bytes. */
  function takeOne() {
    largest(largest(holders.values())?.holds ?? [])?.take();
  }

  return {
    held: () => held,
    hold(client) {
      let isTaken = false;
      let listener: (() => void) | null = null;
      const open: OpenHold = {
        bytes: 0,
        take() {
          isTaken = true;
          leave();
          listener?.();
        },
      };

      function enter() {
        const holder = holders.get(client) ?? { bytes: 0, holds: new Set() };
        holders.set(client, holder);
        holder.holds.add(open);
        return holder;
      }

      function leave() {
        const holder = holders.get(client);
        if (!holder?.holds.delete(open)) return;
        holder.bytes -= open.bytes;
        held -= open.bytes;
        if (holder.holds.size === 0) holders.delete(client);
      }

      return {
        add(bytes) {
          if (isTaken) return false;
          enter().bytes += bytes;
          open.bytes += bytes;
          held += bytes;
          while (held > maxBytes && !isTaken) takeOne();
          return !isTaken;
        },
        isTaken: () => isTaken,
        onTaken(next) {
          listener = next;
        },
        release: leave,
      };
    },
  };
}

function largest<T extends { bytes: number }>(all: Iterable<T>): T | undefined {
  let found: T | undefined;
  for (const one of all) if (!found || one.bytes > found.bytes) found = one;
  return found;
}
