import { expect, HOUR, happens, sees, test } from './analyst-fixtures.ts';

const person = 'somebody-012345';

test('visits appear and go on in their place until they are paused, also after the network was gone', async ({
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
  await expect(page.getByText('No visit yet')).toBeVisible();
  happens(site, sees('hero', { person, source: 'news', ago: 23.5 * HOUR }));
  const visits = page.getByRole('list', { name: 'Latest visits' }).getByRole('listitem');
  await expect(visits).toHaveText([/^1 visit that only scrollednews/]);
  await expect(page.locator('[data-lit="false"]')).toHaveText('Last event 23 h ago');
  await page.getByRole('button', { name: 'Pause' }).click();
  // An earlier request may still be on its way.
  await expect.poll(() => answered).toBe(tails());
  happens(
    site,
    sees('pipeline', { person, ago: 23.4 * HOUR }),
    sees('benefits', { person: 'b', ago: 0.01 * HOUR }),
    sees('signup', { person: 'c', ago: 30 * HOUR }),
  );
  const asked = tails();
  await page.clock.runFor(10_000);
  expect(tails()).toBe(asked);
  await expect(visits).toHaveCount(1);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(visits).toHaveText([
    /^benefits, under 1\smin so far/,
    /^top\s→ pipeline, 6\smin/,
    /^signup section/,
  ]);
  await expect(page.locator('[data-lit="true"]')).toHaveText('Last event just now');

  page.allowFailed(0);
  await context.setOffline(true);
  await expect(page.getByText('The server cannot be reached. Still trying.')).toBeVisible();
  happens(site, sees('signup', { person: 'b' }));
  await context.setOffline(false);
  await expect(visits.first()).toHaveText(/^benefits\s→ signup section/);
});
