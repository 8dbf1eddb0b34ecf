import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { StepFields } from './step-fields.tsx';

// An address may have any name, even `constructor`, which every object has.
test('a step with a property called constructor shows that name and its value', () => {
  const step = { event: 'scroll', properties: { constructor: '25' } as never, sameEvent: false };
  const fields = <StepFields draft={{ key: 1, ...step }} position={1} onChange={() => {}} />;
  const html = renderToStaticMarkup(fields);
  expect(html).toContain('<span>constructor</span>');
  expect(html).toContain('<option value="25" selected="">25</option>');
});
