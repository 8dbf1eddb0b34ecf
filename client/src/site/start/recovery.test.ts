import { expect, test } from 'vitest';
import { createRecovery } from './recovery.ts';

const PAGE = '<script data-modules="/assets/entry-1.js"></script>';
const NEWER = PAGE.replace('entry-1', 'entry-2');
const failing = () => Promise.reject(new Error('cannot be had'));
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** A page of the first build. @param answers what the site serves, one after the other; the last one stays */
function createPage(answers: (string | null)[], { reloaded = false } = {}) {
  const log: string[] = [];
  const recover = createRecovery({
    entry: '/assets/entry-1.js',
    async fetchPage() {
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer == null) throw new TypeError('Failed to fetch');
      return answer;
    },
    wait: async (ms) => void log.push(`wait ${ms}`),
    hasReloaded: () => reloaded,
    reload: () => void log.push('reload'),
    tell: () => void log.push('tell'),
  });
  const miss = async (load: () => Promise<void>, optional = false) => {
    const loadLogged = () => {
      log.push('load');
      return load();
    };
    await recover({ load: loadLogged, optional, giveUp: () => void log.push('give up') });
    await settled();
  };
  return { miss, log };
}

test('a request that was lost is made once more when the site answers', async () => {
  const { miss, log } = createPage([null, null, PAGE]);
  await miss(async () => {});
  expect(log).toEqual(['wait 1000', 'wait 2000', 'load']);
});

test('waiting for the site never takes longer than a minute between two tries', async () => {
  const { miss, log } = createPage([...Array(9).fill(null), PAGE]);
  await miss(async () => {});
  expect(log.slice(-4)).toEqual(['wait 60000', 'wait 60000', 'wait 60000', 'load']);
});

test('a proxy’s own page, shown while the site restarts, counts as no answer', async () => {
  const { miss, log } = createPage(['<h1>502 Bad Gateway</h1>', PAGE]);
  await miss(async () => {});
  expect(log).toEqual(['wait 1000', 'load']);
});

test('code of an earlier build is not requested again: the page reloads', async () => {
  const { miss, log } = createPage([NEWER]);
  await miss(failing);
  expect(log).toEqual(['reload']);
});

test('code that fails a second time, as in a browser that remembers the first, reloads the page while the site answers', async () => {
  const { miss, log } = createPage([PAGE, null, PAGE]);
  await miss(failing);
  expect(log).toEqual(['load', 'wait 1000', 'reload']);
});

test('a page that lacks several chunks reloads once', async () => {
  const { miss, log } = createPage([NEWER]);
  await Promise.all([miss(failing), miss(failing), miss(failing, true)]);
  expect(log).toEqual(['reload']);
});

test('a page that was reloaded already says so, and reloads no more', async () => {
  for (const served of [PAGE, NEWER]) {
    const { miss, log } = createPage([served], { reloaded: true });
    await miss(failing);
    expect(log.filter((step) => step !== 'load')).toEqual(['tell']);
  }
});

test('optional code that is blocked causes neither a reload nor a notice', async () => {
  const { miss, log } = createPage([PAGE]);
  await miss(failing, true);
  expect(log).toEqual(['load', 'give up']);
});

test('optional code of an earlier build reloads the page, but is given up in a page that was reloaded', async () => {
  const outdated = createPage([NEWER]);
  await outdated.miss(failing, true);
  expect(outdated.log).toEqual(['reload']);
  const reloaded = createPage([NEWER], { reloaded: true });
  await reloaded.miss(failing, true);
  expect(reloaded.log).toEqual(['give up']);
});
