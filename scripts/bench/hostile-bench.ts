import { connect } from 'node:net';
import { ATTACKS, type Attack } from '../../server/src/testing/hostile/attacks.ts';
import { type Benchmark, oneDecimal, type Target, whole } from './benchmark.ts';
import type { Latencies } from './load/load.ts';
import { envelopes, visitorId } from './load/request-bodies.ts';
import { fillEvents } from './parts/many-events.ts';
import { startLoad } from './parts/process.ts';
import { type SiteServer, sizeMb, withSite } from './parts/site-server.ts';

/** The longest that another visitor's request may delay an ordinary visitor. */
const MOST_WAIT_MS = 50;
/** So many connections that no request waits for an earlier one of the visitor. */
const VISITOR = { connections: 32, perSecond: 50, warmUpSeconds: 1 };
const MB = 2 ** 20;
const ERASED_EVENTS = 400_000;
const AT_ONCE = 4;
const EVERY_MS = 20;
/** One address for all attacks, so that the site's limit per address applies. */
const CLIENT = 'X-Forwarded-For: 203.0.113.66';

interface Running {
  port: number;
  /** Whether the attack should go on. */
  isOn(): boolean;
}

interface Contender {
  name: string;
  /** Size of one request. */
  bytes: number;
  fill?(databaseFile: string, grantedAt: number): void;
  /** Attacks until `isOn` returns false. */
  attack(site: Running): Promise<unknown>;
}

const cookie = `cc_cookie=${encodeURIComponent(
  JSON.stringify({ categories: ['analytics'], revision: 1, consentId: visitorId(1) }),
)}`;

/** Sends one request on its own connection and waits until the answer ends. */
const send = (port: number, head: string, body: string | Uint8Array = '') =>
  new Promise<void>((resolve) => {
    const length = `Content-Length: ${Buffer.byteLength(body)}`;
    const fixed = [`Host: 127.0.0.1:${port}`, CLIENT, length, 'Connection: close'];
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${head}\r\n${fixed.join('\r\n')}\r\n\r\n`);
      socket.write(body);
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve());
    socket.resume();
  });

/** Repeats the same request on a few connections. */
const repeated = async ({ isOn }: Running, once: () => Promise<unknown>) => {
  const one = async () => {
    while (isOn()) await once();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
};

const ofBody = ([name, { path, body, headers = {} }]: [string, Attack]): Contender => {
  const lines = Object.entries(headers).map(([key, value]) => `\r\n${key}: ${value}`);
  const head = `POST ${path} HTTP/1.1${lines.join('')}`;
  return {
    name,
    bytes: Buffer.byteLength(body),
    attack: (site) => repeated(site, () => send(site.port, head, body)),
  };
};

const ofPath = (name: string, path: string): Contender => ({
  name,
  bytes: path.length,
  attack: (site) => repeated(site, () => send(site.port, `GET ${path} HTTP/1.1`)),
});

/** Opens connections that all send this at once, and then neither read nor write. */
const ofSilence = (name: string, connections: number, request: string): Contender => ({
  name,
  bytes: request.length,
  async attack({ port, isOn }) {
    const sockets = Array.from({ length: connections }, () => {
      const socket = connect(port, '127.0.0.1').pause();
      socket.on('error', () => {});
      socket.write(request);
      return socket;
    });
    while (isOn()) await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    for (const socket of sockets) socket.destroy();
  },
});

const host = `Host: a.test\r\n${CLIENT}\r\n`;
const hundredEvents = envelopes(100);
const floodOfEvents = () => hundredEvents(visitorId(2));

const CONTENDERS: readonly Contender[] = [
  { name: 'nobody', bytes: 0, attack: async () => {} },
  ...Object.entries(ATTACKS).map(ofBody),
  ofPath('a path of slashes', `/${'/'.repeat(15_000)}x`),
  ofPath('a path whose encoding is bad everywhere', `/${'%FF.'.repeat(3_700)}`),
  ofPath('/readyz', '/readyz'),
  ofSilence(
    'requests in one packet, no answer read, 40 connections',
    40,
    `GET / HTTP/1.1\r\n${host}\r\n`.repeat(2_000),
  ),
  ofSilence(
    'bodies of 6 MB that stop after the first, 80 connections',
    80,
    `POST /ingest/batch/ HTTP/1.1\r\n${host}Content-Length: ${6 * MB}\r\n\r\n${'x'.repeat(MB)}`,
  ),
  {
    name: '100 events a request',
    bytes: floodOfEvents().length,
    attack: (site) =>
      repeated(site, () => send(site.port, 'POST /api/events HTTP/1.1', floodOfEvents())),
  },
  {
    name: `GET /api/my-data of ${whole(ERASED_EVENTS)} events`,
    bytes: cookie.length,
    fill: fillOne,
    attack: (site) =>
      repeated(site, () => send(site.port, `GET /api/my-data HTTP/1.1\r\nCookie: ${cookie}`)),
  },
  {
    name: `DELETE /api/my-data of ${whole(ERASED_EVENTS)} events`,
    bytes: cookie.length,
    fill: fillOne,
    attack: (site) => send(site.port, `DELETE /api/my-data HTTP/1.1\r\nCookie: ${cookie}`),
  },
];

/** Fills the database with events of a single person. */
function fillOne(databaseFile: string, grantedAt: number) {
  fillEvents(databaseFile, ERASED_EVENTS, { people: [visitorId(1)], begin: grantedAt });
}

interface Measured extends Latencies {
  peakMb: number;
  grownMb: number;
}

/** Measures what each attack in a list costs an ordinary visitor, and the server in memory and disk space. */
export const hostile: Benchmark = {
  name: 'hostile',
  onlyWhenNamed: true,
  async run({ seconds, progress }) {
    const rows: string[][] = [];
    const targets: Target[] = [];
    for (const contender of CONTENDERS) {
      progress(contender.name);
      const measured = await measure(contender, seconds);
      const { requests, errors, p50Ms, maxMs, peakMb, grownMb } = measured;
      rows.push([
        contender.name,
        whole(contender.bytes),
        whole(requests),
        oneDecimal(p50Ms),
        oneDecimal(maxMs),
        whole(peakMb),
        oneDecimal(grownMb),
      ]);
      if (maxMs > MOST_WAIT_MS || errors > 0 || contender.name === 'nobody') {
        targets.push({
          what: contender.name,
          measured: `${oneDecimal(maxMs)} ms, ${errors} not answered with 200`,
          wanted: `${MOST_WAIT_MS} ms, 0`,
          met: maxMs <= MOST_WAIT_MS && errors === 0,
        });
      }
    }
    return {
      title: 'Hostile: what one visitor waits for while somebody attacks',
      columns: [
        ...['attack', 'bytes', 'requests of the visitor', 'median ms', 'worst ms'],
        ...['peak MB', 'database grows by MB'],
      ],
      rows,
      notes: [
        `each for ${seconds} s, from ${AT_ONCE} connections of one client at once unless it says otherwise`,
        'the visitor asks for a page and sends three events in turn, 20 ms apart, from another address',
      ],
      targets,
    };
  },
};

async function measure({ fill, attack }: Contender, seconds: number): Promise<Measured> {
  const settings = { RATE_LIMITS: 'on', TRUST_PROXY: '1' };
  return withSite({ ...(fill && { fill }), settings }, async ({ server, databaseFile }) => {
    const { port } = server;
    const before = sizeMb(databaseFile);
    const mix = { 'page, br': 1, 'events, /api/events': 1 };
    const visitor = await startLoad({ port, seconds, mix, ...VISITOR });
    let isOn = true;
    const memory = watchMemory(server);
    const attacking = attack({ port, isOn: () => isOn });
    const { all } = await visitor.result();
    isOn = false;
    await attacking;
    return { ...all, peakMb: memory.stop(), grownMb: sizeMb(databaseFile) - before };
  });
}

function watchMemory(server: SiteServer) {
  let peakMb = 0;
  const look = () => {
    peakMb = Math.max(peakMb, server.usage().residentMb);
    return peakMb;
  };
  const timer = setInterval(look, EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      return look();
    },
  };
}
