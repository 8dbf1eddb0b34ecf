import type { Locator } from '@playwright/test';
import { violations } from '../axe.ts';
import { DAY, expect, signsUp, test } from './analyst-fixtures.ts';

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 };
  return { left: x, right: x + width, top: y, bottom: y + height };
};

test('an application is decided without scrolling, beside the list from 1024 px and below it where there is less room', async ({
  analyst,
  page,
  site,
}) => {
  for (let id = 10; id < 40; id++)
    signsUp(site, { name: `Person ${id}`, type: 'beta', useCase: 'Films', ago: (50 - id) * DAY });
  signsUp(site, { name: 'Long', type: 'beta', useCase: 'Films.\n'.repeat(40), ago: DAY });
  await analyst.open('?view=applications');
  const card = page.getByRole('article');
  const accept = card.getByRole('button', { name: 'Accept' });
  const row = page.getByRole('main').getByRole('listitem').first();
  const list = page.getByRole('region', { name: 'Applications of this page' });
  const fold = page.getByRole('button', { name: 'All 31 waiting' });
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [768, 1024],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(accept, `${width} px`).toBeInViewport({ ratio: 1 });
    if (width < 1024) {
      await expect(row).toBeHidden();
      expect((await boxOf(fold)).bottom).toBeLessThan((await boxOf(card)).top);
    } else {
      await expect(fold).toBeHidden();
      expect((await boxOf(row)).right).toBeLessThan((await boxOf(card)).left);
      expect(Math.abs((await boxOf(list)).top - (await boxOf(card)).top)).toBeLessThan(5);
      await list.getByRole('button', { name: 'Long' }).click();
      await expect(card.getByRole('heading', { name: 'Long' })).toBeInViewport({ ratio: 1 });
      await expect(accept, `a long use case, ${width} px`).toBeInViewport({ ratio: 1 });
      await row.getByRole('button').click();
      // What is chosen there is decided together, also in sight.
      await row.getByRole('checkbox').check();
      await expect(page.getByRole('button', { name: 'Decline 1' })).toBeInViewport({ ratio: 1 });
      await row.getByRole('checkbox').uncheck();
      await expect(page.getByRole('button', { name: 'Decline 0' })).toBeHidden();
    }
  }
  await fold.click();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('checkbox', { name: 'Select these 31' }).check();
  await expect(page.getByRole('button', { name: 'Decline 31' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('checkbox', { name: 'Select these 31' }).uncheck();
  await page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('button', { name: 'Person 30' })
    .click();
  await expect(row).toBeHidden();
  await expect(card.getByRole('heading', { name: 'Person 30' })).toBeInViewport();
  await expect(accept).toBeInViewport({ ratio: 1 });
});

test('where mail is sent, no button breaks, the message is beside the refusal, and turning keeps its place', async ({
  analyst,
  page,
  site,
  mail: _,
}) => {
  for (const name of ['Ann', 'Ben']) signsUp(site, { name, type: 'beta', useCase: 'Films' });
  site.execute('UPDATE notifyme_signups SET confirmed_at = created_at');
  await analyst.open('?view=applications');
  const card = page.getByRole('article');
  const button = (name: string) => card.getByRole('button', { name, exact: true });
  await button('Accept').click();
  await page.getByRole('link', { name: /^Accepted/ }).click();
  await page.getByRole('button', { name: 'Invite next' }).click();
  await expect(page.getByText('who applied first get a link by mail.')).toBeVisible();
  await page.keyboard.press('Escape');
  await button('Invite').click();
  await expect(button('Invite again')).toBeVisible();
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const name of ['Invite again', 'Withdraw invitation', 'Decline', 'Undo acceptance']) {
      await expect(button(name)).toBeInViewport({ ratio: 1 });
      const { top, bottom } = await boxOf(button(name));
      expect(bottom - top, `${name}, ${width} px`).toBeLessThan(46);
    }
    if (width < 768) continue;
    const [check, decline] = [
      await boxOf(card.getByText('polite')),
      await boxOf(button('Decline')),
    ];
    expect(check.left - decline.right, `${width} px`).toBeLessThan(30);
    const heading = await boxOf(card.getByRole('heading'));
    expect((await boxOf(button('Next'))).top, `${width} px`).toBeLessThan(heading.bottom);
  }
});

test('applications are searched, and each state has its tab, which says how many there are', async ({
  analyst,
  page,
  site,
}) => {
  for (const name of ['Ann', 'Ben', 'Cara'])
    signsUp(site, { name, type: 'beta', useCase: 'Films' });
  await analyst.open('?view=applications');
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'State' }).getByRole('link', { name });
  const press = (name: string) => page.getByRole('article').getByRole('button', { name }).click();
  await expect(tab('Waiting')).toHaveText('Waiting 3');
  await press('Accept');
  await expect(tab('Accepted')).toHaveText('Accepted 1');
  await press('Decline');
  await expect(tab('Declined')).toHaveText('Declined 1');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('cara');
  await search.press('Enter');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await expect(tab('Waiting')).toHaveText('Waiting 1');
  await expect(tab('Accepted')).toHaveText('Accepted 1'); // also without the search
  await tab('Declined').click();
  await expect(
    page.getByRole('heading', { name: 'No declined application matches “cara”' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await press('Accept');
  await expect(tab('Accepted')).toHaveText('Accepted 2');
  await analyst.goTo('?view=applications');
  await expect(page.getByRole('heading', { name: 'No application waits' })).toBeVisible();
  await expect(page.getByText('66.7 % of 3')).toBeVisible();
});
