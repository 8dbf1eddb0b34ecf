import { type InfoPageContent, list, text } from './info-content.ts';
import { mailLink, phoneLink, postalAddress } from './wording.ts';

export const content: InfoPageContent = ({ site }) => ({
  heading: 'Terms of use',
  lead: `What you may expect of us, and we of you, when you use this website, its waitlist and the beta of ${site.brand}.`,
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
          'Joining the waitlist is free and binds you to nothing. An application for the beta is a request, not yet a contract: whether and when you are admitted, we tell you.',
        ),
        text(
          'Whoever acts for a company or another organisation confirms that they may do so. Where something else is agreed between us individually, that comes first.',
        ),
      ],
    },
    {
      id: 'license',
      heading: 'Use license',
      blocks: [
        text(
          `We grant you a personal, non-exclusive, non-transferable right to use this website and, once you are admitted, the beta of ${site.brand} for your own projects, commercial ones included. It ends when these terms are broken or the beta ends. You may not:`,
        ),
        list(
          'resell the service or pass your access on to others;',
          'take it apart to copy it, or work around its limits and protections;',
          'dub a voice or a person without the permission that this needs;',
          'use it to deceive, to defame, to harass or to break the law;',
          'burden it in a way that keeps others from using it.',
        ),
      ],
    },
    {
      id: 'availability',
      heading: 'Availability',
      blocks: [
        text(
          'We want the service to be there when you need it, but promise no particular availability. There may be pauses for maintenance and faults that we cannot foresee.',
        ),
        text(
          'A beta is there to be tested: it may contain errors, change, or be discontinued. We say so in good time where we can. Keep copies of your originals.',
        ),
      ],
    },
    {
      id: 'content',
      heading: 'Content ownership',
      blocks: [
        text(
          'What you upload remains yours, and so does the result: we claim no ownership of either. You allow us to store and process your content as far as the dubbing that you ask for requires it, and for nothing else.',
        ),
        text(
          'You confirm that you hold the rights to your content that this needs, those of the people seen and heard in it included.',
        ),
        text(
          'Uploaded content is typically deleted within 30 days after processing completes. You can ask for it to be deleted earlier.',
        ),
        text([
          'Where your content holds personal data of others, our ',
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
          'We are liable without limit for intent and gross negligence, for harm to life, body or health, under product liability law, and as far as we have given a guarantee.',
        ),
        text(
          'For slight negligence we are liable only where a duty is broken without which the contract would lose its purpose and on which you may regularly rely, and then up to the damage that is typical and could be foreseen. Beyond that we are not liable. The same holds for those who act for us.',
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
          `The law of ${site.jurisdiction} governs these terms, without the UN Convention on Contracts for the International Sale of Goods. Consumers keep the protection that the binding law of the country they live in gives them.`,
        ),
        text(
          `If you act as a business, the courts at our seat in ${site.address.city} have jurisdiction, as far as the law allows. If a part of these terms should not hold, the rest does.`,
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
          'What we do with personal data stands in the ',
          { text: 'privacy policy', href: '/privacy' },
          '; who we are, in the ',
          { text: 'Impressum', href: '/impressum' },
          '.',
        ]),
      ],
    },
  ],
});
