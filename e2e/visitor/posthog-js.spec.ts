import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import type { Site } from '../site.ts';
import { accept, banner, eventDoors, nothingElse, stored } from '../visitor.ts';

// Tests that only concern the transport posthog-js: docs/decisions/011-two-transports.md.
test.use({ transport: 'posthog-js' });

interface Captured {
  uuid: string;
  event: string;
  properties: Record<string, unknown>;
}

const notify = (page: Page) => page.locator('#hero').getByRole('button', { name: 'Notify me' });
const off = (page: Page) => page.getByRole('button', { name: 'Turn analytics off' });
const events = (site: Site) => site.query<{ id: string; name: string }>('SELECT * FROM events');
const clicks = (site: Site) => events(site).filter(({ name }) => name === 'button_click');

async function measured(site: Site) {
  await expect.poll(() => events(site).length).toBeGreaterThan(0);
}

/** Returns the captured events of a request, unpacked. */
function captured(request: Request): Captured[] {
  const bytes = request.postDataBuffer() ?? Buffer.alloc(0);
  const json = bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
  return JSON.parse(json.toString()).batch;
}

/** Collects every request of the page to an event endpoint from now on. */
function watchEventRequests(page: Page) {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (eventDoors.test(request.url())) requests.push(request);
  });
  return requests;
}

test('it requests nothing but /ingest/e/, and sends no more than our own beacon does', async ({
  page,
  site,
}) => {
  const requests = watchEventRequests(page);
  await page.goto(`${site.url}/?utm_source=letter&gclid=1&secret=2#top`);
  await accept(page);
  await measured(site);
  await notify(page).click();
  await expect.poll(() => clicks(site).length).toBe(1);
  expect(new Set(requests.map((request) => new URL(request.url()).pathname))).toEqual(
    new Set(['/ingest/e/']),
  );
  const sent = requests.flatMap(captured);
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
  for (const event of sent) {
    expect(Object.keys(event).sort()).toEqual(['event', 'properties', 'timestamp', 'uuid']);
    expect(event.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  }
  expect(
    events(site)
      .map(({ id }) => id)
      .sort(),
  ).toEqual(sent.map(({ uuid }) => uuid).sort());
});

test('it does not even try to write to the device', async ({ page, site }) => {
  await page.addInitScript(() => {
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
  });
  await page.goto(site.url);
  await accept(page);
  await measured(site);
  await off(page).click();
  await expect(off(page)).toBeHidden();
  const written = await page.evaluate(() => (window as unknown as { written: string[] }).written);
  expect(new Set(written)).toEqual(new Set(['cookie cc_cookie']));
  // And the page can use its storage again.
  expect((await stored(page)).rest).toEqual(nothingElse);
});

test('a failed request is repeated with the same event ids', async ({ page, site }) => {
  page.allowFailed(503);
  await page.goto(site.url);
  await accept(page);
  await measured(site);
  const requests = watchEventRequests(page);
  let refused = 0;
  await page.route(eventDoors, (route) => {
    refused += 1;
    return refused === 1 ? route.fulfill({ status: 503, body: '{}' }) : route.continue();
  });
  await notify(page).click();
  await expect.poll(() => clicks(site).length).toBe(1);
  const idsOfClick = requests
    .flatMap(captured)
    .filter(({ event }) => event === 'button_click')
    .map(({ uuid }) => uuid);
  expect(idsOfClick.length).toBeGreaterThan(1);
  expect(new Set(idsOfClick)).toEqual(new Set(clicks(site).map(({ id }) => id)));
});

for (const [next, stay] of [
  ['the page stays', (page: Page) => page.clock.runFor(120_000)],
  ['the page is left', () => {}],
] as const) {
  test(`withdrawal aborts requests under way, and drops waiting events and pending retries; ${next}`, async ({
    page,
    site,
  }) => {
    page.allowFailed(0, 503);
    await page.clock.install();
    await page.goto(site.url);
    await accept(page);
    await measured(site);
    // The server does not hear of the withdrawal, so it would keep whatever still left the page.
    await page.route('**/api/consents', () => {});
    const before = events(site).length;
    let tries = 0;
    await page.route(eventDoors, (route) => {
      tries += 1;
      if (tries === 2) return route.fulfill({ status: 503, body: '{}' }); // to be retried
      return new Promise(() => {}); // under way
    });
    await notify(page).click();
    await expect.poll(() => tries).toBe(1);
    const refused = page.waitForEvent('requestfinished', (request) =>
      eventDoors.test(request.url()),
    );
    await notify(page).click();
    await refused;
    await notify(page).click(); // waits in the queue
    const [calledBack] = await Promise.all([
      page.waitForEvent('requestfailed', (request) => eventDoors.test(request.url())),
      off(page).click(),
    ]);
    expect(calledBack.failure()?.errorText).toContain('ERR_ABORTED');
    await page.unroute(eventDoors);
    const requests = watchEventRequests(page);
    await stay(page);
    // A beacon is sent when the next page loads, so it would have arrived by the page after that.
    await page.goto(`${site.url}/healthz`);
    await page.goto(`${site.url}/about`);
    await expect(page.getByRole('button', { name: 'Cookie settings' })).toBeVisible();
    expect(requests).toEqual([]);
    expect(events(site)).toHaveLength(before);
  });
}

test('the open page adopts another project key, and nobody is asked again', async ({
  page,
  site,
}) => {
  const host = { POSTHOG_HOST: 'http://127.0.0.1:9' };
  await site.restart({ POSTHOG_KEY: 'phc_one', ...host });
  await page.goto(site.url);
  await accept(page);
  await measured(site);
  await site.restart({ POSTHOG_KEY: 'phc_two', ...host });
  page.allowFailed(401);
  await notify(page).click();
  await expect.poll(() => page.consoleLines.join()).toContain('401');
  await expect(async () => {
    await notify(page).click();
    await expect.poll(() => clicks(site).length, { timeout: 4_000 }).toBeGreaterThan(0);
  }).toPass();
  await expect(banner(page)).toBeHidden();
  expect(site.query('SELECT * FROM consents')).toHaveLength(1);
});

test('plain posthog-js with only its address set delivers all of our events, each once', async ({
  page,
  site,
}) => {
  const consentId = '0195552f-0000-7000-8000-000000000001';
  const dist = join(import.meta.dirname, '../../node_modules/posthog-js/dist');
  const answers: { status: number; url: string }[] = [];
  page.on('response', (answer) => {
    if (answer.url().includes('/ingest'))
      answers.push({ status: answer.status(), url: answer.url() });
  });
  // posthog-js treats an automated or headless browser as a bot and drops its events.
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false });
    Object.defineProperty(Navigator.prototype, 'userAgentData', { get: () => undefined });
  });
  await page.route('**/sdk/*', (route) => {
    const name = new URL(route.request().url()).pathname.slice('/sdk/'.length);
    return name === 'page'
      ? route.fulfill({ contentType: 'text/html', body: SDK_PAGE })
      : route.fulfill({ contentType: 'text/javascript', body: readFileSync(join(dist, name)) });
  });
  await page.goto(site.url);
  const { revision, textHash } = JSON.parse((await page.locator('#page-data').textContent()) ?? '');
  const decision = { consentId, revision, analytics: true, source: 'banner', language: 'en' };
  const proof = await page.request.post(`${site.url}/api/consents`, {
    data: { ...decision, textHash },
  });
  expect(proof.status()).toBe(201);

  const requests = watchEventRequests(page);
  await page.goto(`${site.url}/sdk/page`);
  await page.waitForFunction(() => 'posthog' in window);
  const OURS = [
    ['scroll', { percent_scrolled: 50 }],
    ['section_view', { section_name: 'hero' }],
    ['button_click', { button_name: 'Notify me', click_location: 'hero' }],
    ['form_submit', { form_type: 'beta', event_label: 'success', email_domain: 'a.example' }],
  ];
  await page.evaluate(
    ([id, ours]) => {
      const { posthog } = window as unknown as { posthog: Sdk };
      posthog.identify(id as string);
      for (const [name, properties] of ours as [string, object][])
        posthog.capture(name, properties);
    },
    [consentId, OURS] as const,
  );
  await expect.poll(() => events(site).length).toBe(4);
  // And its beacon at the end of the page.
  await page.evaluate(() =>
    (window as unknown as { posthog: Sdk }).posthog.capture('scroll', { percent_scrolled: 75 }),
  );
  await page.goto('about:blank');
  await expect.poll(() => events(site).length).toBe(5);

  expect(site.query('SELECT DISTINCT consent_id FROM events')).toEqual([{ consent_id: consentId }]);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  const paths = new Set(requests.map((request) => new URL(request.url()).pathname));
  expect([...paths].join()).toMatch(/\/config/);
  expect([...paths].join()).toMatch(/\/flags/);
  expect(requests.filter((request) => /retry_count/.test(request.url()))).toEqual([]);
  const uuids = requests
    .filter((request) => request.method() === 'POST' && /\/e\//.test(request.url()))
    .flatMap(captured)
    .map(({ uuid }) => uuid);
  expect(new Set(uuids).size).toBe(uuids.length);
});

interface Sdk {
  identify(id: string): void;
  capture(name: string, properties: object): void;
}

const SDK_PAGE = `<!doctype html><title>SDK</title><script type="module">
import posthog from '/sdk/module.js';
posthog.init('phc_test', { api_host: location.origin + '/ingest' });
window.posthog = posthog;
</script>`;
