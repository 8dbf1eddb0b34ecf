import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { figuresReportSchema, refusalSchema } from '#shared/growth';
import { bearer, FIGURES, MARCH_14, openConsole, PEOPLE } from '../testing/sites/console-site.ts';
import { openSendingSite } from '../testing/sites/sending-site.ts';
import { describeApi } from './openapi/document.ts';
import { OPERATIONS } from './openapi/operations.ts';
import { STATUS_OF } from './openapi/refusal-codes.ts';

const TOKENS = { GROWTH_TOKEN: PEOPLE, GROWTH_VIEWER_TOKEN: FIGURES };
const API = '/growth/api/';
const manual = readFileSync(new URL('../../../docs/growth-api.md', import.meta.url), 'utf8');

async function openSite() {
  const { mail } = await openSendingSite();
  return openConsole({ mail, recipient: 'eu.i.posthog.com' });
}

test('each operation is open to whom the document says', async () => {
  const { ask, app } = await openSite();
  const operations = Object.entries(OPERATIONS).filter(([key]) => key.includes(API));
  expect(operations.length).toBeGreaterThan(40);
  for (const [key, { access, query }] of operations) {
    const [method = '', path = ''] = key.split(' ');
    const isRanged = query !== undefined && !/list|signups|funnels/.test(path);
    const route = path.replace(API, '').replace(/:\w+/g, '0195a000-0000-7000-8000-000000000001');
    const asked = isRanged ? `${route}?${MARCH_14}` : route;
    const viewed = await ask(asked, method, { token: FIGURES });
    expect(viewed.status === 403, key).toBe(access === 'people');
    const opened = await ask(asked, method);
    if (method === 'GET' && !path.includes(':')) expect(opened.status, key).toBe(200);
    if (path.endsWith('/session')) continue;
    expect((await app.request(path, { method })).status, key).toBe(401);
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
