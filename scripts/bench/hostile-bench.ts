import { once } from 'node:events';
import { connect } from 'node:net';
import { ATTACKS } from '../../server/src/testing/hostile/attacks.ts';
import { startNode } from '../../server/src/testing/sites/built-process.ts';
import { type Benchmark, mb, ms, type Target } from './benchmark.ts';
import { fillEvents } from './fill-site.ts';
import { runLoad } from './load.ts';
import { createMix, envelope, VISITORS } from './visits.ts';
import { PROGRAMS, withSite } from './with-site.ts';

/** The longest that another visitor's request may delay an ordinary visitor. */
const MOST_WAIT_MS = 50;
const VISITOR = {
  connections: 32, // enough that no request waits for an earlier one
  perSecond: 50,
  warmUpSeconds: 1,
};

interface Contender {
  name: string;
  fill?(databaseFile: string, grantedAt: number): void;
  /** Attacks until the process ends. */
  attack(port: number): void;
}

/** Not those who have sent events by then. */
const [JANE = '', JOHN = ''] = VISITORS.slice(-2);
const MB = 2 ** 20;
const AT_ONCE = 4;
/** One address for all attacks, so that the site's limit per address applies. */
const CLIENT = { 'X-Forwarded-For': '203.0.113.66' };
const HEAD = `Host: a.test\r\nX-Forwarded-For: ${CLIENT['X-Forwarded-For']}\r\n`;

/** Repeats a request on a few connections. A body is bytes: a text would get a Content-Type. */
const repeated = (name: string, path: string, create = (): RequestInit => ({})): Contender => ({
  name,
  attack(port) {
    const again = (): unknown => {
      const { headers, ...init } = create();
      const all = { ...init, headers: { ...CLIENT, ...headers } } as RequestInit;
      const asked = fetch(`http://127.0.0.1:${port}${path}`, all);
      return asked.then((answer) => answer.arrayBuffer()).then(again, again);
    };
    for (let count = 0; count < AT_ONCE; count++) again();
  },
});

/** Opens connections that all send this at once, and then neither read nor write. */
const silent = (name: string, connections: number, request: string): Contender => ({
  name: `${name}, ${connections} connections`,
  attack(port) {
    for (let count = 0; count < connections; count++) {
      const socket = connect(port, '127.0.0.1').pause();
      socket.on('error', () => {});
      socket.write(request);
    }
  },
});

/** Asks for all that is stored of a person with many events, who is known by the cookie. */
const onePerson = (method: string): Contender => {
  const value = { categories: ['analytics'], revision: 1, consentId: JANE };
  const headers = { Cookie: `cc_cookie=${encodeURIComponent(JSON.stringify(value))}` };
  return {
    ...repeated(`${method} of 400,000 events`, '/api/my-data', () => ({ method, headers })),
    fill: (file, from) => fillEvents(file, { events: 400_000, from, to: Date.now() }, [JANE]),
  };
};

export const CONTENDERS: readonly Contender[] = [
  { name: 'nobody', attack() {} },
  ...Object.entries(ATTACKS).map(([name, { path, headers = {}, body }]) =>
    repeated(name, path, () => ({ method: 'POST', headers, body: Buffer.from(body) })),
  ),
  repeated('a path of slashes', `/${'/'.repeat(15_000)}x`),
  repeated('a path whose encoding is bad everywhere', `/${'%FF.'.repeat(3_700)}`),
  repeated('/readyz', '/readyz'),
  silent(
    'requests in one packet, no answer read',
    40,
    `GET / HTTP/1.1\r\n${HEAD}\r\n`.repeat(2_000),
  ),
  silent(
    'bodies of 6 MB that stop after the first',
    80,
    `POST /ingest/batch/ HTTP/1.1\r\n${HEAD}Content-Length: ${6 * MB}\r\n\r\n${'x'.repeat(MB)}`,
  ),
  repeated('100 events a request', '/api/events', () => {
    return { method: 'POST', body: Buffer.from(envelope(JOHN, 100)) };
  }),
  onePerson('GET'),
  onePerson('DELETE'),
];

/** Measures what each attack in a list costs an ordinary visitor, and the server in memory. */
export const hostile: Benchmark = async ({ seconds }) => {
  const rows: Record<string, string>[] = [];
  const targets: Target[] = [];
  for (const [index, { name, fill }] of CONTENDERS.entries()) {
    console.error(name);
    const settings = { RATE_LIMITS: 'on', TRUST_PROXY: '1' };
    await withSite({ fill, settings }, async (server) => {
      const mix = await createMix(server.port, 'page, br', 'events, /api/events');
      const args = [...PROGRAMS.attacker, String(server.port), String(index)];
      const attacker = startNode(args, {}); // on the core of the load
      await once(attacker.child.stdout, 'data');
      const { all, peakMb } = await runLoad(server, { ...VISITOR, seconds, kinds: () => mix });
      await attacker.stop();
      rows.push({ attack: name, median: ms(all.p50Ms), worst: ms(all.maxMs), memory: mb(peakMb) });
      const met = all.maxMs <= MOST_WAIT_MS && all.errors === 0;
      const measured = `${ms(all.maxMs)}, ${all.errors} not answered with 200`;
      if (!met || name === 'nobody')
        targets.push([name, measured, `${MOST_WAIT_MS} ms, 0`, met ? 'met' : 'MISSED']);
    });
  }
  return {
    title: 'Hostile: what one visitor waits for while somebody attacks',
    rows,
    notes: [
      `each for ${seconds} s, from ${AT_ONCE} connections of one client at once unless it says otherwise`,
      'the visitor asks for a page and sends three events in turn, 20 ms apart, from another address',
    ],
    targets,
  };
};
