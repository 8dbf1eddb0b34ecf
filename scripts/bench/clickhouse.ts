import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FunnelQuery, FunnelStep } from '#shared/funnel';
import { median } from './benchmark.ts';

const text = (name: string) => `JSONExtractString(properties, '${name}')`;
/** Properties have columns of their own, and so have steps: that saves ClickHouse the work of finding them. */
const PROPERTIES = ['click_location', 'event_label'];

const conditionOf = ({ event, properties }: FunnelStep) =>
  [
    `name = '${event}'`,
    ...Object.entries(properties).map(([name, value]) => `${text(name)} = '${value}'`),
  ].join(' AND ');

/** Counts the people of each step. */
function countPeople({ order, windowSeconds, breakdown }: FunnelQuery, steps: readonly string[]) {
  const counts = steps.map((_, step) => `countIf(level > ${step})`).join();
  const mode = order === 'strict' ? ", 'strict_order'" : '';
  const isFirst = `${breakdown} IS NOT NULL AND (${steps.join(' OR ')})`;
  const first = breakdown ? `argMinIf(${breakdown}, at, ${isFirst}) AS value,` : '';
  return `SELECT ${breakdown ? 'value,' : ''} ${counts} FROM (
    SELECT consent_id, ${first} windowFunnel(${windowSeconds * 1_000}${mode})(at, ${steps.join()}) AS level
    FROM bench.events GROUP BY consent_id) ${breakdown ? 'GROUP BY value' : ''}`;
}

/** Counts events and people, as *Traffic* does. */
const sums = (by: string, signedUp: string) =>
  `SELECT ${by}, count(), uniqExact(consent_id), uniqExactIf(consent_id, ${signedUp}) FROM bench.events GROUP BY 1`;

/** The median time and the answer, by the name of a question. */
export type ClickhouseAnswers = Map<string, { ms: number; answer: string }>;

/**
 * Fetches an embedded ClickHouse into a temporary folder, lets it load the events of a SQLite file, and asks it on one
 * thread: each funnel that it can count, and *Traffic*, which takes two questions.
 *
 * @throws Error when it cannot be fetched
 */
export function askClickhouse(
  file: string,
  rounds: number,
  funnels: ReadonlyMap<string, FunnelQuery>,
): ClickhouseAnswers {
  const folder = mkdtempSync(join(tmpdir(), 'clickhouse-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const install = ['install', '--no-audit', '--no-fund', 'chdb@3.4.0'];
    const { status, stderr } = spawnSync('npm', install, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`npm ${install.join(' ')}: ${stderr.trim()}`);
    const chdb = createRequire(join(folder, 'package.json'))('chdb');
    const session: { query(sql: string): string } = new chdb.Session(join(folder, 'data'));

    const asked = [...funnels].filter(
      ([, one]) => one.exclusions.length === 0 && one.order !== 'unordered',
    );
    const steps = asked.flatMap(([, one]) => one.steps).filter(({ event }) => event !== null);
    const conditions = [...new Set(steps.map(conditionOf))];
    const columnOf = (step: FunnelStep) =>
      step.event === null ? '1 = 1' : `step${conditions.indexOf(conditionOf(step))}`;
    session.query('CREATE DATABASE bench');
    const columns = [
      ...PROPERTIES.map((name) => [`${name} Nullable(String)`, `nullIf(${text(name)}, '')`]),
      ...conditions.map((condition, step) => [`step${step} UInt8`, condition]),
    ];
    session.query(`CREATE TABLE bench.events (consent_id UUID, at UInt64, name LowCardinality(String),
      utm_source Nullable(String), ${columns.map(([column]) => column).join()})
      ENGINE = MergeTree ORDER BY (consent_id, at)`);
    session.query(`INSERT INTO bench.events SELECT toUUID(consent_id), occurred_at, name, utm_source,
      ${columns.map(([, value]) => value).join()} FROM sqlite('${file}', 'events')`);
    session.query('OPTIMIZE TABLE bench.events FINAL');

    const questions = new Map(
      asked.map(([name, one]) => [name, [countPeople(one, one.steps.map(columnOf))]]),
    );
    const signedUp = columnOf({ event: 'form_submit', properties: { event_label: 'success' } });
    questions.set('traffic, 12 months', [sums('utm_source', signedUp), sums('name', signedUp)]);
    const answers: ClickhouseAnswers = new Map();
    for (const [name, list] of questions) {
      const answered = Array.from({ length: rounds }, () => {
        const since = performance.now();
        const texts = list.map((sql) => session.query(`${sql} SETTINGS max_threads = 1`));
        return { ms: performance.now() - since, answer: texts.join().trim() };
      });
      const middle = median(answered, (one) => one.ms);
      answers.set(name, middle);
    }
    return answers;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
