import { type PageData, sendsMail } from '#shared/page';
import { mailLink, mailProvider, postalAddress } from '../identity.ts';
import { infoPage, list, text } from '../info-content.ts';

export const content = infoPage((data) => {
  const { site } = data;
  return {
    heading: 'Data processing agreement',
    lead: `If a video that you dub with ${site.brand} shows or names people, you entrust us with their personal data. This agreement under Art. 28 GDPR says how we treat it.`,
    sections: [
      {
        id: 'roles',
        heading: 'Controller and processor',
        blocks: [
          text(
            `You decide what is dubbed and why, so you are the controller. We (${postalAddress(site)}) dub it for you, as you instruct, so we are the processor. This agreement becomes part of our contract when you are admitted to ${site.brand}, and ends with that contract.`,
          ),
          text([
            `For the data of this website itself, such as signups${sendsMail(data) ? ' and the message that asks you to confirm one (Art. 6(1)(f) GDPR)' : ''}, we are the controller. The `,
            { text: 'privacy policy', href: '/privacy' },
            ' covers that.',
          ]),
        ],
      },
      {
        id: 'processing',
        heading: 'Processing details',
        blocks: [
          {
            kind: 'facts',
            items: [
              {
                term: 'Subject',
                detail: 'Translation and voice synthesis of the video that you upload.',
              },
              {
                term: 'Kinds of data',
                detail:
                  'Voices, faces, names and everything else that is seen, heard or said in your video.',
              },
              {
                term: 'People',
                detail: 'The people who speak in your video, are seen in it or are spoken about.',
              },
              {
                term: 'Duration',
                detail:
                  'As long as processing takes. Uploaded content is typically deleted within 30 days after processing completes.',
              },
              {
                term: 'Place',
                detail: 'Only where you have agreed to it and Chapter V of the GDPR allows it.',
              },
            ],
          },
        ],
      },
      {
        id: 'duties',
        heading: 'What we commit to',
        blocks: [
          list(
            'We process the data only as you have instructed us in writing, which includes the dubbing that you order. We tell you if we think that an instruction breaks the law.',
            'Everyone who works with the data has a duty of confidentiality.',
            'We process voices to synthesise speech, never to identify anyone.',
            'We help you to answer people who use their rights. We also help you with your other duties, such as assessments and dealings with authorities (Art. 32 to 36).',
            'When the work is done, we delete the data. If you ask, we return it first.',
            'We give you what you need to show that we comply with this agreement, and let you audit us.',
          ),
        ],
      },
      {
        id: 'security',
        heading: 'Security',
        blocks: [
          text('We take the measures that Art. 32 GDPR requires. In particular:'),
          list(
            'Data is encrypted in transit.',
            'Only people who need access for their work have it.',
            'We never write the contents of your video to logs.',
            'We delete what is no longer needed.',
          ),
          text(
            'We may improve these measures with the state of the art. They must not fall behind it.',
          ),
        ],
      },
      {
        id: 'subprocessors',
        heading: 'Subprocessors',
        blocks: [
          text(subprocessorsOf(data)),
          text(
            'We tell you before we engage another one, so that you can object. We bind each of them by contract to the same duties, and are liable for what they do.',
          ),
        ],
      },
      {
        id: 'breaches',
        heading: 'Breaches',
        blocks: [
          text(
            'If personal data that we process for you is lost, disclosed or changed against the rules, we tell you without undue delay after we learn of it. We say what happened, whose data and how much of it is affected, what the likely consequences are, and what we are doing. You then have time to notify the authority yourself, which you must do within 72 hours (Art. 33).',
          ),
        ],
      },
      {
        id: 'contact',
        heading: 'Contact',
        blocks: [
          text(['For a signed copy, instructions and questions: ', mailLink(site), '.']),
          text([
            'See the ',
            { text: 'terms', href: '/terms' },
            ' for what else applies between us.',
          ]),
        ],
      },
    ],
  };
});

/** Said only where nobody receives anything. */
export const noSubprocessors = 'None.';

function subprocessorsOf(data: PageData): string {
  const provider = mailProvider(data);
  const named = [
    data.posthogHost
      ? `PostHog (${data.posthogHost}) analyses usage events of visitors to this website who have consented.`
      : null,
    provider &&
      `${provider} delivers the messages that ask people to confirm their signup on this website.`,
    data.tellsTeam
      ? 'The messaging service that our team uses receives what people enter when they sign up on this website.'
      : null,
  ].filter((one) => one !== null);
  if (named.length === 0) return noSubprocessors;
  return [
    ...named,
    'We do not pass on uploaded content.',
    'There are no other subprocessors.',
  ].join(' ');
}
