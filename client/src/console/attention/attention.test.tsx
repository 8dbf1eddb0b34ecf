// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import { ConsoleContext } from '../console-data.ts';
import { overviewWords } from '../words/console-messages.ts';
import { Attention } from './attention.tsx';

const words = overviewWords.attention;
const AT = '2026-03-14T12:00:00.000Z';
const alert = {
  ...{ id: '1', name: 'no_backup', text: 'No backup.', advice: 'Make one.' },
  ...{ since: AT, raisedAt: AT, clearedAt: null, silentUntil: null },
};
const disk = { code: 'disk', text: 'The disk is full.' };

/** Shows what the site answers to an owner, whom it lets change nothing. */
async function show(problems: readonly object[], alerts = [alert]) {
  const page = openPlace();
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit = {}) => {
    if (method === 'POST') return new Response('', { status: 503 });
    return Response.json(path.endsWith('problems') ? { problems } : { alerts });
  });
  await page.render(
    <ConsoleContext value={{ siteUrl: '', sendsMail: false, languages: 'en', seesPeople: true }}>
      <Attention zone="UTC" />
    </ConsoleContext>,
  );
  return page;
}

test('an alert is there beside other problems, once, with its advice; without both there is nothing', async () => {
  const { place } = await show([disk, { code: 'no_backup', text: 'No backup.' }]);
  await vi.waitFor(() => expect(place.textContent).toContain('Make one.'));
  expect(place.querySelector('button')?.textContent).toBe(words.count(2));
  expect(place.textContent?.split('No backup.')).toHaveLength(2);
  const alone = await show([]);
  await vi.waitFor(() => expect(alone.place.textContent).toContain('Make one.'));
  const calm = await show([], []);
  expect(calm.place.textContent).toBe('');
});

test('a silence that fails is reported', async () => {
  const { place, press, alert: said } = await show([{ code: 'no_backup', text: 'No backup.' }]);
  await vi.waitFor(() => expect(place.textContent).toContain(words.silence));
  await press(words.silence);
  await vi.waitFor(() => expect(said()).toBe(words.failed));
});
