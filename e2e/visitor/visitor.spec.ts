import { expect, test, withMotion } from '../fixtures.ts';
import {
  accept,
  analyticsCode,
  banner,
  choiceCookie,
  eventDoors,
  nothingElse,
  reject,
  scrollToEnd,
  signUp,
  signUpAnother,
  stored,
  toast,
} from '../visitor.ts';

test.use(withMotion);

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const anna = { name: 'Anna Grün', email: 'anna@example.org' };
const ben = { name: 'Ben', email: 'ben@studio.example', useCase: 'Two feature films a year' };

interface EventRow {
  seq: number;
  consent_id: string;
  session_id: string;
  name: string;
  properties: string;
  path: string;
  utm_source: string | null;
  viewport: string;
  occurred_at: number;
  received_at: number;
}

// The numbers refer to the list of cases in the consent issue.

test('(9, 10) a visitor who rejects gets one cookie without an identifier, is counted once, not asked again and not measured, and can still sign up', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  await expect(banner(page)).toBeVisible();
  expect(await stored(page)).toEqual({ cookies: [], rest: nothingElse });

  await reject(page);
  await expect(banner(page)).toBeHidden();
  await expect
    .poll(() => site.query('SELECT * FROM consent_refusals'))
    .toMatchObject([{ source: 'banner', count: 1 }]);
  await scrollToEnd(page);
  await signUp(page, anna, 'Notify me');
  await expect(toast(page)).toContainText("You're on the waitlist!");
  await expect(page.getByLabel('Name')).toHaveCount(0);
  await signUpAnother(page);
  await expect(page.getByLabel('Name')).toHaveValue('');

  const { content, ...cookie } = await choiceCookie(page);
  expect(content).toMatchObject({ categories: [], consentId: 'none' });
  expect(cookie.value).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  expect(cookie).toMatchObject({ sameSite: 'Lax', httpOnly: false, path: '/' });
  expect((cookie.expires - Date.now() / 1000) / 86_400).toBeLessThanOrEqual(182);
  const { cookies, rest } = await stored(page);
  expect(cookies).toHaveLength(1);
  expect(rest).toEqual(nothingElse);

  await page.reload();
  await expect(page.getByRole('button', { name: 'Cookie settings' })).toBeVisible();
  await scrollToEnd(page);
  await expect(banner(page)).toBeHidden();
  await page.goto('about:blank'); // pagehide is the last moment at which anything could be sent

  expect(site.query('SELECT name, email, signup_type FROM notifyme_signups')).toEqual([
    { name: 'Anna Grün', email: 'anna@example.org', signup_type: 'notifyme' },
  ]);
  expect(site.query('SELECT * FROM consents')).toEqual([]);
  expect(site.query('SELECT * FROM events')).toEqual([]);
  const urls = page.sentRequests.map(({ url }) => url);
  expect(urls.filter((url) => eventDoors.test(url))).toEqual([]);
  expect(urls.filter((url) => analyticsCode.test(url))).toEqual([]);
  expect(page.sentRequests.filter(({ url }) => url.includes('/api/consents'))).toHaveLength(1);
});

test('a visitor who accepts is measured: exactly the four events, with exactly their properties', {
  tag: '@transports',
}, async ({ page, site }) => {
  await page.goto(`${site.url}/?utm_source=newsletter&utm_term=a@b.example&other=1`);
  await accept(page);
  await expect(page.getByRole('button', { name: 'Turn analytics off' })).toBeAttached();
  await expect
    .poll(() => site.query('SELECT * FROM consents'))
    .toMatchObject([{ revision: 1, analytics: 1, source: 'banner', language: 'en', gpc: 0 }]);
  const rows = () => site.query<EventRow>('SELECT * FROM events ORDER BY seq');
  await expect.poll(() => rows().map((row) => row.properties)).toEqual(['{"section_name":"hero"}']);
  const cookies = await stored(page);
  expect(cookies.cookies.map(({ name }) => name)).toEqual(['cc_cookie']);
  expect(cookies.rest).toEqual(nothingElse);

  await scrollToEnd(page);
  const hero = page.locator('#hero');
  const header = page.getByRole('banner');
  await hero.getByRole('button', { name: 'Notify me' }).click();
  await hero.getByRole('button', { name: 'Apply for Beta Access' }).click();
  await header.getByRole('button', { name: 'Notify me' }).click();
  await expect(page.getByRole('tab', { name: 'Notify me' })).toHaveAttribute(
    'aria-selected',
    'true',
  );

  const wide = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('button', { name: 'Notify me' }).click();
  await expect(menu).toBeHidden();
  await page.setViewportSize(wide);

  await signUp(page, anna, 'Notify me');
  await expect(toast(page)).toContainText("You're on the waitlist!");
  await header.getByRole('button', { name: 'Beta Access' }).click();
  await expect(page.getByRole('tab', { name: 'Beta Access' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await signUp(page, ben, 'Apply for Beta Access');
  await expect(toast(page)).toContainText('Beta application submitted!');
  page.allowFailed(409);
  await signUpAnother(page);
  await signUp(page, { ...ben, email: 'BEN@Studio.Example' }, 'Apply for Beta Access');
  await expect(toast(page)).toContainText(
    /Already registered\s*This email is already registered. Thank you for your interest!/,
  );
  await expect(page.getByLabel('Email')).toHaveValue('BEN@Studio.Example');

  // 5 milestones, 4 sections, 5 calls to action, 3 outcomes of the form.
  await expect.poll(rows).toHaveLength(17);
  const seen = rows().map(({ name, properties }) => [name, JSON.parse(properties)]);
  const of = (name: string) => seen.filter(([other]) => other === name).map(([, it]) => it);
  expect(of('scroll')).toEqual(
    [25, 50, 75, 90, 100].map((percent_scrolled) => ({ percent_scrolled })),
  );
  expect(of('section_view')).toEqual(
    ['hero', 'pipeline', 'benefits', 'signup'].map((section_name) => ({ section_name })),
  );
  // A batch holds events of one viewport, so the one of the menu may arrive later.
  expect(of('button_click')).toHaveLength(5);
  expect(of('button_click')).toEqual(
    expect.arrayContaining([
      { button_name: 'Notify me', click_location: 'hero' },
      { button_name: 'Apply for Beta Access', click_location: 'hero' },
      { button_name: 'Notify me', click_location: 'header' },
      { button_name: 'Notify me', click_location: 'menu' },
      { button_name: 'Beta Access', click_location: 'header' },
    ]),
  );
  expect(of('form_submit')).toEqual([
    { form_type: 'notifyme', event_label: 'success', email_domain: 'example.org' },
    { form_type: 'beta', event_label: 'success', email_domain: 'studio.example' },
    { form_type: 'beta', event_label: 'duplicate', email_domain: 'studio.example' },
  ]);

  const [proof] = site.query<{ consent_id: string; recorded_at: number }>('SELECT * FROM consents');
  const { content } = await choiceCookie(page);
  expect(content).toMatchObject({ categories: ['analytics'], consentId: proof?.consent_id });
  expect(proof?.consent_id).toMatch(uuid);
  for (const row of rows()) {
    expect(row).toMatchObject({
      consent_id: proof?.consent_id,
      path: '/',
      utm_source: 'newsletter',
    });
    expect(row.received_at).toBeGreaterThanOrEqual(proof?.recorded_at ?? Number.POSITIVE_INFINITY);
    expect(row.occurred_at).toBeGreaterThanOrEqual((proof?.recorded_at ?? 0) - 1_000);
  }
  expect(new Set(rows().map(({ session_id }) => session_id)).size).toBe(1);
  expect(JSON.stringify(rows())).not.toMatch(/@|Anna|other=/);
  expect(site.query('SELECT email, signup_type FROM notifyme_signups ORDER BY created_at')).toEqual(
    [
      { email: 'anna@example.org', signup_type: 'notifyme' },
      { email: 'ben@studio.example', signup_type: 'beta' },
    ],
  );
  expect(await site.funnel()).toEqual([1, 1]);
});

test('(1, 2, 3, 4, 7, 8) a visitor who never answers is not measured: nothing is stored, sent or loaded for it', {
  tag: '@transports',
}, async ({ page, site }) => {
  await page.goto(site.url);
  await expect(banner(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await scrollToEnd(page);
  await page.getByRole('banner').getByRole('button', { name: 'Notify me' }).click();
  await signUp(page, anna, 'Notify me');
  await expect(toast(page)).toContainText("You're on the waitlist!");
  await page.goto(`${site.url}/about`);
  await banner(page).getByRole('link', { name: 'Cookie policy' }).click();
  await expect(page).toHaveURL(`${site.url}/cookies`);
  await expect(banner(page)).toBeVisible();
  expect(await stored(page)).toEqual({ cookies: [], rest: nothingElse });
  await page.goto('about:blank');
  for (const table of ['events', 'consents', 'consent_refusals'])
    expect(site.query(`SELECT * FROM ${table}`), table).toEqual([]);
  const urls = page.sentRequests.map(({ url }) => url);
  expect(urls.filter((url) => /\/(api|ingest)\//.test(url) || analyticsCode.test(url))).toEqual([]);
});

test('nothing from before the click is sent, and sections in view at the click are reported then', async ({
  page,
  site,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' }); // no scrolling that is still running
  await page.goto(site.url);
  await expect(banner(page)).toBeVisible();
  await scrollToEnd(page);
  await page.getByRole('banner').getByRole('button', { name: 'Beta Access' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await accept(page);
  await expect
    .poll(() => site.query<EventRow>('SELECT * FROM events').map((row) => row.properties))
    .toEqual(['{"section_name":"signup"}']);
  // A milestone passed before consent is reported at the next scroll. The wheel moves the page later.
  const position = () => page.evaluate(() => scrollY);
  const before = await position();
  await page.mouse.wheel(0, -5);
  await expect.poll(position).toBe(before - 5);
  const passed = await page.evaluate(() => {
    const way = document.documentElement.scrollHeight - innerHeight;
    return [25, 50, 75, 90, 100].filter((percent) => scrollY + 1 >= (way * percent) / 100);
  });
  expect(passed.length).toBeGreaterThan(0);
  const scrolls = () =>
    site
      .query<EventRow>("SELECT * FROM events WHERE name = 'scroll'")
      .map(({ properties }) => JSON.parse(properties).percent_scrolled);
  await expect.poll(scrolls).toEqual(passed);
  expect(site.query("SELECT * FROM events WHERE name = 'button_click'")).toEqual([]);
});

test('cookie settings: the switch shows the choice in force and changes it', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  await reject(page);
  const settings = page.getByRole('button', { name: 'Cookie settings' });
  const dialog = page.getByRole('dialog', { name: 'Cookie settings' });
  const toggle = dialog.getByRole('checkbox');
  await settings.click();
  await expect(dialog).toBeVisible();
  await expect(toggle).not.toBeChecked();
  await toggle.check();
  await dialog.getByRole('button', { name: 'Save my choice' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Turn analytics off' })).toBeAttached();

  await settings.click();
  await expect(toggle).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await settings.click();
  await dialog.getByRole('button', { name: /^Reject/ }).click();
  await expect(page.getByRole('button', { name: 'Turn analytics off' })).toBeHidden();
  await expect
    .poll(() => site.query('SELECT analytics, source FROM consents ORDER BY recorded_at, rowid'))
    .toEqual([
      { analytics: 1, source: 'preferences' },
      { analytics: 0, source: 'preferences' },
    ]);
});

test('a 403 answer stops measuring, and the page asks again', { tag: '@transports' }, async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  await accept(page);
  await expect.poll(() => site.query('SELECT * FROM events').length).toBeGreaterThan(0);
  site.execute('DROP TRIGGER IF EXISTS consents_no_delete; DELETE FROM consents;');
  page.allowFailed(403);
  await page.locator('#hero').getByRole('button', { name: 'Notify me' }).click();
  await expect(banner(page)).toBeVisible();
  expect(await page.context().cookies()).toEqual([]);
});

test('a click that leads away arrives although a content blocker stops beacons', {
  tag: '@transports',
}, async ({ page, site }) => {
  await page.addInitScript(() => {
    navigator.sendBeacon = () => true; // a blocked one is said to be on its way
  });
  await page.goto(site.url);
  await accept(page);
  await expect.poll(() => site.query('SELECT * FROM events').length).toBeGreaterThan(0);
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('#hero button')?.click();
    location.href = 'about:blank';
  });
  await expect
    .poll(() => site.query("SELECT * FROM events WHERE name = 'button_click'"))
    .toHaveLength(1);
});
