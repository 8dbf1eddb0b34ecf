import type { EventName } from '#shared/events';
import { CONSENT_DAYS } from '#shared/limits';
import type { ConsentFacts, ConsentText } from '#shared/page';
import { gap, consent as m } from '../site-messages.ts';

// Every change of these words, even of a space, is a new text: its readers are asked again (scripts/words/consent-texts.test.ts).

/** What is recorded of each event, in the question. */
const QUESTION = {
  scroll: m.question.scroll,
  section_view: m.question.section_view,
  button_click: m.question.button_click,
  form_submit: m.question.form_submit,
} satisfies Record<EventName, string>;
/** The same, in the settings. */
const SETTINGS = {
  scroll: m.settings.scroll,
  section_view: m.settings.section_view,
  button_click: m.settings.button_click,
  form_submit: m.settings.form_submit,
} satisfies Record<EventName, string>;

/** The name of the button that closes the settings. It is no part of what people agree to. */
export const closeLabel = m.close;
/** Around the record of the visit. It is no part of what people agree to either: it shows what the text describes. */
export const recordText = m.record;

/**
 * Returns what the consent dialogs say. The question is two sentences, the title and the description, because its
 * strip must be low. The recipients are part of the text, so that configuring PostHog, or a server, database or proxy
 * that somebody else runs, changes the text, its hash and with it the revision: everybody is asked again.
 */
export function consentText({
  posthogHost: host,
  recipients,
}: ConsentFacts): Omit<ConsentText, 'language'> {
  const days = CONSENT_DAYS;
  // The server of this site is then not its own.
  const isHandled = recipients.includes('database') || recipients.includes('hosting');
  const [kept, recipient] = host
    ? isHandled
      ? [m.description.handledPosthog({ host, days }), m.analytics.handledPosthog({ host })]
      : [m.description.posthog({ host, days }), m.analytics.posthog({ host })]
    : isHandled
      ? [m.description.handled({ days }), m.analytics.handled]
      : [m.description.stays({ days }), m.analytics.stays];
  return {
    title: m.title(QUESTION),
    description: kept,
    accept: m.accept,
    reject: m.reject,
    manage: m.manage,
    save: m.save,
    policyLink: m.policyLink,
    preferencesTitle: m.preferencesTitle,
    analyticsTitle: m.analytics.title,
    analyticsDescription: [
      m.analytics.recorded(SETTINGS),
      recipient,
      ...(recipients.includes('proxy') ? [m.analytics.passes] : []),
      m.analytics.without,
    ].join(gap),
  };
}

/**
 * Returns what the settings say besides: who is responsible, for what, how long and how to withdraw. It is no part of the
 * hashed text (docs/decisions/042-what-is-told-beside-the-question.md).
 */
export const secondLayer = (company: string) => ({
  information: m.information({ company, days: CONSENT_DAYS }),
  ...m.links,
});
