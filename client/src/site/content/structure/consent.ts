import type { EventName } from '#shared/events';
import { CONSENT_DAYS } from '#shared/limits';
import { type ConsentFacts, type ConsentText, keptWhere } from '#shared/page';
import { gap, consent as m } from '../site-messages.ts';

// Every change of these words, even of a space, is a new text: its readers are asked again (scripts/words/consent-texts.test.ts).

/** What is recorded of each event, in the question. */
const QUESTION = m.question satisfies Record<EventName, string>;
/** The same, in the settings. */
const SETTINGS = m.settings satisfies Record<EventName, string>;

/** The names of two buttons. They are no part of what people agree to. */
export const closeLabel = m.close;
export const moreLabel = m.more;
/** Around the record of the visit. It is no part of what people agree to either: it shows what the text describes. */
export const recordText = m.record;

/**
 * Returns what the consent dialogs say. The question is three short sentences, the title and the description, because its
 * strip must be low. The company, the purposes, the recipients, the identifiers and how to withdraw are part of the text. If
 * one of them changes, so do its hash and the revision, and everybody is asked again
 * (docs/decisions/047-known-before-it-is-said.md).
 */
export function consentText(facts: ConsentFacts): Omit<ConsentText, 'language'> {
  const { posthogHost: host, recipients, site } = facts;
  const days = CONSENT_DAYS;
  const where = keptWhere(facts);
  const [kept, recipient] = host
    ? where === 'handled'
      ? [m.description.handledPosthog({ host, days }), m.analytics.handledPosthog({ host })]
      : [m.description.posthog({ host, days }), m.analytics.posthog({ host })]
    : {
        handled: [m.description.handled({ days }), m.analytics.handled] as const,
        kept: [m.description.kept({ days }), m.analytics.kept] as const,
        stays: [m.description.stays({ days }), m.analytics.stays] as const,
      }[where];
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
    information: [
      m.information({ company: site.company, days }),
      ...(host ? [keptAtPosthog(site.recipients?.posthog?.retentionDays)] : []),
    ].join(gap),
  };
}

/** A withdrawal ends what is kept here, and not what PostHog has. */
const keptAtPosthog = (days: number | undefined) =>
  days === undefined ? m.atPosthog.unknown : m.atPosthog.during(days);

/** The names of two links in the settings. They are no part of what people agree to. */
export const links = m.links;
