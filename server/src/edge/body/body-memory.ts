/** The reservation of one request in the memory for bodies. */
export interface Reservation {
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
  reserve(client: string): Reservation;
  /** Returns the bytes of all bodies. */
  held(): number;
}

const MAX_BYTES = 64 * 1024 * 1024;

interface Holder {
  bytes: number;
  reservations: Set<OpenReservation>;
}
interface OpenReservation {
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
    largest(largest(holders.values())?.reservations ?? [])?.take();
  }

  return {
    held: () => held,
    reserve(client) {
      let isTaken = false;
      let listener: (() => void) | null = null;
      const open: OpenReservation = {
        bytes: 0,
        take() {
          isTaken = true;
          leave();
          listener?.();
        },
      };

      function enter() {
        const holder = holders.get(client) ?? { bytes: 0, reservations: new Set() };
        holders.set(client, holder);
        holder.reservations.add(open);
        return holder;
      }

      function leave() {
        const holder = holders.get(client);
        if (!holder?.reservations.delete(open)) return;
        holder.bytes -= open.bytes;
        held -= open.bytes;
        if (holder.reservations.size === 0) holders.delete(client);
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
