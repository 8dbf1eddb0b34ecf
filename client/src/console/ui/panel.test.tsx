// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { openPlace } from '../../testing/open-place.tsx';
import { Panel } from './panel.tsx';

test('figures stay as they are until their new question is answered', async () => {
  const { place, render } = openPlace();
  const answered = { data: 7, askedAt: 0, asking: false, failure: null, retry() {} };
  const panel = (by: string, loading: boolean) => (
    <Panel report={{ ...answered, loading }} waits>
      {(count) => `${count} by ${by}`}
    </Panel>
  );
  await render(panel('channel', false));
  await render(panel('source', true));
  expect(place.textContent).toContain('7 by channel');
  expect(place.querySelector('[aria-busy="true"]')).not.toBeNull();
  await render(panel('source', false));
  expect(place.textContent).toBe('7 by source');
});
