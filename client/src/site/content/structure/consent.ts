import type { EventName } from '#shared/events';
import { CONSENT_DAYS } from '#shared/limits';
import { type ConsentFacts, isPosthogCloud, keptWhere } from '#shared/page';
import { gap, consent as m } from '../site-messages.ts';

// Every change of these words, even of a space, is a new text: its readers are asked again (scripts/words/consent-texts.test.ts).

/** What is recorded, in the question: each event, and what tells most about somebody. The settings name the rest. */
const QUESTION = m.question satisfies Record<EventName | 'email_domain' | 'referrerHost', string>;
/** What is recorded of each event, in the settings. */
const SETTINGS = m.settings satisfies Record<EventName, string>;

/**
 * The names of two buttons, two links and the parts of the settings, and the words around the record of the visit. They are no
 * part of what people agree to: the record shows what the text describes.
 */
export const labels = {
  close: m.close,
  more: m.more,
  record: m.record,
  links: m.links,
  rows: m.rows,
};

/**
 * Returns what the consent dialogs say. The title is the question, on a strip that must be low. So it says *we*: a name may be
 * of any length, and is the first word of the description, which *More* shows. The company, the purposes, the recipients, the
 * identifiers, the periods and how to withdraw are part of the text. If one of them changes, so do its hash and the revision,
 * and everybody is asked again (docs/decisions/047-known-before-it-is-said.md).
 *
 * The settings are in parts: `labels.rows` names all but the last, which is what a rejection means. Joined, they are the text.
 */
export function consentParts(facts: ConsentFacts) {
  const { posthogHost: host, recipients, site, eventRetentionDays } = facts;
  const { retentionDays, ground } = site.recipients?.posthog ?? {};
  const where = keptWhere(facts);
  const isCloud = host !== null && isPosthogCloud(host);
  // Each of these words is named once: the build writes them where their names stand.
  const recipient = host
    ? where === 'handled'
      ? m.analytics.handledPosthog({ host })
      : m.analytics.posthog({ host })
    : { handled: m.analytics.handled, kept: m.analytics.kept, stays: m.analytics.stays }[where];
  const days = m.days;
  const withdraw = m.howToWithdraw;
  const responsible = m.responsible({ company: site.company });
  const periods = [
    m.periods({ eventDays: days(eventRetentionDays), days: days(CONSENT_DAYS) }),
    // A withdrawal ends what is kept here, and not what PostHog has.
    ...(host
      ? [retentionDays ? m.atPosthog.during({ days: days(retentionDays) }) : m.atPosthog.unknown]
      : []),
  ];
  return {
    title: m.title({
      ...QUESTION,
      mayWe: isCloud ? m.mayWe.cloud : host ? m.mayWe.own : m.mayWe.alone,
    }),
    description: [responsible, recipient, ...periods, withdraw].join(gap),
    accept: m.accept,
    reject: m.reject,
    manage: m.manage,
    save: m.save,
    policyLink: m.policyLink,
    preferencesTitle: m.preferencesTitle,
    analyticsTitle: m.analytics.title,
    recorded: [
      m.analytics.recorded(SETTINGS),
      [
        recipient,
        ...(recipients.includes('proxy') ? [m.analytics.passes] : []),
        ...(isCloud && ground ? [m.analytics.transfer] : []),
      ].join(gap),
      m.analytics.without,
    ],
    information: [responsible, m.purpose, [withdraw, m.withdrawn].join(gap), periods.join(gap)],
  };
}
