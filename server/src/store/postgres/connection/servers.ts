import { type LookupAddress, lookup as lookUp } from 'node:dns';
import { eachHost } from '../../../lib/hosts-of-url.ts';

export type Servers = ReturnType<typeof createServers>;

/** The part of a socket that the driver connects with: to a port and a host, or to the path of a Unix socket. */
export interface NewSocket {
  connect(...to: unknown[]): unknown;
}

type Found = (error: Error | null, found?: string | LookupAddress[], family?: number) => void;

type LookUp = (
  host: string,
  options: { all: true },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/** The servers that a URL may lead to: its hosts, and the addresses of their names. One of them is the primary. */
export function createServers(url: string, ask: LookUp = lookUp) {
  const urls = eachHost(url);
  let position = 0;
  let addresses = 1;

  /** Returns the addresses of a name, the one that is tried now first. */
  const lookup = (host: string, options: { all?: boolean }, done: Found) =>
    ask(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error);
      addresses = found.length;
      const first = Math.floor(position / urls.length) % found.length;
      const rotated = [...found.slice(first), ...found.slice(0, first)];
      if (options.all) done(null, rotated);
      else done(null, rotated[0]?.address, rotated[0]?.family);
    });

  return {
    /** Returns the URL of the server that is tried now. */
    current: () => urls[position % urls.length] ?? url,
    direct(socket: NewSocket) {
      const connect = socket.connect.bind(socket);
      socket.connect = (port, host) =>
        host === undefined ? connect(port) : connect({ port, host, lookup });
    },
    position: () => position,
    /** How many there are, as far as is known. */
    count: () => urls.length * addresses,
    /** Tries the next one from now on, unless that has happened since. */
    next(from: number) {
      if (position === from) position += 1;
    },
  };
}
