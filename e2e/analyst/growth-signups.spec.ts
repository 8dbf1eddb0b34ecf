import { expect, test } from '../fixtures.ts';
import type { Site } from '../site.ts';
import { deleteButton, GROWTH_TOKEN, openConsole, settled } from './growth.ts';

test.use({ settings: { GROWTH_TOKEN } });

/** Stores the signup of a person, later than those with a smaller number. */
const signsUp = (site: Site, id: number) =>
  site.execute(
    `INSERT INTO notifyme_signups (id, name, email, youtube_channel, use_case, signup_type, created_at)
       VALUES ('00000000-0000-7000-8000-0000000000${id}', 'Person ${id}', 'p${id}@example.org', NULL, NULL,
       'notifyme', ${Date.parse('2026-03-14T12:00:00Z') + id * 1000})`,
  );

const asked = (urls: { url: string }[]) =>
  urls.filter(({ url }) => url.includes('/api/signups')).length;

test('new signups appear on the first page without a press, and nobody loses their place', async ({
  page,
  site,
}) => {
  for (let id = 10; id < 65; id++) signsUp(site, id);
  await page.clock.install();
  await openConsole(page, site, '?view=signups&search=person');
  const names = page.getByRole('rowheader');
  await expect(names.first()).toHaveText('Person 64');
  // Somebody has typed a part of another search, and then gone to a row.
  await page.getByRole('searchbox').fill('person 6');
  const erase = await deleteButton(page, 'Person 40');
  await erase.focus();
  const place = () => erase.evaluate((button) => Math.round(button.getBoundingClientRect().top));
  const before = await place();

  signsUp(site, 70);
  await page.clock.runFor(31_000);
  await expect(names.first()).toHaveText('Person 70');
  await expect(erase).toBeFocused();
  expect(await place()).toBe(before);
  await expect(page.getByRole('searchbox')).toHaveValue('person 6');
  await expect(page).toHaveURL(/search=person&/);

  // The list waits while somebody decides about one of its rows.
  await erase.click();
  const count = asked(page.sentRequests);
  signsUp(site, 71);
  await page.clock.runFor(120_000);
  expect(asked(page.sentRequests)).toBe(count);
  await page.keyboard.press('Escape');
  await expect(erase).toBeFocused();
  await page.clock.runFor(31_000);
  await expect(names.first()).toHaveText('Person 71');

  // On a later page, each new signup would move all rows by one.
  await page.getByRole('button', { name: 'Older' }).click();
  await settled(page);
  const later = asked(page.sentRequests);
  await page.clock.runFor(120_000);
  expect(asked(page.sentRequests)).toBe(later);
});
