import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { dubbedLines } from '../../client/src/site/content/dubbing-lines.ts';
import { codeOf } from '../built-code.ts';
import { expect, sharing, test, withMotion } from '../fixtures.ts';
import { alive } from '../pages.ts';
import { agree, events, footer, hold, jumpTo, notify, reject } from '../visitor-actions.ts';
import { listen, recordShifts, shifts } from './heard.ts';

test.use(withMotion);
sharing.use(withMotion);

const player = codeOf('client/src/site/pages/home/player.ts');
const playButton = (page: Page) => page.getByRole('button', { name: 'Play the line' });
const pauseButton = (page: Page) => page.getByRole('button', { name: 'Pause the line' });

/** Returns what the timeline shows. Places are in percent of the track, and the room after the playhead is in pixels. */
const look = (page: Page) =>
  page.evaluate(() => {
    const of = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
    const [head, lane] = [of('[data-playhead]'), of('#hero figure svg[preserveAspectRatio]')];
    const lit = (name: string) => [...(CSS.highlights.get(name) ?? [])].map(String);
    return {
      place: (((head?.left ?? 0) - (lane?.left ?? 0)) / (lane?.width ?? 1)) * 100,
      room: (lane?.right ?? 0) - (head?.left ?? 0),
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
async function openPlaying(page: Page, language = 'German') {
  await page.goto('/');
  await reject(page);
  await page.getByRole('radio', { name: language }).check();
  await playButton(page).click();
}

/** 25 frames a second; the track begins at 10 seconds. */
const placeOf = (timecode: string) => {
  const [, , seconds = 0, frames = 0] = timecode.split(':').map(Number);
  return ((seconds - 10 + frames / 25) / 6) * 100;
};

sharing(
  'the playhead rests at its timecode, and with reduced motion steps from word to word',
  async ({ page }) => {
    await page.goto('/');
    await expect.poll(async () => (await look(page)).place).toBeCloseTo(46, 0);
    expect(placeOf((await look(page)).timecode)).toBeCloseTo(46, 0);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openPlaying(page, 'Japanese');
    await moveTo(page, 50, SLOW);
    const words = dubbedLines.find(({ lang }) => lang === 'ja')?.times ?? [];
    const word = words.findLast((start) => start <= 50);
    await expect.poll(async () => (await look(page)).place).toBeCloseTo(word ?? 0, 0);
  },
);

sharing(
  'the line waits out of view and in a hidden tab, goes on in another language, and Space pauses it',
  async ({ page }) => {
    await openPlaying(page);
    await moveTo(page, 60, SLOW);
    const isIn = (state: string) =>
      expect
        .poll(() =>
          page.evaluate(
            () => document.querySelector('[data-playhead]')?.getAnimations().at(-1)?.playState,
          ),
        )
        .toBe(state);
    const hide = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, hidden);
    await jumpTo(page, 10_000);
    await isIn('paused');
    await jumpTo(page, 0);
    await isIn('running');
    await hide(true);
    await isIn('paused');
    await hide(false);
    await isIn('running');

    await page.getByRole('radio', { name: 'Spanish' }).check();
    await expect.poll(async () => (await look(page)).spoken[1]).toMatch(/voz:\npor fin ha/);
    await page.keyboard.press('Space');
    await expect(playButton(page)).toBeVisible();
    const { place } = await look(page);
    expect(place).toBeGreaterThan(60);
    await page.keyboard.press('ArrowRight'); // the next language, while paused
    await expect(page.locator('#subtitle-fr')).toBeVisible();
    const inFrench = await look(page);
    expect(inFrench.place).toBeCloseTo(place, 0);
    expect(inFrench.spoken[1]).toMatch(/^On l’entend/);
  },
);

sharing('a player that comes late plays what was pressed, or breaks nothing', async ({ page }) => {
  for (const isPressed of [false, true]) {
    const arrive = await hold(page, player);
    const asked = page.waitForRequest(player);
    await page.goto('/');
    await alive(page);
    await asked;
    if (isPressed) await playButton(page).click();
    else await footer(page).getByRole('link', { name: 'About' }).click();
    arrive();
    if (!isPressed) await page.getByRole('link', { name: 'Back to Home' }).click();
    if (!isPressed) await playButton(page).click();
    await expect.poll(async () => (await look(page)).spoken[0]).toMatch(/^You/);
    await page.unroute(player);
  }
});

/** Returns a WAV file of silence: 8,000 samples a second, 8 bits. */
function silence(seconds: number): Buffer {
  const samples = Buffer.alloc(seconds * 8_000, 0x80);
  const head = Buffer.from('RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0', 'latin1');
  const rates = Buffer.from([0x40, 0x1f, 0, 0, 0x40, 0x1f, 0, 0, 1, 0, 8, 0]);
  const file = Buffer.concat([head, rates, Buffer.from('data\0\0\0\0'), samples]);
  file.writeUInt32LE(file.length - 8, 4);
  file.writeUInt32LE(samples.length, 40);
  return file;
}

test('a press plays the line: playhead, timecode and words agree', async ({ page, site }) => {
  await agree(page, site);
  await playButton(page).scrollIntoViewIfNeeded();
  const heard = await listen(page);
  await page.evaluate(recordShifts);
  await playButton(page).click();
  await expect(pauseButton(page)).toBeFocused();
  await moveTo(page, 50, SLOW);
  await expect.poll(async () => (await look(page)).place).toBeGreaterThan(50);
  await pauseButton(page).click();
  await expect(playButton(page)).toBeVisible();
  const paused = await look(page);
  expect(Math.abs(paused.place - placeOf(paused.timecode))).toBeLessThan(1);
  expect(paused.spoken).toEqual([
    'You can hear it in her voice: she ',
    'Man hört es ihrer Stimme an:\nSie ',
  ]);
  expect(paused.ahead).toEqual(['has finally come home.', 'ist endlich nach Hause gekommen.']);

  await page.keyboard.press('Space');
  await moveTo(page, 99);
  await expect(playButton(page)).toBeVisible();
  await expect.poll(() => look(page)).toMatchObject({ timecode: '00:00:16:00', spoken: [] });
  expect((await look(page)).room).toBeGreaterThanOrEqual(6); // for half of its head
  await playButton(page).click();
  await moveTo(page, 20, SLOW);
  await expect.poll(async () => (await look(page)).spoken[1]).toMatch(/^Man/);

  expect(await shifts(page)).toEqual([]);
  expect(await heard()).toEqual([]);
  await notify(page).click();
  await expect.poll(() => events(site, 'button_click').length).toBe(1); // and none for the line
});

test('a recording is fetched on a press, and follows the playhead', async ({ page, site }) => {
  const media = join(dirname(site.databasePath), 'media');
  mkdirSync(media);
  writeFileSync(join(media, 'de.opus'), silence(5));
  site.configure({ media: { de: 'de.opus' } });
  await site.restart();
  await page.addInitScript(() => {
    const played: HTMLMediaElement[] = [];
    Object.assign(window, { played });
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function () {
      if (!played.includes(this)) played.push(this);
      return play.call(this);
    };
  });
  const sound = () =>
    page.evaluate(() => {
      const { played } = window as unknown as { played: HTMLMediaElement[] };
      const [animation] = document.querySelector('[data-playhead]')?.getAnimations() ?? [];
      const seconds = Number(animation?.currentTime) / 1000;
      return {
        playing: played.map(({ paused }) => !paused),
        late: seconds - (played[0]?.currentTime ?? 0),
      };
    });
  const fetched = () => page.sentRequests.filter(({ url }) => url.includes('/media/')).length;
  await openPlaying(page, 'Spanish');
  await expect(pauseButton(page)).toBeVisible();
  expect(fetched()).toBe(0); // Spanish has none
  await page.getByRole('radio', { name: 'German' }).check();
  await expect.poll(sound).toMatchObject({ playing: [true] });
  await expect.poll(fetched).toBeGreaterThan(0); // play() comes before the request
  const start = ((dubbedLines[0]?.times[0] ?? 0) / 100) * 6;
  await moveTo(page, 50);
  await expect.poll(async () => Math.abs((await sound()).late - start)).toBeLessThan(0.2);
  await pauseButton(page).click();
  await expect.poll(sound).toMatchObject({ playing: [false] });
  await playButton(page).click();
  await page.getByRole('radio', { name: 'French' }).check();
  await expect.poll(sound).toMatchObject({ playing: [false] });
});
