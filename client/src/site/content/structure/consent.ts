import type { EventName } from '#shared/events';
import { CONSENT_DAYS } from '#shared/limits';
import { type ConsentFacts, type ConsentText, isPosthogCloud, keptWhere } from '#shared/page';
import { gap, consent as m } from '../site-messages.ts';

// Every change of these words, even of a space, is a new text: its readers are asked again (scripts/words/consent-texts.test.ts).

/** What is recorded, in the question: each event, and what tells most about somebody. The settings name the rest. */
const QUESTION = m.question satisfies Record<EventName | 'email_domain' | 'referrerHost', string>;
/** What is recorded of each event, in the settings. */
const SETTINGS = m.settings satisfies Record<EventName, string>;

/**
 * The names of two buttons and two links, and the words around the record of the visit. They are no part of what people
 * agree to: the record shows what the text describes.
 */
export const labels = { close: m.close, more: m.more, record: m.record, links: m.links };

/**
 * Returns what the consent dialogs say. The title is the question, on a strip that must be low. So it says *we*: a name may be
 * of any length, and is the first word of the description, which *More* shows. The company, the purposes, the recipients, the
 * identifiers, the periods and how to withdraw are part of the text. If one of them changes, so do its hash and the revision,
 * and everybody is asked again (docs/decisions/047-known-before-it-is-said.md).
 */
export function consentText(facts: ConsentFacts): Omit<ConsentText, 'language'> {
  const { posthogHost: host, recipients, site, eventRetentionDays } = facts;
  const { retentionDays, ground } = site.recipients?.posthog ?? {};
  const where = keptWhere(facts);
  const isCloud = host !== null && isPosthogCloud(host);
  const recipient = host
    ? m.analytics[where === 'handled' ? 'handledPosthog' : 'posthog']({ host })
    : m.analytics[where];
  const responsible = m.responsible({ company: site.company });
  const periods = [
    m.periods({ eventDays: m.days(eventRetentionDays), days: m.days(CONSENT_DAYS) }),
    // A withdrawal ends what is kept here, and not what PostHog has.
    ...(host
      ? [retentionDays ? m.atPosthog.during({ days: m.days(retentionDays) }) : m.atPosthog.unknown]
      : []),
  ];
  return {
    title: m.title({ ...QUESTION, mayWe: m.mayWe[host ? (isCloud ? 'cloud' : 'own') : 'alone'] }),
    description: [responsible, recipient, ...periods, m.withdraw].join(gap),
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
      ...(isCloud && ground ? [m.analytics.transfer] : []),
      m.analytics.without,
    ].join(gap),
    information: [responsible, m.purpose, m.withdraw, m.withdrawn, ...periods].join(gap),
  };
}
