import { expect, GROWTH_TOKEN, happens, sees, test } from './growth.ts';

test.use({ settings: { GROWTH_TOKEN, SITE_URL: 'http://dubkit.test' } });

test('a campaign link warns, is made and is copied', async ({ analyst, page, site, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const social = { source: 'product_hunt', medium: 'social' };
  happens(
    site,
    sees('hero', { person: 'jane', ...social }),
    sees('hero', { person: 'john', ...social }),
    sees('hero', { person: 'jack', source: 'newsletter', medium: 'email' }),
  );
  await analyst.open('?view=traffic');
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

  const refused = form.getByText('This value is not counted');
  await source.fill('jane@example.com');
  await expect(refused).toBeVisible();
  await source.fill('@mkbhd');
  await expect(refused).toHaveCount(0);
  await source.fill('Product-Hunt');
  await expect(page.getByText('2 people came with “product_hunt”.')).toBeVisible();
  await expect(link).toHaveValue('http://dubkit.test/?utm_source=Product-Hunt');
  await page.getByRole('button', { name: 'Use product_hunt' }).click();
  await expect(page.getByText('2 people came with')).toHaveCount(0);
  await expect(page.getByText('In use, 2 people')).toBeVisible();
  await expect(source).toBeFocused();

  await form.getByLabel('Page').fill('/about');
  await form.getByLabel('Medium').fill('Email ');
  await expect(page.getByText('1 person came with “email”.')).toBeVisible();
  const made = 'http://dubkit.test/about?utm_source=product_hunt&utm_medium=Email';
  await expect(link).toHaveValue(made);
  await copy.click();
  await expect(page.getByRole('status').getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(made);
  await form.getByLabel('Page').fill(`${site.url}/`);
  await expect(link).toHaveValue('');
  await expect(copy).toBeDisabled();
});
