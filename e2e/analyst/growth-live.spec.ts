import { expect, test } from '../fixtures.ts';
import type { Site } from '../site.ts';
import { cells, GROWTH_TOKEN, openConsole } from './growth.ts';

test.use({ settings: { GROWTH_TOKEN } });

/** Stores an event of somebody who saw a section. */
const happens = (site: Site, id: number, section: string, secondsAgo = 0) =>
  site.execute(
    `INSERT INTO events (id, consent_id, name, properties, path, utm_source, occurred_at, received_at) VALUES
       ('${id}', 'somebody-012345', 'section_view', '{"section_name":"${section}"}', '/', 'news',
        (unixepoch() - ${secondsAgo}) * 1000, 0)`,
  );

test('the latest events appear without a click until they are paused', async ({ page, site }) => {
  const tails = () => page.sentRequests.filter(({ url }) => url.endsWith('/tail')).length;
  let answered = 0;
  page.on('response', (answer) => {
    if (answer.url().endsWith('/tail')) answered += 1;
  });
  await page.clock.install();
  await openConsole(page, site, '?view=live');
  await expect(page.getByText('POSTHOG_KEY is not set')).toBeVisible();
  await expect(page.getByText(/^No events yet/)).toBeVisible();
  await expect(page.getByText('No event yet')).toBeVisible();
  happens(site, 1, 'hero');
  await expect(
    page.getByRole('cell', { name: 'Somebody from news reached the hero section' }),
  ).toBeVisible();
  await expect(page.getByRole('cell', { name: '012345' })).toBeVisible();
  await page.getByRole('button', { name: 'Pause' }).click();
  // An earlier request may still be on its way.
  await expect.poll(() => answered).toBe(tails());
  happens(site, 2, 'pipeline');
  const asked = tails();
  // The delivery is requested every ten seconds. By then the tail would have been requested too.
  const delivery = page.waitForResponse(/api\/delivery/);
  await page.clock.runFor(10_000);
  await delivery;
  expect(tails()).toBe(asked);
  await expect(page.getByRole('cell', { name: /reached the pipeline section/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('cell', { name: /reached the pipeline section/ })).toBeVisible();
});

test('the latest event is first however late it arrived, and its age replaces a bright lamp', async ({
  page,
  site,
}) => {
  const hour = 3600;
  happens(site, 1, 'signup', 23.5 * hour);
  happens(site, 2, 'hero', 30 * hour);
  await openConsole(page, site, '?view=live');
  const state = page.getByText('Last event 23 h ago');
  await expect(state).toBeVisible();
  await expect(state).toHaveAttribute('data-lit', 'false');
  const details = async () =>
    (await cells(page, 'Latest events')).map((row) => row[1]?.split(' ').at(-2));
  expect(await details()).toEqual(['signup', 'hero']);
  happens(site, 3, 'benefits');
  await expect(page.getByText(/^Last event \d+ s ago$/)).toHaveAttribute('data-lit', 'true');
  expect(await details()).toEqual(['benefits', 'signup', 'hero']);
});
