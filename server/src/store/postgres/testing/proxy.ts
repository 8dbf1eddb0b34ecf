import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { listenLocally } from '../../../testing/programs/free-port.ts';

/** Opens a network in front of a server, with the name of that server's database. Open connections stay where they are. */
export async function openProxy(url: string) {
  let target = new URL(url);
  let lost: string | null = null;
  const servers = new Set<Socket>();
  const proxy = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    servers.add(far);
    near.pipe(far);
    far.on('data', (bytes) => {
      if (lost === null || !bytes.includes(lost)) return near.write(bytes);
      lost = null;
      return near.destroy();
    });
    for (const end of [near, far]) {
      end.on('error', () => {});
      end.on('close', () => [near, far].map((either) => either.destroy()));
    }
  });
  const address = new URL(url);
  address.port = String(await listenLocally(proxy));
  onTestFinished(() => void proxy.close());
  return {
    url: address.href,
    pointTo(other: string) {
      target = new URL(other);
    },
    /** Breaks the connection while the next answer with these bytes is on its way. */
    loseNext(bytes: string) {
      lost = bytes;
    },
    /** From now on nothing answers and no connection is closed, as when a machine loses power. */
    vanish() {
      for (const server of servers) server.removeAllListeners('data').pause();
    },
  };
}
