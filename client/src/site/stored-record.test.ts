// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://site.test/de/?utm_source=news&utm_campaign=june"}
import { expect, test } from 'vitest';
import { envelopeSchema, eventSchema } from '#shared/events';
import { pageContext } from './features/analytics/analytics.ts';
import { newId } from './features/consent/open-consent.ts';
import { recordOfVisit } from './features/consent/stored-record.ts';

test('the record that a visitor may look at is what the server would take, with the values of the visit', () => {
  document.body.innerHTML =
    '<form id="signup"><input name="email" value="ada@Studio.Example"></form>';
  const record = recordOfVisit(pageContext('de'), newId);
  expect(envelopeSchema.safeParse(record).error).toBeUndefined();
  for (const event of record.events) expect(eventSchema.safeParse(event).error).toBeUndefined();
  const names = eventSchema.options.map(({ shape }) => shape.name.value);
  expect(record.events.map(({ name }) => name).sort()).toEqual(names.sort());
  expect(record.context).toMatchObject({
    path: '/de/',
    language: 'de',
    viewport: 'large',
    utm: { source: 'news', campaign: 'june' },
  });
  expect(record.events.at(-1)?.properties).toMatchObject({ email_domain: 'studio.example' });
});
