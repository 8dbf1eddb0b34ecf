import { expect, HOUR, happens, sees, test } from './analyst-fixtures.ts';

const person = 'somebody-012345';

test('the latest events appear until they are paused, also after the network was gone', async ({
  analyst,
  page,
  site,
  context,
}) => {
  const tails = () => page.sentRequests.filter(({ url }) => url.endsWith('/tail')).length;
  let answered = 0;
  page.on('response', (answer) => {
    if (answer.url().endsWith('/tail')) answered += 1;
  });
  await page.clock.install();
  await analyst.open('?view=live');
  await expect(page.getByText('POSTHOG_KEY is not set')).toBeVisible();
  await expect(page.getByText('No event yet')).toBeVisible();
  happens(site, sees('hero', { person, source: 'news', ago: 23.5 * HOUR }));
  await expect(
    page.getByRole('cell', { name: 'Somebody from news reached the hero section' }),
  ).toBeVisible();
  await expect(page.getByRole('cell', { name: '012345' })).toBeVisible();
  await expect(page.getByText('Last event 23 h ago')).toHaveAttribute('data-lit', 'false');
  await page.getByRole('button', { name: 'Pause' }).click();
  // An earlier request may still be on its way.
  await expect.poll(() => answered).toBe(tails());
  happens(site, sees('pipeline'), sees('signup', { ago: 30 * HOUR }));
  const asked = tails();
  // The delivery is requested every ten seconds. By then the tail would have been requested too.
  const delivery = page.waitForResponse(/api\/delivery/);
  await page.clock.runFor(10_000);
  await delivery;
  expect(tails()).toBe(asked);
  await expect(page.getByRole('cell', { name: /reached the pipeline section/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('cell', { name: /reached the pipeline section/ })).toBeVisible();
  await expect(page.getByText(/^Last event \d+ s ago$/)).toHaveAttribute('data-lit', 'true');
  const sections = (await analyst.cells('Latest events')).map((row) => row[1]?.split(' ').at(-2));
  expect(sections).toEqual(['pipeline', 'hero', 'signup']);

  page.allowFailed(0);
  await context.setOffline(true);
  await expect(page.getByText('The server cannot be reached. Still trying.')).toBeVisible();
  happens(site, sees('benefits'));
  await context.setOffline(false);
  await expect(page.getByRole('cell', { name: /reached the benefits section/ })).toBeVisible();
});
