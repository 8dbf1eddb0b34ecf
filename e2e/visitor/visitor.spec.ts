import { expect, test, withMotion } from '../fixtures.ts';
import {
  accept,
  agree,
  banner,
  choiceCookie,
  events,
  expectUnmeasured,
  header,
  nothingElse,
  notify,
  off,
  openTab,
  reject,
  scrollToEnd,
  sentTo,
  settings,
  signUp,
  stored,
  toast,
} from '../visitor-actions.ts';

test.use(withMotion);

const anna = { name: 'Anna Grün', email: 'anna@example.org' };
const ben = { name: 'Ben', email: 'ben@studio.example', useCase: 'Two feature films a year' };

// The numbers refer to the list of cases in the consent issue.

test('(9, 10) who rejects gets one cookie without an identifier, is counted once, not asked again and not measured, and can still sign up', async ({
  page,
  site,
}) => {
  await page.goto('/');
  await reject(page);
  await expect(banner(page)).toBeHidden();
  await expect
    .poll(() => site.query('SELECT source, count FROM consent_refusals'))
    .toEqual([{ source: 'banner', count: 1 }]);
  await scrollToEnd(page);
  await signUp(page, anna);
  await expect(toast(page)).toContainText("You're on the waitlist!");

  const { content, value } = await choiceCookie(page);
  expect(content).toMatchObject({ categories: [], consentId: 'none' });
  expect(value).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  const { cookies, rest } = await stored(page);
  expect(cookies).toHaveLength(1);
  expect(rest).toEqual(nothingElse);

  await page.reload();
  await expect(settings(page)).toBeVisible();
  await scrollToEnd(page);
  await expect(banner(page)).toBeHidden();
  await page.goto('about:blank'); // pagehide is the last moment at which anything could be sent
  expect(site.query('SELECT name, email, signup_type FROM notifyme_signups')).toEqual([
    { ...anna, signup_type: 'notifyme' },
  ]);
  expectUnmeasured(page, site);
  expect(sentTo(page, /\/api\/consents/)).toHaveLength(1);
});

test('a visitor who accepts is measured: exactly the four events, with exactly their properties', {
  tag: '@transports',
}, async ({ page, site }) => {
  await agree(page, site, '/?utm_source=newsletter&utm_term=a@b.example&other=1');
  await expect(off(page)).toBeAttached();
  expect(events(site).map((row) => row.properties)).toEqual(['{"section_name":"hero"}']);
  const { cookies, rest } = await stored(page);
  expect(cookies.map(({ name }) => name)).toEqual(['cc_cookie']);
  expect(rest).toEqual(nothingElse);

  await scrollToEnd(page);
  const beta = { name: 'Apply for Beta Access' };
  await notify(page).click();
  await page.locator('#hero').getByRole('button', beta).click();
  await header(page).getByRole('button', { name: 'Notify me' }).click();
  await expect(openTab(page, 'Notify me')).toBeVisible();
  const wide = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('button', { name: 'Notify me' }).click();
  await expect(menu).toBeHidden();
  await page.setViewportSize(wide);

  page.allowFailed(0, 409);
  await page.route('**/rest/v1/**', (route) => route.abort(), { times: 1 });
  await signUp(page, anna);
  await expect(toast(page)).toContainText('Something went wrong');
  await signUp(page, anna, 'Try again');
  await expect(toast(page)).toContainText("You're on the waitlist!");
  await header(page).getByRole('button', { name: 'Beta Access' }).click();
  await expect(openTab(page, 'Beta Access')).toBeVisible();
  await signUp(page, ben, beta.name);
  await expect(toast(page)).toContainText('Beta application submitted!');
  await signUp(page, { ...ben, email: 'BEN@Studio.Example' }, beta.name);
  await expect(toast(page)).toContainText('Already registered');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('BEN@Studio.Example');

  // 5 milestones, 4 sections, 5 calls to action, 4 outcomes of the form.
  await expect.poll(() => events(site)).toHaveLength(18);
  const of = (name: string) => events(site, name).map(({ properties }) => JSON.parse(properties));
  expect(of('scroll')).toEqual(
    [25, 50, 75, 90, 100].map((percent_scrolled) => ({ percent_scrolled })),
  );
  expect(of('section_view')).toEqual(
    ['hero', 'pipeline', 'benefits', 'signup'].map((section_name) => ({ section_name })),
  );
  const pressed = [
    { button_name: 'Notify me', click_location: 'hero' },
    { button_name: 'Apply for Beta Access', click_location: 'hero' },
    { button_name: 'Notify me', click_location: 'header' },
    { button_name: 'Notify me', click_location: 'menu' },
    { button_name: 'Beta Access', click_location: 'header' },
  ];
  // A batch holds events of one viewport, so the one of the menu may arrive later.
  expect(of('button_click')).toEqual(expect.arrayContaining(pressed));
  expect(of('button_click')).toHaveLength(pressed.length);
  expect(of('form_submit')).toEqual([
    { form_type: 'notifyme', event_label: 'error', email_domain: 'example.org' },
    { form_type: 'notifyme', event_label: 'success', email_domain: 'example.org' },
    { form_type: 'beta', event_label: 'success', email_domain: 'studio.example' },
    { form_type: 'beta', event_label: 'duplicate', email_domain: 'studio.example' },
  ]);

  const [proof, ...others] = site.query<{ consent_id: string; recorded_at: number }>(
    'SELECT * FROM consents',
  );
  expect(others).toEqual([]);
  expect(proof).toMatchObject({ revision: 1, analytics: 1, source: 'banner', language: 'en' });
  expect((await choiceCookie(page)).content).toMatchObject({
    categories: ['analytics'],
    consentId: proof?.consent_id,
  });
  const { consent_id, recorded_at = Number.POSITIVE_INFINITY } = proof ?? {};
  for (const row of events(site)) {
    expect(row).toMatchObject({ consent_id, path: '/', utm_source: 'newsletter' });
    expect(row.occurred_at).toBeGreaterThanOrEqual(recorded_at - 1_000);
  }
  expect(new Set(events(site).map(({ session_id }) => session_id)).size).toBe(1);
  expect(JSON.stringify(events(site))).not.toMatch(/@|Anna|other=/);
  for (const preset of ['signup', 'top', 'reading', 'form'] as const)
    expect(new Set(await site.funnel(preset)), preset).toEqual(new Set([1]));
});

test('(1, 2, 3, 4, 7, 8) a visitor who never answers is not measured: nothing is stored, sent or loaded for it', {
  tag: '@transports',
}, async ({ page, site }) => {
  await page.goto('/');
  await expect(banner(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await scrollToEnd(page);
  await header(page).getByRole('button', { name: 'Notify me' }).click();
  await signUp(page, anna);
  await expect(toast(page)).toContainText("You're on the waitlist!");
  await page.goto('/about');
  await banner(page).locator('summary').click();
  await banner(page).getByRole('link', { name: 'Cookie policy' }).click();
  await expect(page).toHaveURL('/cookies');
  await expect(banner(page)).toBeVisible();
  expect(await stored(page)).toEqual({ cookies: [], rest: nothingElse });
  await page.goto('about:blank');
  expect(site.query('SELECT * FROM consent_refusals')).toEqual([]);
  expectUnmeasured(page, site);
  expect(sentTo(page, /\/api\//)).toEqual([]);
});

test('of the time before consent only what is in view is reported', async ({ page, site }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' }); // no scrolling that is still running
  await page.goto('/');
  await expect(banner(page)).toBeVisible();
  await scrollToEnd(page);
  await header(page).getByRole('button', { name: 'Beta Access' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await accept(page);
  await expect
    .poll(() => events(site).map((row) => row.properties))
    .toEqual(['{"section_name":"signup"}']);
  await page.mouse.wheel(0, -5); // a milestone is reported at the next scroll
  await expect.poll(() => events(site, 'scroll').length).toBeGreaterThan(0);
  const passed = await page.evaluate(() => {
    const way = document.documentElement.scrollHeight - innerHeight;
    return [25, 50, 75, 90, 100].filter((percent) => scrollY + 1 >= (way * percent) / 100);
  });
  expect(events(site, 'scroll').map(({ properties }) => JSON.parse(properties))).toEqual(
    passed.map((percent_scrolled) => ({ percent_scrolled })),
  );
  expect(events(site, 'button_click')).toEqual([]);
});

test('a click that leads away arrives although a content blocker stops beacons', {
  tag: '@transports',
}, async ({ page, site }) => {
  await page.addInitScript(() => {
    navigator.sendBeacon = () => true; // a blocked one is said to be on its way
  });
  await agree(page, site);
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('#hero button')?.click();
    location.href = 'about:blank';
  });
  await expect.poll(() => events(site, 'button_click')).toHaveLength(1);
});
