import { join } from 'node:path';
import { expect, test } from 'vitest';
import english from '../../client/src/site/content/en/consent.json' with { type: 'json' };
import { loadWording, writtenLanguages } from '../../client/src/site/content/languages.ts';
import { describeConsentTexts } from '../../server/src/consent/consent-text.ts';
import { contextSchema, eventSchema } from '../../shared/src/events.ts';
import type { ConsentFacts, RenderModule } from '../../shared/src/page.ts';
import { root } from '../steps/run.mjs';

const render: RenderModule = await import(join(root, 'client/src/render/entry-server.tsx'));

const company = 'Example GmbH';
/** Who has said of everybody that nobody receives anything. */
const nobody = { hosting: null, mailbox: null, backups: null, shop: null };
const alone = {
  ...{ posthogHost: null, eventRetentionDays: 395, recipients: [] },
  site: { company, recipients: nobody },
} satisfies ConsentFacts;

// A changed byte is a new text, and everybody who agreed to the text before is asked again (decision 030). So a change of
// these hashes must be wanted, in each language in which it happens.
// The beginning of each hash is enough to tell texts apart.
test.each([
  [
    'as shipped',
    { site: { company } },
    'ar 36f296ec2839, de 69baac429c92, en 995c710b3889, es 86adcc068360',
    'fr 01f8daedec97, hi 64c497f26112, ja 32ea63d673ec, pt-BR 32d577aad7ca',
  ],
  [
    'nobody receives it',
    {},
    'ar 61f1ee952ca6, de b588803900aa, en 096a7e9ea353, es 017bd35d1da3',
    'fr 28672221ce84, hi bf59aba6e85c, ja 548026559153, pt-BR 42711693f6fd',
  ],
  [
    'PostHog receives it',
    { posthogHost: 'eu.i.posthog.com' },
    'ar 2525df4a61e4, de b1b002fe48cb, en c607008cde02, es 36cabbed6fbc',
    'fr 5b954efd46ab, hi f2af84de6ef8, ja 7c15659eb6e0, pt-BR 409e4713c27d',
  ],
])('the consent question has the text that people agreed to (%s)', async (_, facts, ...hashes) => {
  const texts = await describeConsentTexts(render, { ...alone, ...facts });
  const found = texts.map(({ language, hash }) => `${language} ${hash.slice(0, 12)}`);
  expect(found.sort()).toEqual(hashes.join(', ').split(', '));
});

test('each field of an event has a word in the question, or is known to be told in the settings alone', () => {
  const fields = [
    ...eventSchema.options.flatMap(({ shape }) => [
      shape.name.value,
      ...Object.keys(shape.properties.shape),
    ]),
    ...Object.keys(contextSchema.shape),
  ];
  const untold = fields.filter((field) => !(field in english.question));
  // What is told of a press, a section and a form, and where and how a page was open. Labels of a campaign are in the link.
  expect(untold.sort()).toEqual([
    ...['button_name', 'click_location', 'event_label', 'form_type', 'language', 'path'],
    ...['percent_scrolled', 'section_name', 'utm', 'viewport'],
  ]);
});

const hashesWith = async (change: Partial<ConsentFacts>) =>
  (await describeConsentTexts(render, { ...alone, ...change })).map(({ hash }) => hash);

test('a database or a proxy of somebody else is another text in each language, also beside PostHog', async () => {
  const hashesOf = (posthogHost: string | null, recipients: ConsentFacts['recipients']) =>
    hashesWith({ posthogHost, recipients });
  const all: string[][] = [];
  for (const host of [null, 'eu.i.posthog.com']) {
    for (const recipients of [[], ['hosting'], ['proxy'], ['database', 'proxy']] as const) {
      all.push(await hashesOf(host, recipients));
    }
  }
  expect(new Set(all.flat()).size).toBe(8 * writtenLanguages.length);
  // Who receives signups is no matter of analytics.
  expect(await hashesOf(null, ['mail', 'team', 'webhook'])).toEqual(all[0]);
});

test('another company, other days of events, and a host or backups that nobody has told of, are another text in each language', async () => {
  const texts = await Promise.all([
    hashesWith({}),
    hashesWith({ site: { ...alone.site, company: 'Another GmbH' } }),
    hashesWith({ site: { company } }),
    hashesWith({ eventRetentionDays: 396 }),
  ]);
  expect(new Set(texts.flat()).size).toBe(4 * writtenLanguages.length);
  const { backups: _, ...hosted } = nobody;
  const { hosting: __, ...kept } = nobody;
  for (const recipients of [hosted, kept])
    expect(await hashesWith({ site: { company, recipients } })).toEqual(texts[2]);
  // The question names no company that receives nothing of analytics.
  const { mailbox: ___, shop: ____, ...told } = nobody;
  expect(await hashesWith({ site: { company, recipients: told } })).toEqual(texts[0]);
});

test('each part of the settings has a label, the last that of the rejection, and the parts are the text that is agreed to', async () => {
  for (const language of writtenLanguages) {
    const { consentParts, labels } = await (await loadWording(language)).load('consent');
    const { information, recorded } = consentParts(alone);
    expect(labels.rows).toHaveLength(information.length + recorded.length - 1);
    const text = await render.consentText(language, alone);
    for (const part of information) expect(text.information).toContain(part);
    for (const part of recorded) expect(text.analyticsDescription).toContain(part);
  }
});
