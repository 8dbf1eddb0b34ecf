// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import { commonWords } from '../words/console-messages.ts';
import { Figures, Panel } from './panel.tsx';

const words = commonWords.report;

test('figures stay as they are until their new question is answered', async () => {
  const { place, render } = openPlace();
  const answered = { data: 7, askedAt: 0, asking: false, failure: null, retry() {} };
  const panel = (by: string, loading: boolean) => (
    <Panel report={{ ...answered, loading }}>{(count) => `${count} by ${by}`}</Panel>
  );
  await render(panel('channel', false));
  await render(panel('source', true));
  expect(place.textContent).toContain('7 by channel');
  expect(place.querySelector('[aria-busy="true"]')).not.toBeNull();
  await render(panel('source', false));
  expect(place.textContent).toBe('7 by source');
});

test('a rate that is compared with nothing has no chip but its interval', async () => {
  const { place, render } = openPlace();
  await render(<Figures figures={[{ label: 'Agreed', value: { successes: 50, trials: 100 } }]} />);
  expect(place.querySelector('button')).toBeNull();
  expect(place.querySelector('dd')?.textContent).toBe('50.0\u00a0% 40.4 – 59.6\u00a0%\u00a0');
});

test('earlier figures stay dimmed until those of the answer are drawn, which takes longer than its arrival', async () => {
  const { place, render } = openPlace();
  const answered = { askedAt: 0, asking: false, failure: null, retry() {} };
  let drawnOver: string | null | undefined;
  function Figure({ count }: { count: number }) {
    drawnOver = place.querySelector('[aria-busy]')?.getAttribute('aria-busy');
    return count;
  }
  const panel = (data: number, loading: boolean) => (
    <Panel report={{ ...answered, data, loading }}>{(count) => <Figure count={count} />}</Panel>
  );
  await render(panel(7, false));
  await render(panel(7, true));
  await render(panel(8, false));
  expect([drawnOver, place.textContent]).toEqual(['true', '8']);
  expect(place.querySelector('[aria-busy="true"]')).toBeNull();
});

test.each([
  ['too_long', words.tooLong],
  ['failed', words.failed],
] as const)('a report that is %s says so, and can be asked again', async (why, said) => {
  const { alert, press, render } = openPlace();
  const retry = vi.fn();
  const missing = { data: null, askedAt: 0, loading: false, asking: false, retry };
  await render(<Panel report={{ ...missing, failure: { why } }}>{() => null}</Panel>);
  expect(alert()).toContain(said);
  await press(words.retry);
  expect(retry).toHaveBeenCalledOnce();
});
