import { type LookupAddress, lookup as lookUp } from 'node:dns';
import { type LookupFunction, Socket } from 'node:net';
import { eachHost } from '../../../postgres-hosts.ts';

/** The servers that a URL may lead to: its hosts, and the addresses of their names. One of them is the primary. */
export interface Servers {
  /** What the driver needs to connect to the server that is tried now. */
  current(): { connectionString: string; stream: () => Socket };
  /** Which one that is. */
  position(): number;
  /** How many there are, as far as is known. */
  count(): number;
  /** Tries the next one from now on, unless that has happened since. */
  next(from: number): void;
}

type LookUp = (
  host: string,
  options: { all: true },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

export function createServers(url: string, ask: LookUp = lookUp): Servers {
  const urls = eachHost(url);
  let position = 0;
  let addresses = 1;

  /** Returns the addresses of a name, the one that is tried now first. */
  const lookup: LookupFunction = (host, options, done) =>
    ask(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      addresses = found.length;
      const first = Math.floor(position / urls.length) % found.length;
      const rotated = [...found.slice(first), ...found.slice(0, first)];
      if (options.all) done(null, rotated);
      else done(null, rotated[0]?.address ?? '', rotated[0]?.family);
    });

  return {
    current: () => ({
      connectionString: urls[position % urls.length] ?? url,
      stream() {
        const socket = new Socket();
        const connect = socket.connect.bind(socket);
        // The driver gives the path of a Unix socket without a host.
        return Object.assign(socket, {
          connect: (port: number | string, host?: string) =>
            host === undefined
              ? connect(String(port))
              : connect({ port: Number(port), host, lookup }),
        });
      },
    }),
    position: () => position,
    count: () => urls.length * addresses,
    next(from) {
      if (position === from) position += 1;
    },
  };
}
