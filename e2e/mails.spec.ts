import { resolve } from 'node:path';
import { EXAMPLE_SITE } from '../server/src/site/site-config.ts';
import type { Digest } from '../server/src/team/digest/digest.ts';
import { digestMail } from '../server/src/team/digest/digest-message.ts';
import type { RenderModule } from '../shared/src/page.ts';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';

// Messages need a page, and no server.
test.use({ sharesSite: true });

const rate = { successes: 147, trials: 2_100 };
const week = {
  ...{ signups: 280, confirmed: 171, pages: 11_204, consent: rate, formErrors: rate },
  conversion: { ...rate, low: 0.0599, high: 0.0817 },
};
const digest: Digest = {
  ...{ from: '2026-03-09', to: '2026-03-15', sentence: '', zone: 'Europe/Berlin' },
  ...{ week, before: week, delivery: { waiting: 0, setAside: 0 } },
  days: [44, 51, 0, 60, 48, 40, 37].map((signups, day) => ({ day: `2026-03-0${day}`, signups })),
  channels: [{ channel: 'search', people: 900, signups: 70 }],
  alerts: [], // listed like notes
  notes: [{ id: '1', at: Date.UTC(2026, 2, 9), kind: 'note', text: 'long'.repeat(40) }],
};

const link = (name: string) => `https://dubkit.example.com/${name}?token=${'a'.repeat(22)}`;
async function confirmation(): Promise<string> {
  const rendered: RenderModule = await import(resolve('dist/ssr/entry-server.js'));
  const { html } = await rendered.confirmMessage({
    // Long words.
    ...{ language: 'de', site: EXAMPLE_SITE, name: 'Ada', signupType: 'notifyme' },
    ...{ code: '123456', unconfirmedRetentionDays: 30 },
    ...{ confirmUrl: link('confirm'), leaveUrl: link('leave') },
  });
  return html;
}

for (const { name, html, shows } of [
  {
    name: 'the digest',
    html: async () =>
      digestMail({ brand: 'Dubkit', url: 'https://dubkit.example.com' }, digest).html ?? '',
    shows: ['Dubkit: 280 signups', 'longlonglong'],
  },
  {
    name: 'the confirmation',
    html: confirmation,
    shows: ['123456'],
  },
])
  test(`${name} fits a phone and a desk, and loads nothing`, async ({ page }) => {
    await page.goto('about:blank');
    await page.setContent(await html()); // a request for anything in it fails the test
    for (const width of [320, 390, 800]) {
      await page.setViewportSize({ width, height: 900 });
      for (const words of shows) await expect(page.getByText(words).first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    // A mail program has a document and its landmarks.
    const ofPages = /landmark-one-main|page-has-heading-one|region/;
    expect((await violations(page)).filter((finding) => !ofPages.test(finding))).toEqual([]);
  });
