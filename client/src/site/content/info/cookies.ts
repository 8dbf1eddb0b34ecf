import { GROWTH_COOKIE, GROWTH_SESSION_HOURS } from '#shared/growth-cookie';
import { CONSENT_COOKIE, CONSENT_DAYS, NO_CONSENT_ID } from '#shared/limits';
import { type InfoPageContent, list, text } from './info-content.ts';

export const content: InfoPageContent = ({ site, posthogHost, eventRetentionDays }) => ({
  heading: 'Cookie policy',
  lead: 'This site sets one cookie for you, after you have made a choice, to remember that choice. Nothing else is stored on your device.',
  sections: [
    {
      id: 'essential',
      heading: 'Essential cookies',
      blocks: [
        text(
          'Before you answer the question about analytics, nothing is stored. After that, one cookie keeps your answer, so that you are not asked on every page.',
        ),
        {
          kind: 'table',
          caption: 'All cookies of this site',
          head: ['Name', 'Purpose', 'Set by', 'Kept for'],
          rows: [
            [
              [{ code: CONSENT_COOKIE }],
              `Remembers whether you accepted or rejected analytics. If you accept, it holds a random identifier under which your consent is recorded; if you reject without having accepted before, it holds the word “${NO_CONSENT_ID}” in its place.`,
              'This site',
              `${CONSENT_DAYS} days`,
            ],
            // Whether or not this site has a console: the page must not tell.
            [
              [{ code: GROWTH_COOKIE }],
              'Only for the people who run this site: keeps them signed in while they look at its figures. A visitor never has it.',
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
          'Analytics sets no cookie of its own and is off until you accept. The code for it is not even loaded before. If you accept, four things are recorded under the random identifier above:',
        ),
        list(
          'how far you scroll on the home page (25, 50, 75, 90 and 100 percent);',
          'which of its sections you see;',
          'which sign-up buttons you press, and where;',
          'the outcome of a sign-up form, with the domain of the e-mail address. That part after the @ may identify a person.',
        ),
        text(
          'Along with each go the time, the path of the page, the site that referred you, campaign labels in the link you followed and the rough size of your window. Never your full e-mail address, your IP address or your browser’s identification.',
        ),
        text(
          posthogHost
            ? `The record is kept on this site’s own server for up to ${eventRetentionDays} days and passed on from there to PostHog at ${posthogHost}. Your browser itself never talks to PostHog.`
            : `The record is kept on this site’s own server for up to ${eventRetentionDays} days and passed on to nobody.`,
        ),
      ],
    },
    {
      id: 'marketing',
      heading: 'Marketing cookies',
      blocks: [
        text('None. This site shows no advertising and follows nobody from one site to another.'),
      ],
    },
    {
      id: 'third-party',
      heading: 'Third-party cookies',
      blocks: [
        text(
          'None. Every file of this site, fonts and pictures included, comes from its own server. No other company is contacted by your browser when you visit it.',
        ),
      ],
    },
    {
      id: 'managing',
      heading: 'Managing preferences',
      blocks: [
        text(
          `Your choice is kept for ${CONSENT_DAYS} days, or until what you were asked changes; then you are asked again. You can change it at any time, here or at the foot of every page. What is held about this browser is shown here too; you can download and delete it without an account.`,
        ),
        { kind: 'widget', widget: 'my-data' },
        { kind: 'widget', widget: 'consent-choice' },
        text(
          'If your browser sends the Global Privacy Control signal, that counts as a no: you are not asked, nothing is measured and nothing is stored. You can also delete the cookie in your browser’s settings; you are then asked again.',
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
