import { gunzipSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import {
  agree,
  banner,
  eventEndpoints,
  events,
  nothingElse,
  notify,
  off,
  stored,
} from '../visitor-actions.ts';

// Tests that only concern the transport posthog-js: docs/decisions/011-two-transports.md.
test.use({ transport: 'posthog-js' });

interface Captured {
  uuid: string;
  event: string;
  properties: Record<string, unknown>;
}

/** Returns the captured events of requests, unpacked. */
const captured = (requests: Request[]): Captured[] =>
  requests.flatMap((request) => {
    const bytes = request.postDataBuffer() ?? Buffer.alloc(0);
    const json = bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
    return JSON.parse(json.toString()).batch;
  });

/** Collects every request of the page to an event endpoint from now on. */
function watchEventRequests(page: Page) {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (eventEndpoints.test(request.url())) requests.push(request);
  });
  return requests;
}

/** Records in the page, from its start, what it tries to write to the device. */
function recordWrites() {
  const written: string[] = [];
  Object.assign(window, { written });
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (this: Storage, key: string, value: string) {
    written.push(`storage ${key}`);
    setItem.call(this, key, value);
  };
  const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
  Object.defineProperty(Document.prototype, 'cookie', {
    ...cookie,
    set(this: Document, value: string) {
      written.push(`cookie ${value.split('=')[0]}`);
      cookie?.set?.call(this, value);
    },
  });
  const open = indexedDB.open.bind(indexedDB);
  indexedDB.open = (name, version) => {
    written.push(`database ${name}`);
    return open(name, version);
  };
}

test('it sends no more than our own beacon, under lasting ids, and writes nothing', async ({
  page,
  site,
}) => {
  page.allowFailed(503);
  await page.addInitScript(recordWrites);
  const requests = watchEventRequests(page);
  await agree(page, site, '/?utm_source=letter&gclid=1&secret=2#top');
  await page.route(eventEndpoints, (route) => route.fulfill({ status: 503, body: '{}' }), {
    times: 1,
  });
  await notify(page).click();
  await expect.poll(() => events(site, 'button_click').length).toBe(1);
  for (const request of requests) expect(new URL(request.url()).pathname).toBe('/ingest/e/');
  const sent = captured(requests);
  const names = new Set(sent.flatMap(({ properties }) => Object.keys(properties)));
  expect([...names].sort()).toEqual([
    '$pathname',
    '$session_id',
    '$viewport_width',
    'button_name',
    'click_location',
    'distinct_id',
    'percent_scrolled',
    'section_name',
    'site_language',
    'token',
    'utm_source',
  ]);
  expect(JSON.stringify(sent)).not.toMatch(/secret|gclid|#top|Mozilla|Chrome/);
  for (const event of sent)
    expect(Object.keys(event).sort()).toEqual(['event', 'properties', 'timestamp', 'uuid']);
  const ids = events(site).map(({ id }) => id);
  expect(sent.length).toBeGreaterThan(ids.length);
  expect(new Set(sent.map(({ uuid }) => uuid))).toEqual(new Set(ids));
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);

  await off(page).click();
  await expect(off(page)).toBeHidden();
  // It does not even try to write, and gives the page its storage back.
  const written = await page.evaluate(() => (window as unknown as { written: string[] }).written);
  expect(new Set(written)).toEqual(new Set(['cookie cc_cookie']));
  expect((await stored(page)).rest).toEqual(nothingElse);
});

test('without consent on record measuring stops; the page asks', async ({ page, site }) => {
  await agree(page, site);
  site.execute('DROP TRIGGER IF EXISTS consents_no_delete; DELETE FROM consents;');
  await notify(page).click();
  await expect(banner(page)).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
});

test('withdrawal aborts what is under way and drops what waits', async ({ page, site }) => {
  page.allowFailed(0, 503);
  await page.clock.install();
  await agree(page, site);
  // The server does not hear of the withdrawal, so it would keep whatever still left the page.
  await page.route('**/api/consents', () => {});
  const before = events(site).length;
  let tries = 0;
  await page.route(eventEndpoints, (route) => {
    tries += 1;
    if (tries === 2) return route.fulfill({ status: 503, body: '{}' }); // to be retried
    return new Promise(() => {}); // under way
  });
  await notify(page).click();
  await expect.poll(() => tries).toBe(1);
  const refused = page.waitForEvent('requestfinished', (it) => eventEndpoints.test(it.url()));
  await notify(page).click();
  await refused;
  await notify(page).click(); // waits in the queue
  const [calledBack] = await Promise.all([
    page.waitForEvent('requestfailed', (request) => eventEndpoints.test(request.url())),
    off(page).click(),
  ]);
  expect(calledBack.failure()?.errorText).toContain('ERR_ABORTED');
  await page.unroute(eventEndpoints);
  const requests = watchEventRequests(page);
  await page.clock.runFor(120_000);
  // A beacon is sent when the next page loads, so it would have arrived by the page after that.
  await page.goto('/healthz');
  await page.goto('/about');
  await expect(page.getByRole('button', { name: 'Cookie settings' })).toBeVisible();
  expect(requests).toEqual([]);
  expect(events(site)).toHaveLength(before);
});
