import { expect, test } from 'vitest';
import type { FunnelReport } from '#shared/growth';
import { recordAll } from '../store/testing/store-contract-events.ts';
import { MARCH_14, openConsole, seen, signup } from '../testing/sites/console-site.ts';
import { NOON } from '../testing/test-app.ts';

test('the funnel is a preset, or the one in the address', async () => {
  const { store, read } = await openConsole();
  await recordAll(store, [
    seen('jane', 'hero'),
    seen('jane', 'signup', NOON + 4000),
    { ...seen('john', 'hero'), utmSource: 'news' },
  ]);
  const own = await read<FunnelReport>('funnel?preset=top');
  expect(own).toMatchObject({
    preset: 'top',
    labels: ['Saw the top of the page', 'Saw the signup section', 'Signed up'],
    measured: 2,
    time: { medianSeconds: null },
    overTime: { unit: 'hour', buckets: [{ from: '2026-03-14T12:00:00.000Z', started: 2 }] },
  });
  expect(own.steps.map(({ count }) => count)).toEqual([2, 1, 0]);
  expect(own.steps[1]).toMatchObject({ averageSeconds: 4, medianSeconds: 4 });
  expect(await read('funnel')).toMatchObject({
    preset: 'signup',
    steps: [{ count: 1 }, { count: 0 }],
  });
  const byButton = await read<FunnelReport>('funnel?preset=button');
  expect(byButton.preset).toBe('button');
  // In another order it is no preset, and its steps have their own names.
  expect(await read('funnel?preset=reading&order=unordered')).toMatchObject({
    preset: null,
    labels: [
      'Took at least 1 of 4 steps',
      'Took at least 2 of 4 steps',
      'Took at least 3 of 4 steps',
      'Took all 4 steps',
    ],
  });

  const steps = 'step=section_view:section_name%3Dhero&step=*&step=scroll:percent_scrolled%3D25';
  const asked = await read<FunnelReport>(`funnel?${steps}&breakdown=utm_source&${MARCH_14}`);
  expect(asked.preset).toBeNull();
  expect(asked.labels).toEqual(['Saw the top of the page', 'Did anything', 'Scrolled: 25 %']);
  expect(asked.steps.map(({ count }) => count)).toEqual([2, 1, 0]);
  expect(asked.breakdown.map(({ value, steps }) => [value, steps[0]?.count])).toEqual([
    [null, 1],
    ['news', 1],
  ]);
  const none = await read<FunnelReport>('funnel?preset=top&from=2026-03-15');
  expect(none.steps[0]?.count).toBe(0);
  const slow = await read<FunnelReport>(`funnel?${steps}&window=1&order=unordered`);
  expect(slow.steps.map(({ count }) => count)).toEqual([2, 1, 0]);
  // Without an order, the second count is of those who took any two of the steps.
  expect(slow.labels[1]).toBe('Took at least 2 of 3 steps');
});

test('a funnel that ends with a signup says how many signups of its range and path are confirmed', async () => {
  const { store, read } = await openConsole();
  const later = NOON + 3 * 86_400_000;
  const beta = { signupType: 'beta' as const, useCase: 'Films' };
  await store.insertSignup(signup('a@a.test', { confirmedAt: later }));
  await store.insertSignup(signup('b@a.test'));
  await store.insertSignup(signup('c@a.test', { ...beta, confirmedAt: later }));
  await store.insertSignup(signup('d@a.test', { createdAt: later, confirmedAt: later }));
  const ask = async (query: string) =>
    (await read<FunnelReport>(`funnel?${query}&${MARCH_14}`)).confirmed;
  expect(await ask('preset=signup')).toEqual({ signups: 3, confirmed: 2 });
  const askStep = (properties: string) =>
    ask(`step=*&step=form_submit${encodeURIComponent(properties)}`);
  expect(await askStep(':event_label=success,form_type=notifyme')).toEqual({
    signups: 2,
    confirmed: 1,
  });
  // Not a signup, or not only one.
  expect(await askStep(':event_label=error')).toBeNull();
  expect(await askStep(':form_type=notifyme')).toBeNull();
  expect(await askStep('')).toBeNull();
  expect(await ask('preset=reading')).toBeNull();
  // The signups table does not know this property.
  expect(await askStep(':event_label=success,email_domain=a.test')).toBeNull();
  expect((await read<FunnelReport>('funnel')).confirmed).toEqual({ signups: 4, confirmed: 3 });
});

test('own steps mean what those of a preset mean, and are told in words', async () => {
  const { store, read } = await openConsole();
  const sent = (person: string, event_label: string) => ({
    person,
    event: 'form_submit',
    at: NOON + 1000,
    properties: { event_label, form_type: 'beta' },
  });
  await recordAll(store, [
    seen('jane', 'hero'),
    sent('jane', 'success'),
    seen('john', 'hero'),
    sent('john', 'error'),
    seen('jack', 'pipeline'),
  ]);
  const counts = async (query: string) => {
    const { labels, steps } = await read<FunnelReport>(`funnel?${query}&${MARCH_14}`);
    return steps.map(({ count }, step) => [labels[step], count]);
  };
  // One event says that the form was sent and how that ended.
  const hero = 'step=section_view:section_name%3Dhero';
  expect(
    await counts(
      `${hero}&step=form_submit:form_type%3Dbeta&step=~form_submit:event_label%3Dsuccess`,
    ),
  ).toEqual([
    ['Saw the top of the page', 2],
    ['Sent the form: beta', 2],
    ['Signed up', 1],
  ]);
  // Jack saw another section, but not the first.
  const sections = `${hero}&step=section_view:section_name%3Dpipeline&order=unordered`;
  expect((await counts(sections))[0]?.[1]).toBe(3);
  expect((await counts(`${sections}&among=first`))[0]?.[1]).toBe(2);
});

test('steps that nobody can take are named, unless somebody took them', async () => {
  const { store, read } = await openConsole();
  const other = { ...seen('jane', 'hero'), event: 'sign_up', properties: { plan: 'x' } };
  await recordAll(store, [other]);
  const warningsOf = async (...steps: string[]) => {
    const asked = steps.map((step) => `step=${encodeURIComponent(step)}`).join('&');
    return (await read<FunnelReport>(`funnel?${asked}`)).warnings;
  };
  expect(
    await warningsOf(
      'sign_up:plan=x',
      'section_veiw',
      'scroll:percent_scroled=25',
      '*:section_nam=hero',
      'section_view:section_name=top',
    ),
  ).toEqual([
    expect.stringMatching(/^step 2: there is no event called "section_veiw"; .*section_view\?$/),
    expect.stringMatching(
      /^step 3: there is no property of scroll called "percent_scroled"; .*\?$/,
    ),
    expect.stringMatching(/^step 4: there is no property called .* mean section_name\?$/),
    'step 5: section_name is never "top"',
  ]);
  expect(
    await warningsOf('*', 'scroll:percent_scrolled=25', 'button_click:button_name=Go'),
  ).toEqual([]);
});
