import { mailLink, phoneLink, postalAddress } from '../identity.ts';
import { infoPage, list, text } from '../info-content.ts';

export const content = infoPage(({ site }) => ({
  heading: 'Terms of use',
  lead: `What you can expect from us, and we from you, when you use this website, its waitlist and the beta of ${site.brand}.`,
  updated: `Last updated ${site.termsDate}`,
  sections: [
    {
      id: 'agreement',
      heading: 'Agreement',
      blocks: [
        text(
          `These terms are between you and ${site.company} (“we”). They apply when you use this website, join the waitlist or take part in the beta of ${site.brand}. If you do not agree with them, please do not use these services.`,
        ),
        text(
          'Joining the waitlist is free and commits you to nothing. An application for the beta is a request, not yet a contract. We tell you whether and when you are admitted.',
        ),
        text(
          'If you act for a company or another organisation, you confirm that you may do so. If we have agreed something else with you individually, that comes first.',
        ),
      ],
    },
    {
      id: 'license',
      heading: 'Use license',
      blocks: [
        text(
          `We grant you a personal, non-exclusive, non-transferable right to use this website for your own projects, including commercial ones. Once you are admitted, this right covers the beta of ${site.brand} too. It ends when you break these terms, or when the beta ends. You may not:`,
        ),
        list(
          'resell the service or pass your access on to others;',
          'take it apart to copy it, or work around its limits and protections;',
          'dub a voice or a person without the necessary permission;',
          'use it to deceive, to defame, to harass or to break the law;',
          'overload it so that others cannot use it.',
        ),
      ],
    },
    {
      id: 'availability',
      heading: 'Availability',
      blocks: [
        text(
          'We want the service to be available when you need it, but do not promise any particular availability. Maintenance and unforeseen faults may interrupt it.',
        ),
        text(
          'A beta is for testing: it may contain errors, change or end. Where we can, we tell you in good time. Keep copies of your originals.',
        ),
      ],
    },
    {
      id: 'content',
      heading: 'Content ownership',
      blocks: [
        text(
          'What you upload remains yours, and so does the result. We claim no ownership of either. You allow us to store and process your content only as far as is necessary for the dubbing that you ask for.',
        ),
        text(
          'You confirm that you hold the necessary rights to your content, including those of the people seen and heard in it.',
        ),
        text(
          'Uploaded content is typically deleted within 30 days after processing completes. You can ask for it to be deleted earlier.',
        ),
        text([
          'If your content holds personal data of other people, our ',
          { text: 'data processing agreement', href: '/dpa' },
          ' applies. The texts, pictures and code of this website belong to us or to those who licensed them to us.',
        ]),
      ],
    },
    {
      id: 'liability',
      heading: 'Liability',
      blocks: [
        text(
          'We are liable without limit for intent and gross negligence, and for harm to life, body or health. The same applies under product liability law, and as far as we have given a guarantee.',
        ),
        text(
          'For slight negligence we are liable only if we break an essential duty: one without which the contract would lose its purpose, and on which you may regularly rely. Our liability is then limited to the damage that is typical and could be foreseen. Beyond that we are not liable. The same applies to those who act for us.',
        ),
        text(
          'Please check a dubbed version before you publish it. Figures on this website, such as accuracy and speed, describe the product; they are not a guarantee in the legal sense.',
        ),
      ],
    },
    {
      id: 'law',
      heading: 'Governing law',
      blocks: [
        text(
          `The law of ${site.jurisdiction} governs these terms, without the UN Convention on Contracts for the International Sale of Goods. If you are a consumer, you keep the protection of the mandatory law of the country you live in.`,
        ),
        text(
          `If you act as a business, the courts at our registered office in ${site.address.city} have jurisdiction, as far as the law allows. If a part of these terms is invalid, the rest still applies.`,
        ),
      ],
    },
    {
      id: 'contact',
      heading: 'Contact',
      blocks: [
        text([
          'Questions about these terms: ',
          mailLink(site),
          ', ',
          phoneLink(site),
          `, or by post to ${postalAddress(site)}.`,
        ]),
        text([
          'See the ',
          { text: 'privacy policy', href: '/privacy' },
          ' for what we do with personal data, and the ',
          { text: 'Impressum', href: '/impressum' },
          ' for who we are.',
        ]),
      ],
    },
  ],
}));
