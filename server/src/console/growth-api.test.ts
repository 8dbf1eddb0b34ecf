import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { figuresReportSchema, refusalSchema } from '#shared/growth';
import { bearer, FIGURES, MARCH_14, openConsole, PEOPLE } from '../testing/sites/console-site.ts';
import { openSendingSite } from '../testing/sites/sending-site.ts';
import type { TestAppOptions } from '../testing/test-app.ts';
import { describeApi } from './openapi/document.ts';
import { OPERATIONS } from './openapi/operations.ts';
import { codesOf, STATUS_OF } from './openapi/refusal-codes.ts';

const TOKENS = { GROWTH_TOKEN: PEOPLE, GROWTH_VIEWER_TOKEN: FIGURES };
const API = '/growth/api/';
const manual = readFileSync(new URL('../../../docs/growth-api.md', import.meta.url), 'utf8');

async function openSite(options: TestAppOptions = {}) {
  const { mail } = await openSendingSite();
  return openConsole({ mail, recipient: 'eu.i.posthog.com', ...options });
}

const operations = Object.entries(OPERATIONS)
  .filter(([key]) => key.includes(API))
  .map(([key, operation]) => {
    const [method = '', path = ''] = key.split(' ');
    const isRanged = operation.query !== undefined && !/list|signups|funnels|acts/.test(path);
    const route = path.replace(API, '').replace(/:\w+/g, '0195a000-0000-7000-8000-000000000001');
    return { key, method, path, ...operation, asked: isRanged ? `${route}?${MARCH_14}` : route };
  });

test('each operation is open to whom the document says', async () => {
  const { ask, app } = await openSite();
  expect(operations.length).toBeGreaterThan(40);
  for (const { key, method, path, access, asked } of operations) {
    const viewed = await ask(asked, method, { token: FIGURES });
    expect(viewed.status === 403, key).toBe(access === 'people');
    const opened = await ask(asked, method);
    if (method === 'GET' && !path.includes(':')) expect(opened.status, key).toBe(200);
    const stranger = await app.request(path, { method });
    expect(stranger.status === 401, key).toBe(access !== 'public');
  }
});

test('each operation that reads figures says whether reports may be too many for it', async () => {
  const { ask } = await openSite({ reports: { maxWaiting: 0 } });
  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    const { status } = await ask(operation.asked);
    const isCounted = codesOf(operation, operation.path).includes('reports_busy');
    expect(status === 503, operation.key).toBe(isCounted);
  }
});

test('the table of errors has every code that the console can answer, with its status', () => {
  const { paths, components } = describeApi('') as {
    paths: Record<string, unknown>;
    components: { responses: Record<string, unknown> };
  };
  const own = JSON.stringify(Object.entries(paths).filter(([path]) => path.startsWith(API)));
  const named = [...own.matchAll(/#\/components\/responses\/([\w-]+)/g)].map(
    ([, name = '']) => name,
  );
  expect(named.every((name) => name in components.responses)).toBe(true);
  const codes = new Set(named.flatMap((name) => name.split('-')));
  const wanted = Object.entries(STATUS_OF).filter(([code]) => codes.has(code));
  const rows = [...manual.matchAll(/^\| (\d+) \| `(\w+)`/gm)].map(([, status, code]) => [
    code,
    Number(status),
  ]);
  expect(rows.filter(([code]) => code !== 'method_not_allowed').sort()).toEqual(wanted.sort());
});

test('the examples of docs/growth-api.md are answers, and its questions are answered', async () => {
  const { app } = await openSite();
  const examples = [...manual.matchAll(/```json\n(.*?)```/gs)].map(([, json = '']) =>
    JSON.parse(json),
  );
  for (const [index, schema] of [figuresReportSchema, refusalSchema].entries())
    expect(schema.parse(examples[index])).toEqual(examples[index]);
  const questions = [
    ...manual.matchAll(/^curl -H "Authorization: Bearer \$(\w+)" (?:\\\n +)?"\$SITE(\S+)"$/gm),
  ];
  expect(questions.length).toBeGreaterThan(2);
  for (const [, name, path = ''] of questions) {
    const headers = bearer(TOKENS[name as keyof typeof TOKENS]);
    expect((await app.request(path, { headers })).status, path).toBe(200);
  }
});
