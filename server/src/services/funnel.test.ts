import { expect, test } from 'vitest';
import type { PersonEvent } from '../store/store.ts';
import { countFunnel, SIGNUP_FUNNEL } from './funnel.ts';

const section = (consentId: string, section_name: string): PersonEvent => ({
  consentId,
  name: 'section_view',
  properties: { section_name },
});
const submit = (consentId: string, event_label: string): PersonEvent => ({
  consentId,
  name: 'form_submit',
  properties: { form_type: 'beta', event_label },
});

const count = (events: PersonEvent[]) =>
  countFunnel(
    {
      visitEventsByPerson: async (_, visit) => {
        for (const event of events) visit(event);
      },
    },
    SIGNUP_FUNNEL,
  );

test('each person counts once a step, in order, whatever lies between', async () => {
  const events = [
    section('all', 'hero'),
    section('all', 'pipeline'),
    section('all', 'signup'),
    submit('all', 'error'),
    submit('all', 'success'),
    section('all', 'hero'),
    section('all', 'signup'),
    submit('all', 'success'),
    section('backwards', 'signup'),
    section('backwards', 'hero'),
    section('hero only', 'hero'),
    section('hero only', 'hero'),
    submit('form only', 'success'),
    section('no success', 'hero'),
    section('no success', 'signup'),
    submit('no success', 'duplicate'),
  ];
  expect(await count(events)).toEqual([4, 2, 1]);
});

test('without events nobody took a step', async () => {
  expect(await count([])).toEqual([0, 0, 0]);
});
