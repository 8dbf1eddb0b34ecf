import type { EventName } from '#shared/events';
import { GROWTH_SESSION_HOURS, growthCookieFor } from '#shared/growth-cookie';
import { CONSENT_COOKIE, CONSENT_DAYS, NO_CONSENT_ID } from '#shared/limits';
import type { EventTexts } from '../describe-record.ts';
import { infoPage, list, text } from '../info-content.ts';

/** What is recorded of each event. */
const RECORDED: Record<EventName, string> = {
  scroll: 'how far you scroll on the home page (25, 50, 75, 90 and 100 per cent);',
  section_view: 'which of its sections you see;',
  button_click: 'which sign-up buttons you press, and where;',
  form_submit:
    'the outcome of a sign-up form, and the domain of the e-mail address. The domain is the part after the @, and may identify a person.',
};

export const content = infoPage(({ site, posthogHost, eventRetentionDays }) => ({
  heading: 'Cookie policy',
  lead: 'This site sets one cookie for visitors. It remembers your choice about analytics, and is set only once you have chosen. Nothing else is stored on your device.',
  sections: [
    {
      id: 'essential',
      heading: 'Essential cookies',
      blocks: [
        text(
          'Nothing is stored before you answer the question about analytics. After that, one cookie keeps your answer, so that we do not ask you on every page.',
        ),
        {
          kind: 'table',
          caption: 'All cookies of this site',
          head: ['Name', 'Purpose', 'Set by', 'Kept for'],
          rows: [
            [
              [{ code: CONSENT_COOKIE }],
              `Remembers whether you accepted or rejected analytics. If you accept, it holds a random identifier under which your consent is recorded. If you reject and have never accepted, it holds the word “${NO_CONSENT_ID}” instead.`,
              'This site',
              `${CONSENT_DAYS} days`,
            ],
            // Whether or not this site has a console: the page must not tell.
            [
              [{ code: growthCookieFor(site.url) }],
              'Only for the people who run this site. It keeps them signed in while they look at its figures. Visitors never get it.',
              'This site',
              `${GROWTH_SESSION_HOURS} hours`,
            ],
          ],
        },
      ],
    },
    {
      id: 'analytics',
      heading: 'Analytics',
      blocks: [
        text(
          'Analytics is off until you accept, and sets no further cookie. Your browser does not even load its code before. If you accept, we record the following under the random identifier above:',
        ),
        list(...Object.values(RECORDED)),
        text(
          'With each of them we record the time, the path and language of the page and whether your window is small, medium or large. We also record the site that referred you, and campaign labels in the link you followed. We never record your full e-mail address, your IP address or your browser’s identification.',
        ),
        text(
          posthogHost
            ? `This site’s own server keeps these records for up to ${eventRetentionDays} days and sends them to PostHog at ${posthogHost}. Your browser itself never contacts PostHog.`
            : `This site’s own server keeps these records for up to ${eventRetentionDays} days. Nobody else receives them.`,
        ),
      ],
    },
    {
      id: 'marketing',
      heading: 'Marketing cookies',
      blocks: [
        text('None. This site shows no advertising and does not follow you to other sites.'),
      ],
    },
    {
      id: 'third-party',
      heading: 'Third-party cookies',
      blocks: [
        text(
          'None. Every file of this site, including fonts and pictures, comes from its own server. Your browser contacts no other company when you visit.',
        ),
      ],
    },
    {
      id: 'managing',
      heading: 'Managing preferences',
      blocks: [
        text(
          `We keep your choice for ${CONSENT_DAYS} days, or until we change the question. Then we ask you again. You can change your choice at any time, here or at the foot of every page. Here you can also see, download and delete what we hold about this browser. You need no account.`,
        ),
        { kind: 'widget', widget: 'my-data' },
        { kind: 'widget', widget: 'consent-choice' },
        text(
          'If your browser sends the Global Privacy Control signal, we take it as a no: we do not ask you, measure nothing and store nothing. You can also delete the cookie in your browser’s settings. We then ask you again.',
        ),
        text([
          'Questions about this policy: ',
          { text: site.email, href: `mailto:${site.email}` },
          '.',
        ]),
      ],
    },
  ],
}));

/** Words of the panel on /cookies that shows what is held about this browser. */
export const myDataContent = {
  choice: {
    gpc: 'Your browser sends the Global Privacy Control signal, which counts as a no. You are not asked, and nothing is measured.',
    unknown: 'You have not chosen yet. Nothing is measured, and nothing is stored on your device.',
    granted: (date: string) => `You accepted analytics on ${date}.`,
    refused: (date: string) => `You rejected analytics on ${date}.`,
    identifier: 'Your identifier here is',
    /** Ends the sentence after the identifier. */
    identifierEnd: '.',
    noIdentifier: 'This browser has no identifier here, so we hold nothing about it.',
  },
  loading: 'Looking up what we hold under your identifier…',
  failed: 'Your data could not be looked up. Check your connection and try again.',
  retry: 'Try again',
  needsScript: 'You need JavaScript to see what we hold about this browser.',
  nothing: 'We hold nothing under your identifier yet.',
  caption: (shown: number, total: number) => {
    if (shown < total) return `The latest ${shown} of ${total} records`;
    return total === 1 ? 'One record' : `All ${total} records`;
  },
  head: { time: 'Time', what: 'What is recorded', where: 'Page' },
  download: 'Download my data',
  delete: 'Delete my data',
  question:
    'Delete everything we hold under your identifier? This also turns analytics off. It cannot be undone.',
  keep: 'Keep my data',
  confirm: 'Yes, delete my data',
  deleting: 'Deleting...',
  outcome: 'Your data',
  deleteFailed: 'Your data could not be deleted. Check your connection and try again.',
  deleted: (events: number) =>
    `Deleted: ${events === 1 ? '1 event' : `${events} events`}. Analytics is off, and this browser no longer has an identifier here. We keep a record that you consented and withdrew, because the law requires this proof.`,
  posthog: (host: string) =>
    `Events already sent to PostHog at ${host} cannot be found there by this identifier. They stay until PostHog’s retention period ends.`,
  fileName: 'my-data.json',
  /** Of each event, from its properties. */
  events: {
    scroll: ({ percent_scrolled }) => `You scrolled ${percent_scrolled} per cent of the way down`,
    section_view: ({ section_name }) => `You saw the section “${section_name}”`,
    button_click: ({ button_name, click_location }) =>
      `You pressed “${button_name}” (${click_location})`,
    form_submit: ({ form_type, event_label, email_domain }) =>
      `You sent the form “${form_type}”: ${event_label} (e-mail domain ${email_domain})`,
  } satisfies EventTexts,
  accepted: 'You accepted analytics',
  turnedOff: 'You turned analytics off',
  /** How and to which text a decision was made. */
  decision: (what: string, source: string, revision: number, language: string) =>
    `${what} (${source}, text ${revision}, ${language})`,
  /** The heading of the text that was shown. */
  agreed: (language: string) => `The text you agreed to (${language})`,
} as const;
