import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { breakdownName } from './chosen-funnel.ts';
import { StepFields } from './step-fields.tsx';

// An address may have any name, even `constructor`, which every object has.
test('a step with a property called constructor shows that name and its value', () => {
  const draft = {
    key: 1,
    event: 'scroll',
    properties: { constructor: '25' } as never,
    sameEvent: false,
  };
  const html = renderToStaticMarkup(<StepFields draft={draft} position={1} onChange={() => {}} />);
  expect(html).toContain('<span>constructor</span>');
  expect(html).toContain('<option value="25" selected="">25</option>');
});

test('a breakdown called constructor has that name', () => {
  expect(breakdownName('constructor')).toBe('constructor');
});
