import { expect, test } from '../fixtures.ts';
import type { Site } from '../site.ts';
import { GROWTH_TOKEN, openConsole } from './growth.ts';

test.use({ settings: { GROWTH_TOKEN } });

/** Stores a visit by a link with a source. */
const visits = (site: Site, id: number, source: string, medium: string) =>
  site.execute(
    `INSERT INTO events (id, consent_id, name, properties, path, utm_source, utm_medium, occurred_at, received_at)
       VALUES ('${id}', 'somebody-${id}', 'section_view', '{"section_name":"hero"}', '/', '${source}', '${medium}',
         unixepoch() * 1000, 0)`,
  );

test.describe('with a canonical address', () => {
  test.use({ settings: { GROWTH_TOKEN, SITE_URL: 'http://dubkit.test' } });

  test('a campaign link leads to it, whatever address the console was opened at', async ({
    page,
    site,
  }) => {
    await openConsole(page, site, '?view=traffic');
    await page.getByText('Make a campaign link').click();
    await page.getByRole('combobox', { name: 'Source' }).fill('newsletter');
    await expect(page.getByLabel('Link', { exact: true })).toHaveValue(
      'http://dubkit.test/?utm_source=newsletter',
    );
    await page.getByLabel('Page').fill(`${site.url}/`);
    await expect(page.getByLabel('Link', { exact: true })).toHaveValue('');
  });
});

test('a campaign link offers the values in use, warns of another spelling, and is copied', async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  visits(site, 1, 'product_hunt', 'social');
  visits(site, 2, 'product_hunt', 'social');
  visits(site, 3, 'newsletter', 'email');
  await openConsole(page, site, '?view=traffic');
  await page.getByText('Make a campaign link').click();
  const form = page.getByRole('group').filter({ hasText: 'Share this link' });
  const source = form.getByRole('combobox', { name: 'Source' });
  const offered = async () => {
    const id = await source.getAttribute('list');
    return page
      .locator(`[id="${id}"] option`)
      .evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));
  };
  await expect.poll(offered).toEqual(['product_hunt', 'newsletter']);
  const link = form.getByLabel('Link', { exact: true });
  const copy = page.getByRole('button', { name: 'Copy' });
  await expect(copy).toBeDisabled();

  await source.fill('Product-Hunt');
  await expect(page.getByText('2 people came with “product_hunt”.')).toBeVisible();
  await expect(link).toHaveValue(`${site.url}/?utm_source=Product-Hunt`);
  await page.getByRole('button', { name: 'Use product_hunt' }).click();
  await expect(page.getByText('2 people came with')).toHaveCount(0);
  await expect(page.getByText('In use, 2 people')).toBeVisible();
  await expect(source).toBeFocused();

  await form.getByLabel('Page').fill('/about');
  await form.getByLabel('Medium').fill('Email ');
  await expect(page.getByText('1 person came with “email”.')).toBeVisible();
  await form.getByLabel('Campaign').fill('spring launch');
  const made = `${site.url}/about?utm_source=product_hunt&utm_medium=Email&utm_campaign=spring+launch`;
  await expect(link).toHaveValue(made);
  await copy.click();
  await expect(page.getByRole('status').getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(made);

  await form.getByLabel('Page').fill('https://example.org/');
  await expect(link).toHaveValue('');
  await expect(copy).toBeDisabled();
});

test('a campaign link warns of a value that is not counted, and gives a handle without a warning', async ({
  page,
  site,
}) => {
  await openConsole(page, site, '?view=traffic');
  await page.getByText('Make a campaign link').click();
  const form = page.getByRole('group').filter({ hasText: 'Share this link' });
  const source = form.getByRole('combobox', { name: 'Source' });
  const warning = form.getByText('This value is not counted');
  await source.fill('jane@example.com');
  await expect(warning).toBeVisible();
  for (const value of ['@mkbhd', '春のセール！', '100%fun']) {
    await source.fill(value);
    await expect(warning).toHaveCount(0);
    const link = await form.getByLabel('Link', { exact: true }).inputValue();
    expect(new URL(link).searchParams.get('utm_source')).toBe(value);
  }
});
