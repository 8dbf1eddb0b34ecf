import type * as english from '../en/impressum.ts';
import { mailLink, phoneLink } from '../identity.ts';
import { text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = (({ site }) => {
  const { street, postalCode, city, country } = site.address;
  return {
    heading: 'Impressum',
    lead: 'जर्मन कानून के तहत ज़रूरी कानूनी सूचना: यह वेबसाइट कौन चलाता है और उससे संपर्क कैसे करें (§ 5 DDG)।',
    sections: [
      {
        id: 'company',
        heading: 'कंपनी',
        blocks: [
          {
            kind: 'facts',
            items: [
              { term: 'नाम', detail: site.company },
              { term: 'सड़क और मकान नंबर', detail: street },
              { term: 'शहर', detail: `${postalCode} ${city}` },
              { term: 'देश', detail: country },
            ],
          },
        ],
      },
      {
        id: 'director',
        heading: 'प्रबंध निदेशक',
        blocks: [text(`${site.company} का प्रतिनिधित्व ${site.managingDirector} द्वारा किया जाता है।`)],
      },
      {
        id: 'contact',
        heading: 'संपर्क',
        blocks: [
          {
            kind: 'facts',
            items: [
              { term: 'ईमेल', detail: [mailLink(site)] },
              { term: 'फ़ोन', detail: [phoneLink(site)] },
            ],
          },
          text(['आप ', { text: 'संपर्क पेज', href: '/contact' }, ' का भी इस्तेमाल कर सकते हैं।']),
        ],
      },
      {
        id: 'register',
        heading: 'रजिस्टर में प्रविष्टि',
        blocks: [text(`वाणिज्यिक रजिस्टर में दर्ज: ${site.register}।`)],
      },
      {
        id: 'vat',
        heading: 'वैट (VAT)',
        blocks: [text(`जर्मन वैट अधिनियम (UStG) की § 27a के तहत वैट पहचान संख्या: ${site.vatId}।`)],
      },
      {
        id: 'responsible',
        heading: 'सामग्री के लिए ज़िम्मेदार',
        blocks: [
          text(
            `§ 18(2) MStV के अनुसार: ${site.managingDirector}, ${street}, ${postalCode} ${city}, ${country}।`,
          ),
        ],
      },
      {
        id: 'disclaimer',
        heading: 'अस्वीकरण',
        blocks: [
          text(
            'हम यह वेबसाइट सावधानी से लिखते हैं। इसकी सामग्री के लिए हम कानून के अनुसार उत्तरदायी हैं, लेकिन यह वादा नहीं करते कि वह हमेशा पूरी और अप-टू-डेट होगी।',
          ),
          text(
            'अगर कोई पेज किसी दूसरी वेबसाइट का लिंक देता है, तो उस वेबसाइट की सामग्री के लिए उसे चलाने वाला ज़िम्मेदार है। अगर हमें पता चलता है कि लिंक की गई सामग्री कानून तोड़ती है, तो हम वह लिंक हटा देते हैं।',
          ),
          text(
            'लेख, तस्वीरें और कोड कॉपीराइट से सुरक्षित हैं। कानून जितनी अनुमति देता है, उससे ज़्यादा इस्तेमाल करने से पहले कृपया हमसे पूछें।',
          ),
        ],
      },
    ],
  };
}) satisfies Translated<typeof english.content>;
