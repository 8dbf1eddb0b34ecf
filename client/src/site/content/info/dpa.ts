import { type InfoPageContent, list, text } from './info-content.ts';
import { mailLink, postalAddress } from './wording.ts';

export const content: InfoPageContent = ({ site, posthogHost }) => ({
  heading: 'Data processing agreement',
  lead: `If the video that you have dubbed with ${site.brand} shows or names people, you entrust us with their personal data. This agreement under Art. 28 GDPR says how we treat it.`,
  sections: [
    {
      id: 'roles',
      heading: 'Controller and processor',
      blocks: [
        text(
          `You decide what is dubbed and why: you are the controller. ${postalAddress(site)} does it for you and as you instruct: we are the processor. The agreement becomes part of our contract when you are admitted to ${site.brand}, and ends with it.`,
        ),
        text([
          'For the data of this website itself, such as signups, we are the controller. The ',
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
              detail: 'Those who speak in your video, are seen in it or spoken of.',
            },
            {
              term: 'Duration',
              detail:
                'As long as processing takes. Uploaded content is typically deleted within 30 days after processing completes.',
            },
            {
              term: 'Place',
              detail: 'Only where you have agreed to it, and as Chapter V of the GDPR allows.',
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
          'We process the data only as you have instructed us in writing, the dubbing that you order included, and tell you if we think that an instruction breaks the law.',
          'Whoever works with the data is bound to secrecy.',
          'We process voices to make speech of them, never to identify anyone.',
          'We help you to answer those who use their rights, and with assessments and authorities (Art. 32 to 36).',
          'When the work is done we delete the data, or give it back first if you ask.',
          'We give you what you need to show that all this is kept, and let you audit it.',
        ),
      ],
    },
    {
      id: 'security',
      heading: 'Security',
      blocks: [
        text('We take the measures that Art. 32 GDPR asks for. In particular:'),
        list(
          'Data travels encrypted.',
          'Only those have access who need it for the work.',
          'Contents of your video are never written to logs.',
          'What is no longer needed is deleted.',
        ),
        text('Measures may improve with the state of the art; they may not fall behind it.'),
      ],
    },
    {
      id: 'subprocessors',
      heading: 'Subprocessors',
      blocks: [
        text(
          posthogHost
            ? `PostHog (${posthogHost}) analyses usage events of this website, of visitors who have consented. It receives no uploaded content. There are no other subprocessors.`
            : 'None.',
        ),
        text(
          'Before we engage another one, we tell you, so that you can object. We bind each by contract to the same duties and answer for what they do.',
        ),
      ],
    },
    {
      id: 'breaches',
      heading: 'Breaches',
      blocks: [
        text(
          'If personal data that we process for you is lost, disclosed or changed against the rules, we tell you without undue delay after we learn of it: what happened, whose data and how much of it is affected, what is likely to follow, and what we are doing. That leaves you time for your own notice to the authority, which is due within 72 hours (Art. 33).',
        ),
      ],
    },
    {
      id: 'contact',
      heading: 'Contact',
      blocks: [
        text(['For a signed copy, instructions and questions: ', mailLink(site), '.']),
        text([
          'What else applies between us stands in the ',
          { text: 'terms', href: '/terms' },
          '.',
        ]),
      ],
    },
  ],
});
