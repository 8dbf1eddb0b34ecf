import type { EventName } from '#shared/events';
import type { PageData } from '#shared/page';
import { mailLink, mailProvider, phoneLink } from '../identity.ts';
import { infoPage, list, text } from '../info-content.ts';
import { howToAsk, retention } from './processing.ts';

/** What is recorded of each event. */
const RECORDED: Record<EventName, string> = {
  scroll: 'how far you scroll',
  section_view: 'sections seen',
  button_click: 'sign-up buttons pressed',
  form_submit: 'the outcome of a form with the domain of the e-mail address',
};

/** Said only where nobody receives anything. */
export const noServiceProviders =
  'No other company receives any of it, unless one runs the server for us. Such a company is a service provider, and its contract forbids any other use.';

function serviceProviders(data: PageData) {
  const mail = mailProvider(data);
  const named = [
    data.posthogHost
      ? `PostHog at ${data.posthogHost} analyses the internet activity for us.`
      : null,
    mail &&
      `${mail} delivers our message that asks you to confirm a signup, with your name and address.`,
    data.tellsTeam
      ? 'The messaging service that our team uses receives what you enter when you sign up: your name, your e-mail address, your use case and your YouTube channel.'
      : null,
  ].filter((one) => one !== null);
  return named.length === 0
    ? [text(noServiceProviders)]
    : [
        text('These service providers receive some of it. Their contracts forbid any other use:'),
        list(...named),
      ];
}

export const content = infoPage((data) => ({
  heading: 'Notice for California residents',
  lead: 'The California Consumer Privacy Act (CCPA) gives you the rights to know, to delete, to opt out and to non-discrimination. We honour these rights for everyone who asks.',
  sections: [
    {
      id: 'know',
      heading: 'Right to know',
      blocks: [
        text(
          'You may ask which personal information we have collected about you, where it came from, what it is for and who received it. You may also ask for a copy. We collect these categories, and have done so for the past twelve months:',
        ),
        {
          kind: 'facts',
          items: [
            {
              term: 'Identifiers',
              detail:
                'Name and e-mail address, if you sign up; a random identifier in a cookie, if you accept analytics.',
            },
            {
              term: 'Internet activity',
              detail: `Only if you accept analytics: ${Object.values(RECORDED).join(', ')}, and how you came to this site.`,
            },
            {
              term: 'What you write',
              detail: 'Your use case and YouTube channel, if you enter them.',
            },
            {
              term: 'Sensitive information',
              detail: 'None.',
            },
          ],
        },
        text([
          'All of it comes from you or from your browser. We use it to tell you about early access, to answer your application and, with your consent, to improve this site. See the ',
          { text: 'privacy policy', href: '/privacy' },
          ' for details.',
        ]),
        ...serviceProviders(data),
        text('We keep it for this long:'),
        retention(data),
      ],
    },
    {
      id: 'delete',
      heading: 'Right to delete',
      blocks: [
        text(
          'You may ask us to delete what we hold about you, and to correct what is wrong. After a deletion we keep only what the law requires, such as the proof of a consent, and we tell you if we do.',
        ),
      ],
    },
    {
      id: 'opt-out',
      heading: 'Right to opt out',
      blocks: [
        text(
          'We do not sell the personal information of adults or minors, and do not share it for advertising across sites. We have not done so in the past twelve months. There is nothing to opt out of, so this site has no link for it.',
        ),
        text(
          'We honour the Global Privacy Control signal all the same. If your browser sends it, we do not ask you about analytics, measure nothing you do and store nothing on your device.',
        ),
        text([
          'Analytics is off until you accept it. You can turn it off again at the foot of every page and in the ',
          { text: 'cookie settings', href: '/cookies#managing' },
          '.',
        ]),
      ],
    },
    {
      id: 'non-discrimination',
      heading: 'Right to non-discrimination',
      blocks: [
        text(
          'We do not discriminate against you for using these rights. You get the same pages, the same waitlist, the same prices and the same discounts as everyone else.',
        ),
      ],
    },
    {
      id: 'requests',
      heading: 'How to ask, and when we answer',
      blocks: [
        ...howToAsk(data),
        list(
          'We answer requests within 45 days.',
          'Somebody else may ask for you. We then need your written permission, sent from your own address.',
        ),
        text(['Questions: ', mailLink(data.site), ' or ', phoneLink(data.site), '.']),
      ],
    },
  ],
}));
