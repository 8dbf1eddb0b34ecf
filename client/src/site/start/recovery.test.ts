import { expect, test } from 'vitest';
import { createRecovery } from './recovery.ts';

const PAGE = '<script data-modules="/assets/entry-1.js"></script>';
const NEWER = PAGE.replace('entry-1', 'entry-2');

/** A page of the first build. @param answers what the site serves, one after the other; the last one stays */
function createPage(answers: (string | null)[], { stays = false } = {}) {
  const log: string[] = [];
  const recover = createRecovery({
    entry: '/assets/entry-1.js',
    async fetchPage() {
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer == null) throw new TypeError('Failed to fetch');
      return answer;
    },
    wait: async (ms) => void log.push(`wait ${ms / 1000}`),
    mustStay: () => stays,
    reload: () => void log.push('reload'),
    tell: () => void log.push('tell'),
  });
  return {
    log,
    /** Recovers from missing code. @param arrives whether it comes at a second try */
    async miss(arrives: boolean, optional = false) {
      const load = async () => {
        log.push('load');
        if (!arrives) throw new Error('cannot be had');
      };
      await recover({ load, optional, giveUp: () => void log.push('give up') });
      await new Promise((resolve) => setTimeout(resolve));
      return log.join(', ');
    },
  };
}

test.each<[string, boolean, (string | null)[], string]>([
  ['a lost request is repeated', true, [null, null, PAGE], 'wait 1, wait 2, load'],
  // While the site restarts.
  ['the page of a proxy is no answer', true, ['<h1>502</h1>', PAGE], 'wait 1, load'],
  ['code of an earlier build is not requested again', false, [NEWER], 'reload'],
  // A browser may remember the first failure.
  ['code that fails twice reloads the page', false, [PAGE, null, PAGE], 'load, wait 1, reload'],
])('%s, once the site answers', async (_, arrives, answers, log) => {
  expect(await createPage(answers).miss(arrives)).toBe(log);
});

test('waiting for the site never takes longer than a minute between two tries', async () => {
  const { miss } = createPage([...Array(9).fill(null), PAGE]);
  expect(await miss(true)).toMatch(/wait 32, wait 60, wait 60, wait 60, load$/);
});

test.each([
  [PAGE, false, 'load, tell'],
  [NEWER, false, 'tell'],
  [NEWER, true, 'give up'],
])('a page that must stay (%s, %s) does not reload', async (page, optional, log) => {
  expect(await createPage([page], { stays: true }).miss(false, optional)).toBe(log);
});

test('optional code that is blocked causes neither a reload nor a notice; that of an earlier build reloads the page', async () => {
  expect(await createPage([PAGE]).miss(false, true)).toBe('load, give up');
  expect(await createPage([NEWER]).miss(false, true)).toBe('reload');
});
