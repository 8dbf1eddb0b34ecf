import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import * as growth from '#shared/growth';
import { applicationStagesSchema, mailingsReportSchema } from '#shared/list';
import { alertsReportSchema, notesReportSchema } from '#shared/notes';
import { actsReportSchema, peopleReportSchema } from '#shared/people';
import { funnelsReportSchema } from '#shared/saved-funnels';
import { recordAll } from '../events/testing/store-contract-events.ts';
import {
  bearer,
  FIGURES,
  openConsole,
  PEOPLE,
  seen,
  signup,
} from '../testing/sites/console-site.ts';
import { openSendingSite } from '../testing/sites/sending-site.ts';
import { NOON } from '../testing/test-app.ts';

const TOKENS = { GROWTH_TOKEN: PEOPLE, GROWTH_VIEWER_TOKEN: FIGURES };

const SCHEMAS: Record<string, z.ZodType> = {
  'GET /growth/api/figures': growth.figuresReportSchema,
  'GET /growth/api/forms': growth.formsReportSchema,
  'GET /growth/api/behaviour': growth.behaviourReportSchema,
  'GET /growth/api/funnel': growth.funnelReportSchema,
  'GET /growth/api/traffic': growth.trafficReportSchema,
  'GET /growth/api/problems': growth.problemsReportSchema,
  'GET /growth/api/delivery': growth.deliveryReportSchema,
  'GET /growth/api/tail': growth.tailReportSchema,
  'GET /growth/api/signups': growth.signupsReportSchema,
  'DELETE /growth/api/signups/:id': growth.erasedSchema,
  'POST /growth/api/signups/:id/message': growth.askedSchema,
  'GET /growth/api/notes': notesReportSchema,
  'GET /growth/api/funnels': funnelsReportSchema,
  'GET /growth/api/alerts': alertsReportSchema,
  'GET /growth/api/list/stages': applicationStagesSchema,
  'GET /growth/api/list/mailings': mailingsReportSchema,
  'GET /growth/api/people': peopleReportSchema,
  'GET /growth/api/acts': actsReportSchema,
  'GET /growth/api/session': growth.sessionSchema,
};

const manual = readFileSync(new URL('../../../docs/growth-api.md', import.meta.url), 'utf8');
const sections = manual.split(/^## /m).slice(1);
const PATHS = sections.flatMap((section) => {
  const [, title] = /^`(.+)`\n/.exec(section) ?? [];
  return title === undefined ? [] : [[title, section] as const];
});
const exampleOf = (section: string) => JSON.parse(/```json\n(.*?)```/s.exec(section)?.[1] ?? '');

async function openSite() {
  const startProblems = [{ code: 'example_site', text: 'data/site.json is the example.' }];
  const { mail } = await openSendingSite();
  const site = await openConsole({ startProblems, mail, recipient: 'eu.i.posthog.com' });
  const id = '0195a000-0000-7000-8000-000000000001';
  await site.store.insertSignup({ ...signup('jane@example.org'), id });
  await site.store.addPageCounts('2026-03-14T12:00', new Map([['/', 3]]));
  const done = { form_type: 'notifyme', event_label: 'success' };
  await recordAll(site.store, [
    seen('jane', 'signup'),
    { person: 'jane', event: 'form_submit', at: NOON + 60_000, properties: done },
    { ...seen('john', 'signup'), utmSource: 'newsletter' },
  ]);
  const [event] = await site.reports.latestEvents({ limit: 1 });
  const through = (event?.seq ?? 0) - 1;
  const setAside = { seq: 2, reason: 'PostHog answered 400' };
  await site.store.settleDeliveries({ through, delivered: 1, skipped: {}, setAside, at: NOON });
  await site.store.noteDeliveryFailure('PostHog answered 503', NOON);
  return site;
}

/** Sends the request of a curl command in the document. */
async function run({ app }: Awaited<ReturnType<typeof openSite>>, section: string, token?: string) {
  const [, command = ''] = /```sh\n(.*?)```/s.exec(section) ?? [];
  const [, name] = /Bearer \$(\w+)"/.exec(command) ?? [];
  const [, path = ''] = /"\$SITE(\/[^"]*)"/.exec(command) ?? [];
  const [, method = 'GET'] = /-X (\w+)/.exec(command) ?? [];
  const headers = bearer(token ?? TOKENS[name as keyof typeof TOKENS]);
  return app.request(path, { method, headers });
}

test('the document describes every path that answers with JSON, and no other', () => {
  expect(PATHS.map(([title]) => title).sort()).toEqual(Object.keys(SCHEMAS).sort());
});

test('each path answers as documented, also a viewer', async () => {
  const site = await openSite();
  // What deletes comes last.
  for (const [title, section] of PATHS.toSorted(([a], [b]) => (a < b ? 1 : -1))) {
    const schema = SCHEMAS[title];
    expect(schema?.parse(exampleOf(section)), title).toEqual(exampleOf(section));
    const viewed = await run(site, section, FIGURES);
    const view = await viewed.json();
    if (section.includes('Needs `GROWTH_TOKEN`')) {
      const { code } = growth.refusalSchema.parse(view);
      expect([viewed.status, code], title).toEqual([403, 'figures_only']);
    } else expect([viewed.status, schema?.parse(view)], title).toEqual([200, view]);
    const answer = await run(site, section);
    const body = await answer.json();
    expect([answer.status, schema?.parse(body)], title).toEqual([200, body]);
  }
});

test('errors are as documented', async () => {
  const { app } = await openSite();
  const errors = sections.find((section) => section.startsWith('Errors')) ?? '';
  expect(growth.refusalSchema.parse(exampleOf(errors))).toEqual(exampleOf(errors));
  const ask = async (path: string, token: string | null, init: RequestInit = {}) => {
    const headers = { ...init.headers, ...(token && bearer(token)) };
    const answer = await app.request(`/growth/api/${path}`, { ...init, headers });
    const { code } = growth.refusalSchema.parse(await answer.json());
    return [String(answer.status), code];
  };
  const found = [
    await ask('figures', PEOPLE),
    await ask(
      'traffic?from=2026-03-14&to=2026-03-14&by=utm_source&filter=utm_source:nobody',
      FIGURES,
    ),
    await ask('tail', null),
    await ask('tail', 'wrong'),
    await ask('signups', FIGURES),
    await ask('tail', null, { headers: { Origin: 'https://elsewhere.test' } }),
    await ask('nothing', PEOPLE),
    await ask('tail', PEOPLE, { method: 'POST' }),
  ];
  const rows = [...errors.matchAll(/^\| (\d+) \| `(\w+)`/gm)].map(([, status, code]) => [
    status,
    code,
  ]);
  expect(rows.slice(0, found.length)).toEqual(found);
});
