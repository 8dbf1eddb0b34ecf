import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const WINDOW_MS = 14 * 86_400_000;
const FORM = ['seen', 'signed_up'];
const SIX = ['hero', 'seen', 'signed_up', 'hero', 'pipeline', 'clicked'];
const VISIT = ['hero', 'pipeline', 'benefits', 'clicked', 'seen', 'signed_up'];
const STRICT = ", 'strict_order'";

/** Counts the people of each step. The events have a column for each step, which saves ClickHouse the work of finding them. */
function funnel(steps: readonly string[], { mode = '', by = '' } = {}): string {
  const counts = steps.map((_, step) => `countIf(level > ${step})`).join();
  const first =
    by && `argMinIf(${by}, at, ${by} IS NOT NULL AND (${steps.join(' OR ')})) AS value,`;
  return `SELECT ${by && 'value,'} ${counts} FROM (
    SELECT consent_id, ${first} windowFunnel(${WINDOW_MS}${mode})(at, ${steps.join()}) AS level
    FROM bench.events GROUP BY consent_id) ${by && 'GROUP BY value'}`;
}
const sums = (by: string) =>
  `SELECT ${by}, count(), uniqExact(consent_id), uniqExactIf(consent_id, signed_up) FROM bench.events GROUP BY 1`;

/** For each question of the benchmark that ClickHouse can answer, the same in its words. *Traffic* asks two. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  'funnel signup, 12 months': [funnel(FORM)],
  'funnel top, 12 months': [funnel(['hero', ...FORM])],
  'funnel button, 12 months': [funnel(['clicked', ...FORM], { by: 'click_location' })],
  'funnel form, 12 months': [funnel(['seen', 'sent', 'signed_up'], { by: 'event_label' })],
  'funnel six steps, by source, 12 months': [funnel(SIX, { by: 'utm_source' })],
  'funnel signup, strict, 12 months': [funnel(FORM, { mode: STRICT })],
  'funnel six steps, strict, 12 months': [funnel(SIX, { mode: STRICT, by: 'utm_source' })],
  'funnel a visit, by source, 12 months': [funnel(VISIT, { by: 'utm_source' })],
  'funnel any event, then signup, 12 months': [funnel(['1 = 1', ...FORM])],
  'traffic, 12 months': [sums('utm_source'), sums('name')],
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
    click_location Nullable(String), event_label Nullable(String), hero UInt8, pipeline UInt8, benefits UInt8, seen UInt8,
    clicked UInt8, sent UInt8, signed_up UInt8) ENGINE = MergeTree ORDER BY (consent_id, at)\`);
  db.query(\`INSERT INTO bench.events SELECT toUUID(consent_id), occurred_at, name, utm_source,
    nullIf(JSONExtractString(properties, 'click_location'), ''), nullIf(JSONExtractString(properties, 'event_label'), ''),
    \${['hero', 'pipeline', 'benefits', 'signup'].map((section) =>
      \`name = 'section_view' AND JSONExtractString(properties, 'section_name') = '\${section}'\`).join()},
    name = 'button_click', name = 'form_submit',
    name = 'form_submit' AND JSONExtractString(properties, 'event_label') = 'success'
    FROM sqlite('\${file}', 'events')\`);
  db.query('OPTIMIZE TABLE bench.events FINAL');
});
const answers = { loaded, questions: {} };
for (const [name, list] of Object.entries(queries)) {
  const asked = Array.from({ length: rounds }, () => timed(() => list.map(ask)));
  answers.questions[name] = { seconds: asked.map(({ seconds }) => seconds), answer: String(asked[0].answer) };
}
console.log(JSON.stringify(answers));
process.exit(0);
`;

export interface ClickhouseTimes {
  loaded: number;
  questions: Readonly<Record<string, { seconds: number[]; answer: string }>>;
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
