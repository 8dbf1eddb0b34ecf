import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The two steps of the funnel that is compared, and the sums of the view *Traffic*. */
const QUERIES = {
  funnel: `SELECT countIf(level >= 1), countIf(level >= 2) FROM (
    SELECT consent_id, windowFunnel(1209600000)(at, seen, signed_up) AS level FROM bench.events GROUP BY consent_id)`,
  traffic: `SELECT utm_source, count(), uniqExact(consent_id), uniqExactIf(consent_id, signed_up) FROM bench.events GROUP BY 1`,
};

const PROGRAM = `
import { Session } from 'chdb';
const [file, rounds, queries] = [process.argv[2], Number(process.argv[3]), JSON.parse(process.argv[4])];
const db = new Session('./data');
const ask = (sql) => db.query(sql + ' SETTINGS max_threads = 1');
const timed = (run) => {
  const since = performance.now();
  const answer = run();
  return { seconds: (performance.now() - since) / 1000, answer };
};
const { seconds: loaded } = timed(() => {
  db.query('CREATE DATABASE bench');
  db.query(\`CREATE TABLE bench.events (consent_id UUID, at UInt64, name LowCardinality(String), utm_source Nullable(String),
    seen UInt8, signed_up UInt8) ENGINE = MergeTree ORDER BY (consent_id, at)\`);
  db.query(\`INSERT INTO bench.events SELECT toUUID(consent_id), occurred_at, name, utm_source,
    name = 'section_view' AND JSONExtractString(properties, 'section_name') = 'signup',
    name = 'form_submit' AND JSONExtractString(properties, 'event_label') = 'success'
    FROM sqlite('\${file}', 'events')\`);
  db.query('OPTIMIZE TABLE bench.events FINAL');
});
const answers = { loaded };
for (const [name, sql] of Object.entries(queries)) {
  const asked = Array.from({ length: rounds }, () => timed(() => ask(sql)));
  answers[name] = { seconds: asked.map(({ seconds }) => seconds), answer: String(asked[0].answer) };
}
console.log(JSON.stringify(answers));
process.exit(0);
`;

export interface ClickhouseTimes {
  loaded: number;
  funnel: { seconds: number[]; answer: string };
  traffic: { seconds: number[]; answer: string };
}

/**
 * Fetches an embedded ClickHouse into a temporary folder, lets it load the database, and asks it on one thread.
 *
 * @returns a sentence that says why, when it cannot be fetched or run
 */
export function askClickhouse(file: string, rounds: number): ClickhouseTimes | string {
  const folder = mkdtempSync(join(tmpdir(), 'clickhouse-'));
  const run = (command: string, args: string[]) =>
    spawnSync(command, args, { cwd: folder, encoding: 'utf8', timeout: 900_000 });
  try {
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const fetched = run('npm', ['install', '--no-audit', '--no-fund', 'chdb@3.4.0']);
    if (fetched.status !== 0) return `npm install chdb failed: ${lastLine(fetched.stderr)}`;
    writeFileSync(join(folder, 'ask.mjs'), PROGRAM);
    const args = ['ask.mjs', file, String(rounds), JSON.stringify(QUERIES)];
    const asked = run('taskset', ['-c', '0', process.execPath, ...args]);
    if (asked.status !== 0) return `ClickHouse failed: ${lastLine(asked.stderr)}`;
    return JSON.parse(lastLine(asked.stdout)) as ClickhouseTimes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const lastLine = (text: string | null) => (text ?? '').trim().split('\n').at(-1) ?? '';
