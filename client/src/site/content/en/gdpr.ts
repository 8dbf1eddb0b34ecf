import { mailLink, postalAddress } from '../identity.ts';
import { infoPage, text } from '../info-content.ts';
import {
  gdprRights,
  howToAsk,
  legalBases,
  recipients,
  retention,
  transfers,
} from './processing.ts';

export const content = infoPage((data) => ({
  heading: 'Your rights under the GDPR',
  lead: 'The General Data Protection Regulation gives you a say in what happens to data about you. This notice explains what you can ask for, how to ask, and the legal basis on which we act.',
  sections: [
    {
      id: 'controller',
      heading: 'Who is responsible',
      blocks: [
        text([
          `The controller is ${postalAddress(data.site)}, represented by ${data.site.managingDirector}. You can reach us at `,
          mailLink(data.site),
          '.',
        ]),
        text([
          'The ',
          { text: 'privacy policy', href: '/privacy' },
          ' lists exactly what we collect.',
        ]),
      ],
    },
    {
      id: 'rights',
      heading: 'Your rights',
      blocks: [
        gdprRights(),
        text(
          'We leave no decision that has a legal or similar effect on you to a machine (Art. 22).',
        ),
      ],
    },
    {
      id: 'requests',
      heading: 'How to use them',
      blocks: [
        ...howToAsk(data),
        text(
          'You get our response within one month of your request (Art. 12(3)). If we cannot do what you ask, we tell you why and what you can do about it.',
        ),
      ],
    },
    { id: 'legal-bases', heading: 'Legal bases', blocks: [legalBases(data)] },
    {
      id: 'transfers',
      heading: 'Recipients and transfers',
      blocks: [...recipients(data), ...transfers(data)],
    },
    { id: 'retention', heading: 'Retention', blocks: [retention(data)] },
    {
      id: 'complaints',
      heading: 'Complaints',
      blocks: [
        text(
          `You may complain to a data protection authority: where you live, where you work, where you think the law was broken, or at our registered office in ${data.site.address.city} (Art. 77). We would like to hear from you first, but you do not have to ask us.`,
        ),
      ],
    },
  ],
}));
