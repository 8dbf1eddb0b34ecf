import type { EventName } from '#shared/events';
import { GROWTH_COOKIE, GROWTH_SESSION_HOURS } from '#shared/growth-cookie';
import { CONSENT_COOKIE, CONSENT_DAYS, NO_CONSENT_ID } from '#shared/limits';
import { type InfoPageContent, list, text } from './info-content.ts';

/** What is recorded of each event. */
const RECORDED: Record<EventName, string> = {
  scroll: 'how far you scroll on the home page (25, 50, 75, 90 and 100 percent);',
  section_view: 'which of its sections you see;',
  button_click: 'which sign-up buttons you press, and where;',
  form_submit:
    'the outcome of a sign-up form, with the domain of the e-mail address. The domain is the part after the @, and may identify a person.',
};

export const content: InfoPageContent = ({ site, posthogHost, eventRetentionDays }) => ({
  heading: 'Cookie policy',
  lead: 'This site sets one cookie for you. It is set once you have made a choice, and remembers that choice. Nothing else is stored on your device.',
  sections: [
    {
      id: 'essential',
      heading: 'Essential cookies',
      blocks: [
        text(
          'Nothing is stored before you answer the question about analytics. After that, one cookie keeps your answer, so that you are not asked on every page.',
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
              [{ code: GROWTH_COOKIE }],
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
          'Analytics is off until you accept, and sets no further cookie. Even its code is not loaded before you accept. If you accept, we record the following under the random identifier above:',
        ),
        list(...Object.values(RECORDED)),
        text(
          'With each of them we record the time, the path of the page and the rough size of your window. We also record the site that referred you and campaign labels in the link you followed. We never record your full e-mail address, your IP address or your browser’s identification.',
        ),
        text(
          posthogHost
            ? `This site’s own server keeps the record for up to ${eventRetentionDays} days and sends it to PostHog at ${posthogHost}. Your browser itself never contacts PostHog.`
            : `This site’s own server keeps the record for up to ${eventRetentionDays} days. Nobody else receives it.`,
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
          `Your choice is kept for ${CONSENT_DAYS} days, or until we change what we ask you. Then you are asked again. You can change your choice at any time, here or at the foot of every page. Here you can also see what we hold about this browser, download it and delete it, without an account.`,
        ),
        { kind: 'widget', widget: 'my-data' },
        { kind: 'widget', widget: 'consent-choice' },
        text(
          'If your browser sends the Global Privacy Control signal, that counts as a no: you are not asked, nothing is measured and nothing is stored. You can also delete the cookie in your browser’s settings. You are then asked again.',
        ),
        text([
          'Questions about this policy: ',
          { text: site.email, href: `mailto:${site.email}` },
          '.',
        ]),
      ],
    },
  ],
});
