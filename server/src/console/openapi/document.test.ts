import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openConsole } from '../../testing/sites/console-site.ts';
import { openSendingSite } from '../../testing/sites/sending-site.ts';
import { describeApi } from './document.ts';
import { OPERATIONS } from './operations.ts';

const root = new URL('../../../../', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));

/** Not for programs: the pages of the site ask them, with a cookie, and PostHog's SDKs in their own format. */
const OTHERS = /^\w+ \/(api\/my-data|ingest\/.*)$/;

test('docs/openapi.json is what the code makes (npx vitest run server/src/console/openapi -u writes it)', async () => {
  const text = `${JSON.stringify(describeApi(version), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot(`${root.pathname}docs/openapi.json`);
});

test('the document has no form of text but those that JSON Schema knows', () => {
  const forms = JSON.stringify(describeApi(version)).matchAll(/"format":"([^"]+)"/g);
  expect([...new Set([...forms].map(([, form]) => form))].sort()).toEqual(['date-time', 'uuid']);
});

test('each route is documented, and each operation has a route', async () => {
  const { mail } = await openSendingSite();
  const { app } = await openConsole({ mail });
  const mounted = app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replace(/(?<=.)\/$/, '')}`)
    .filter((key) => /^\w+ \/(growth\/api|api|healthz|readyz)/.test(key) && !OTHERS.test(key));
  expect([...new Set(mounted)].sort()).toEqual(
    // One route answers all of PostgREST's, whatever the method.
    Object.keys(OPERATIONS)
      .filter((key) => !key.includes('/rest/'))
      .sort(),
  );
});
