import type { Digest } from '../../server/src/digest/digest.ts';
import { digestMail } from '../../server/src/digest/digest-message.ts';
import { violations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';

// It needs a page and no server.
test.use({ sharesSite: true });

const MONDAY = Date.UTC(2026, 2, 9);
const rate = { successes: 147, trials: 2_100 };
const week = {
  ...{ signups: 280, confirmed: 171, pages: 11_204, consent: rate, formErrors: rate },
  conversion: { ...rate, low: 0.0599, high: 0.0817 },
};
const digest: Digest = {
  ...{ from: '2026-03-09', to: '2026-03-15', sentence: '', zone: 'Europe/Berlin' },
  ...{ week, before: week, delivery: { waiting: 0, setAside: 0 } },
  days: [44, 51, 0, 60, 48, 40, 37].map((signups, day) => ({ day: `2026-03-0${day}`, signups })),
  channels: [
    { channel: 'search', people: 900, signups: 70 },
    { channel: 'e-mail', people: 210, signups: 31 },
  ],
  alerts: [
    {
      ...{ id: '1', name: 'no_signups', text: 'Nobody has signed up for 9 hours.' },
      ...{ since: MONDAY, raisedAt: MONDAY, clearedAt: null },
    },
  ],
  notes: [
    {
      ...{ id: '1', at: MONDAY, kind: 'note' },
      text: `<img src="https://x.example/"> ${'long'.repeat(40)}`,
    },
  ],
};

test('the digest fits a phone and a desk, loads nothing, and shows notes as text', async ({
  page,
}) => {
  const { html } = digestMail({ brand: 'Dubkit', url: 'https://dubkit.example.com' }, digest);
  for (const width of [390, 800]) {
    await page.setViewportSize({ width, height: 900 });
    await page.setContent(html ?? '');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dubkit: 280 signups');
    await expect(page.getByText('<img src="https://x.example/">')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await expect(page.locator('img, script, link')).toHaveCount(0);
    expect(await page.locator('td[bgcolor]').count()).toBe(8); // a day without signups has no bar
  }
  expect(await violations(page)).toEqual([]);
});
