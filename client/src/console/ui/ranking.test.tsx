// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { countCell, Ranking, rateCell } from './ranking.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

test('a bar with a track is a part of 100 %; a bar that is measured by the longest one has no track', () => {
  const container = document.createElement('div');
  const rows = [
    {
      key: 'a',
      name: 'a',
      cells: [countCell(200, null), rateCell({ successes: 50, trials: 200 }, null)],
    },
    {
      key: 'b',
      name: 'b',
      cells: [countCell(100, null), rateCell({ successes: 10, trials: 100 }, null)],
    },
  ];
  const columns = [{ label: 'People' }, { label: 'Rate' }];
  act(() =>
    createRoot(container).render(
      <Ranking heading="By" name="Value" columns={columns} rows={rows} />,
    ),
  );
  const bars = [...container.querySelectorAll('tbody svg')].map((svg) =>
    [...svg.querySelectorAll('rect[height="4"]')].map((part) => part.getAttribute('width')),
  );
  expect(bars).toEqual([['100'], ['100', '25'], ['50'], ['100', '10']]);
});
