// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { SourceRanking } from './source-ranking.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

test('a source that strangers called null, or like none, is not confused with none', () => {
  const container = document.createElement('div');
  const root = createRoot(container);
  const show = (...values: (string | null)[]) => {
    const rows = values.map((value) => ({ value, events: 1, people: 1, signups: 0 }));
    const data = { events: [], by: 'utm_source' as const, rows };
    act(() =>
      root.render(
        <SourceRanking
          heading="Sources"
          data={data}
          before={null}
          change={() => {}}
          filters={[]}
        />,
      ),
    );
    return [...container.querySelectorAll('tbody th')].map(({ textContent }) => textContent);
  };
  expect(show(null, 'null', 'a')).toEqual(['(none)', 'null', 'a']);
  expect(show('null', 'a', null)).toEqual(['null', 'a', '(none)']);
  expect(show('(none)', null, '"(none)"')).toEqual(['"(none)"', '(none)', '""(none)""']);
  expect(show('a')).toEqual(['a']);
});
