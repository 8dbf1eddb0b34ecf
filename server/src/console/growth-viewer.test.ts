import { expect, test } from 'vitest';
import type { BehaviourReport, FormsReport, FunnelReport, Summarized } from '#shared/growth';
import type { AlertsReport } from '#shared/notes';
import type { Traffic } from '#shared/reports';
import { TRAFFIC_FIELDS } from '#shared/traffic-fields';
import { type PersonEvent, recordAll } from '../events/testing/store-contract-events.ts';
import {
  FIGURES,
  MARCH_14,
  newId,
  openConsole,
  PEOPLE,
  seen,
  signup,
} from '../testing/sites/console-site.ts';
import { NOON } from '../testing/test-app.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The same event of several people. */
const crowd = (count: number, event: Partial<PersonEvent> = {}, name = 'crowd') =>
  Array.from({ length: count }, (_, index) => ({ ...seen(`${name}-${index}`, 'hero'), ...event }));
const sends = (email_domain: string) => ({
  event: 'form_submit',
  properties: { form_type: 'beta', event_label: 'success', email_domain },
});
const presses = (button_name: string) => ({
  event: 'button_click',
  properties: { button_name, click_location: 'hero' },
});

/** What five people have, and what four have. */
async function open() {
  const site = await openConsole();
  await recordAll(site.store, [
    ...crowd(5, { utmSource: 'five', language: 'de' }),
    ...crowd(4, { utmSource: 'four', viewport: 'large', path: '/four', language: 'de' }, 'few'),
    ...crowd(5, presses('five')).map((event) => ({ ...event, utmSource: 'five' })),
    ...crowd(4, presses('four'), 'few').map((event) => ({ ...event, utmSource: 'four' })),
    ...crowd(5, sends('five.test')).map((event) => ({ ...event, utmSource: 'five' })),
    ...crowd(4, sends('four.test'), 'few').map((event) => ({ ...event, utmSource: 'four' })),
  ]);
  const view = async (route: string) => {
    const answer = await site.ask(route, 'GET', { token: FIGURES });
    return [answer.status, (await answer.json()) as { code?: string; issues?: object[] }] as const;
  };
  return { ...site, view };
}

test('a viewer reads the owner’s figures; only values of fewer than five people are joined', async () => {
  const { store, read } = await open();
  await store.insertSignup(signup('jane@a.test', { createdAt: NOON }));
  await store.addPageCounts('2026-03-14T12:00', new Map([['/about', 1]]));
  const same = [
    ...[`figures?${MARCH_14}&unit=hour`, `forms?${MARCH_14}`, 'problems', 'notes', 'funnels'],
    ...[`traffic?${MARCH_14}&by=language`, `funnel?${MARCH_14}&step=*&step=form_submit`],
    'funnel?preset=top',
  ];
  for (const route of same) expect(await read(route, FIGURES), route).toEqual(await read(route));
  const traffic = await read<Summarized<Traffic>>(`traffic?${MARCH_14}&by=utm_source`, FIGURES);
  expect(traffic.rows).toEqual([{ value: 'five', events: 15, people: 5, signups: 5 }]);
  expect(traffic.others).toEqual({ values: 1, events: 12, people: 4, signups: 4 });
  expect(traffic.summary).toBe(
    '9 of 9 visitors signed up in one day; no difference by source is beyond chance.',
  );
  const pressed = { people: 4, presses: 4 };
  expect(await read<BehaviourReport>(`behaviour?${MARCH_14}`, FIGURES)).toMatchObject({
    people: 9,
    buttons: [{ name: 'five', location: 'hero', people: 5, presses: 5, signups: 5 }],
    others: { buttons: 1, ...pressed },
  });
  const funnel = await read<FunnelReport>('funnel?step=*&breakdown=utm_source', FIGURES);
  expect(funnel.breakdown).toMatchObject([{ value: 'five', steps: [{ count: 5 }] }]);
  expect(funnel.others).toMatchObject({ values: 1, steps: [{ count: 4 }] });
  for (const route of [
    ...TRAFFIC_FIELDS.map((by) => `traffic?${MARCH_14}&by=${by}`),
    ...[`traffic?${MARCH_14}&by=language,utm_source`, `behaviour?${MARCH_14}`],
    ...TRAFFIC_FIELDS.map((by) => `funnel?step=*&step=form_submit&breakdown=${by}`),
    ...['form_type', 'event_label'].map((by) => `funnel?step=form_submit&step=*&breakdown=${by}`),
  ])
    expect(JSON.stringify(await read(route, FIGURES)), route).not.toMatch(/four|large/);
});

test('where all values have fewer than five people, the sentence still counts those people', async () => {
  const { store, read } = await openConsole();
  await recordAll(store, [seen('jane', 'hero')]);
  const traffic = await read<Summarized<Traffic>>(`traffic?${MARCH_14}`, FIGURES);
  expect([traffic.rows, traffic.others?.values]).toEqual([[], 1]);
  expect(traffic.summary).toMatch(/^0 of 1 visitors signed up/);
});

test.each([
  ['a filter', 'filter=utm_source:', ''],
  ['filters together', 'filter=language:de&filter=utm_source:', ''],
  ['a step', 'step=*&step=form_submit:email_domain%3D', '.test'],
  ['a step of any event', 'step=*:email_domain%3D', '.test'],
])(
  '%s of four people is refused like one of nobody, and one of five is answered',
  async (_, named, end) => {
    const { view, read } = await open();
    const isFilter = named.startsWith('filter');
    const reports = isFilter ? ['funnel', 'forms', 'behaviour', 'traffic'] : ['funnel'];
    for (const report of reports) {
      const route = (value: string) => `${report}?${MARCH_14}&${named}${value}${end}`;
      const refused = await view(route('four'));
      expect([refused[0], refused[1].code]).toEqual([400, 'few_people']);
      expect(refused[1].issues).toEqual([
        {
          path: isFilter ? 'filter' : named.startsWith('step=*&') ? 'step.1' : 'step.0',
          message: 'expected what at least 5 people of the period have',
        },
      ]);
      expect(await view(route('nobody'))).toEqual(refused);
      expect(await view(route('five'))).toEqual([200, await read(route('five'))]);
    }
  },
);

test('a value needs five people in the asked period, and the period before is left out without them', async () => {
  const { store, view, read } = await open();
  await recordAll(store, crowd(4, { at: NOON - DAY, utmSource: 'five' }));
  const filtered = 'filter=utm_source:five';
  expect((await view(`forms?from=2026-03-13&to=2026-03-13&${filtered}`))[0]).toBe(400);
  expect((await view(`forms?from=2026-03-14T13:00&to=2026-03-14T13:01&${filtered}`))[0]).toBe(400);
  const compared = `forms?${MARCH_14}&beforeFrom=2026-03-13&beforeTo=2026-03-13`;
  expect(await read<object>(`${compared}&${filtered}`)).toHaveProperty('before');
  expect(await read<FormsReport>(`${compared}&${filtered}`, FIGURES)).toEqual({
    ...{ people: 5 },
    outcomes: [
      { outcome: 'success', people: 5, best: 5 },
      { outcome: 'duplicate', people: 0, best: 0 },
      { outcome: 'error', people: 0, best: 0 },
    ],
  });
  expect(await read(compared, FIGURES)).toEqual(await read(compared));
});

test('an alert does not tell a viewer since when: that may be the time of one signup', async () => {
  const { store, read } = await openConsole();
  const [raisedAt, since] = [NOON - 20 * MINUTE, NOON - 9 * 60 * MINUTE + 1_234];
  const text = 'Nobody has signed up for 9 hours; about 14 signups were expected.';
  await store.raiseAlert({ id: newId(), name: 'no_signups', text, since, raisedAt });
  const sinceOf = async (token: string) => {
    const [alert] = (await read<AlertsReport>('alerts', token)).alerts;
    return [alert?.text, Date.parse(alert?.since ?? '')];
  };
  expect(await sinceOf(PEOPLE)).toEqual([text, since]);
  expect(await sinceOf(FIGURES)).toEqual([text, raisedAt]);
});
