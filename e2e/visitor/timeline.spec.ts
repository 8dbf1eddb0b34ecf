import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { dubbedLines } from '../../client/src/site/content/dubbing-lines.ts';
import { codeOf } from '../built-code.ts';
import { expect, test, withMotion } from '../fixtures.ts';
import { alive } from '../pages.ts';
import { accept, hold, reject } from '../visitor.ts';
import { listen } from './heard.ts';
import { silentOpus } from './silent-opus.ts';

test.use(withMotion);

const player = codeOf('client/src/site/pages/home/player.ts');
const playButton = (page: Page) => page.getByRole('button', { name: 'Play the line' });
const pauseButton = (page: Page) => page.getByRole('button', { name: 'Pause the line' });

/** Returns what the timeline shows. Places are in percent of the track. */
const look = (page: Page) =>
  page.evaluate(() => {
    const of = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    const [head, lane] = [of('[data-playhead]'), of('#hero figure svg[preserveAspectRatio]')];
    const lit = (name: string) => [...(CSS.highlights.get(name) ?? [])].map(String);
    return {
      place: (((head?.left ?? 0) - (lane?.left ?? 0)) / (lane?.width ?? 1)) * 100,
      timecode: document.querySelector('[data-timecode]')?.textContent ?? '',
      spoken: lit('spoken'),
      ahead: lit('ahead'),
    };
  });

/** Moves the playing line to a place. At a low speed it stays about there, however slow the machine is. */
async function moveTo(page: Page, place: number, speed = 1) {
  await expect(pauseButton(page)).toBeVisible();
  await page.evaluate(
    ([percent, rate]) => {
      // The first may be the one of the stylesheet.
      const animation = document.querySelector('[data-playhead]')?.getAnimations().at(-1);
      if (!animation) throw new Error('nothing plays');
      animation.currentTime = (percent / 100) * 6_000;
      animation.playbackRate = rate;
    },
    [place, speed] as const,
  );
}
const SLOW = 0.01;

/** Opens the home page, refuses to be measured, and plays the line. */
async function openPlaying(page: Page, url: string, language = 'German') {
  await page.goto(url);
  await reject(page);
  await page.getByRole('radio', { name: language }).check();
  await playButton(page).click();
}

/** 25 frames a second; the track begins at 10 seconds. */
const placeOf = (timecode: string) => {
  const [, , seconds = 0, frames = 0] = timecode.split(':').map(Number);
  return ((seconds - 10 + frames / 25) / 6) * 100;
};

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test(`at ${width} × ${height} the tracks are in the first view, and the timecode is the playhead's`, async ({
    browser,
    site,
  }) => {
    const context = await browser.newContext({
      viewport: { width, height },
      javaScriptEnabled: false,
    });
    const plain = await context.newPage();
    await plain.goto(site.url);
    const lanes = plain.locator('#hero figure svg[preserveAspectRatio]');
    await expect(lanes).toHaveCount(2);
    for (const lane of await lanes.all()) await expect(lane).toBeInViewport({ ratio: 1 });
    for (const language of await plain.getByRole('radio').all()) {
      await expect(language).toBeInViewport({ ratio: 1 });
    }
    await expect(plain.locator('#hero figure button')).toBeHidden();
    await plain.getByRole('radio', { name: 'Arabic' }).check();
    await expect(plain.locator('#subtitle-ar')).toBeVisible();
    await expect(plain.locator('#subtitle-de')).toBeHidden();
    for (const stage of ['analysis', 'translation', 'synthesis', 'mixing']) {
      await expect(plain.locator(`use[href$="#${stage}-ar"]`)).toBeVisible();
      await expect(plain.locator(`use[href$="#${stage}-de"]`)).toBeHidden();
    }
    await context.close();

    const running = await browser.newContext({ viewport: { width, height } });
    const page = await running.newPage();
    await page.goto(site.url);
    await expect
      .poll(async () => (await look(page)).place, 'the playhead comes to rest')
      .toBeCloseTo(46, 0);
    expect(placeOf((await look(page)).timecode)).toBeCloseTo(46, 0);
    await running.close();
  });
}

test('a press plays the line once: playhead, timecode and words move together, nothing else does', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  await accept(page);
  await expect.poll(() => site.query('SELECT * FROM events').length).toBeGreaterThan(0);
  await playButton(page).scrollIntoViewIfNeeded();
  const heard = await listen(page);
  await page.evaluate(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift' });
  });
  await playButton(page).click();
  await expect(pauseButton(page)).toBeFocused();
  await moveTo(page, 50, SLOW);
  await expect.poll(async () => (await look(page)).place).toBeGreaterThan(50);
  await pauseButton(page).click();
  await expect(playButton(page)).toBeVisible();
  const paused = await look(page);
  expect(paused.place).toBeLessThan(53);
  expect(Math.abs(paused.place - placeOf(paused.timecode))).toBeLessThan(1);
  expect(paused.spoken).toEqual([
    'You can hear it in her voice: she ',
    'Man hört es ihrer Stimme an:\nSie ',
  ]);
  expect(paused.ahead).toEqual(['has finally come home.', 'ist endlich nach Hause gekommen.']);

  await page.keyboard.press('Space');
  await moveTo(page, 99);
  await expect(playButton(page)).toBeVisible();
  await expect.poll(async () => (await look(page)).timecode).toBe('00:00:16:00');
  expect(await look(page)).toMatchObject({ spoken: [], ahead: [] });
  await playButton(page).click();
  await expect.poll(async () => (await look(page)).timecode).not.toBe('00:00:16:00');
  await moveTo(page, 20, SLOW);
  await expect.poll(async () => (await look(page)).spoken[1]).toMatch(/^Man/);

  expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
  expect(await heard()).toEqual([]);
  const clicks = "SELECT * FROM events WHERE name = 'button_click'";
  await page.locator('#hero').getByRole('button', { name: 'Notify me' }).click();
  await expect.poll(() => site.query(clicks).length).toBe(1); // and none for the line
});

test('another language goes on from the same place, and Space on its radio button pauses', async ({
  page,
  site,
}) => {
  await openPlaying(page, site.url);
  await moveTo(page, 60, SLOW);
  await page.getByRole('radio', { name: 'Spanish' }).check();
  await expect
    .poll(async () => (await look(page)).spoken[1])
    .toContain('Se le nota en la voz:\npor fin ha');
  await expect(pauseButton(page)).toBeVisible();
  await page.keyboard.press('Space');
  await expect(playButton(page)).toBeVisible();
  const { place } = await look(page);
  expect(place).toBeGreaterThan(60);
  await page.keyboard.press('ArrowRight'); // the next language, while paused
  await expect(page.locator('#subtitle-fr')).toBeVisible();
  const inFrench = await look(page);
  expect(inFrench.place).toBeCloseTo(place, 0);
  expect(inFrench.spoken[1]).toMatch(/^On l’entend/);
});

test('with reduced motion the playhead steps from word to word', async ({ page, site }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPlaying(page, site.url, 'Japanese');
  await moveTo(page, 30);
  const places = await page.evaluate(async () => {
    const seen = new Set<string>();
    const playhead = document.querySelector('[data-playhead]');
    while (document.querySelector('#hero figure button')?.textContent === 'Pause the line') {
      if (playhead) seen.add(getComputedStyle(playhead).translate);
      await new Promise(requestAnimationFrame);
    }
    return [...seen].map(Number.parseFloat);
  });
  const words = dubbedLines.find(({ lang }) => lang === 'ja')?.times ?? [];
  expect(places.length).toBeGreaterThan(4);
  for (const place of places) expect([0, ...words]).toContain(place);
});

test('the line waits while it is out of view and while the tab is hidden', async ({
  page,
  site,
}) => {
  await openPlaying(page, site.url);
  const state = () =>
    page.evaluate(
      () => document.querySelector('[data-playhead]')?.getAnimations().at(-1)?.playState,
    );
  await expect.poll(state).toBe('running');
  await moveTo(page, 10, SLOW);
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
  await expect.poll(state).toBe('paused');
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect.poll(state).toBe('running');
  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await hide(true);
  expect(await state()).toBe('paused');
  await hide(false);
  expect(await state()).toBe('running');
});

test('a press before the code has arrived plays the line when it has, also after a visit to another page', async ({
  page,
  site,
}) => {
  const go = await hold(page, player);
  await page.goto(site.url);
  await alive(page);
  await playButton(page).click();
  await expect(playButton(page)).toBeVisible();
  go();
  await expect(pauseButton(page)).toBeVisible();
  await page.getByRole('contentinfo').locator('a[href="/about"]').click();
  await expect(page).toHaveURL(`${site.url}/about`);
  await page.getByRole('banner').locator('a[href="/"]').click();
  await expect(page).toHaveURL(`${site.url}/`);
  await expect(page.locator('use[href$="#mixing-de"]')).toBeVisible();
  await playButton(page).click();
  await expect.poll(async () => (await look(page)).spoken[0]).toMatch(/^You/);
});

test('a recording is fetched on the press only, and plays where the playhead is', async ({
  page,
  site,
}) => {
  const data = site.databasePath.replace(/[^/]*$/, '');
  mkdirSync(`${data}media`);
  writeFileSync(`${data}media/de.opus`, silentOpus(5));
  const identity = JSON.parse(readFileSync(`${data}site.json`, 'utf8'));
  writeFileSync(`${data}site.json`, JSON.stringify({ ...identity, media: { de: 'de.opus' } }));
  await site.restart();
  await page.addInitScript(() => {
    const played = new Set<HTMLMediaElement>();
    Object.assign(window, { played });
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function () {
      played.add(this);
      return play.call(this);
    };
  });
  const sound = () =>
    page.evaluate(() => {
      const [audio, ...others] = (window as unknown as { played: Set<HTMLMediaElement> }).played;
      const [animation] = document.querySelector('[data-playhead]')?.getAnimations() ?? [];
      const seconds = Number(animation?.currentTime) / 1000;
      return {
        count: others.length + (audio ? 1 : 0),
        isPlaying: audio?.paused === false,
        volume: audio?.volume,
        late: seconds - (audio?.currentTime ?? 0),
      };
    });
  const fetched = () => page.sentRequests.filter(({ url }) => url.includes('/media/')).length;
  await page.goto(site.url);
  await reject(page);
  await page.waitForLoadState('networkidle');
  await page.getByRole('radio', { name: 'Spanish' }).check();
  await playButton(page).click();
  await expect(pauseButton(page)).toBeVisible();
  expect(fetched()).toBe(0); // Spanish has none
  await page.getByRole('radio', { name: 'German' }).check();
  await expect.poll(sound).toMatchObject({ count: 1, isPlaying: true, volume: 1 });
  await expect.poll(fetched).toBeGreaterThan(0);
  const start = ((dubbedLines[0]?.times[0] ?? 0) / 100) * 6;
  await moveTo(page, 50);
  await expect.poll(async () => Math.abs((await sound()).late - start)).toBeLessThan(0.2);
  await pauseButton(page).click();
  await expect.poll(sound).toMatchObject({ count: 1, isPlaying: false });
  await playButton(page).click();
  await page.getByRole('radio', { name: 'French' }).check();
  await expect.poll(sound).toMatchObject({ count: 1, isPlaying: false });
});
