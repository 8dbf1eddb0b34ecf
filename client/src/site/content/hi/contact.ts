import type * as english from '../en/contact.ts';
import { mailLink, phoneLink, postalAddress } from '../identity.ts';
import { text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = (({ site }) => ({
  heading: 'हमसे बात करें',
  lead: `${site.brand}, बीटा, अपने डेटा या किसी और चीज़ के बारे में कोई सवाल है? हमें ईमेल करें, फ़ोन करें या चिट्ठी भेजें।`,
  sections: [
    {
      id: 'details',
      heading: 'संपर्क की जानकारी',
      blocks: [
        {
          kind: 'facts',
          items: [
            { term: 'सहायता ईमेल', detail: [mailLink(site)] },
            { term: 'फ़ोन', detail: [phoneLink(site)] },
            { term: 'डाक का पता', detail: postalAddress(site) },
          ],
        },
        text(['हमारी कानूनी जानकारी ', { text: 'Impressum', href: '/impressum' }, ' में है।']),
      ],
    },
    {
      id: 'message',
      heading: 'संदेश लिखें',
      blocks: [{ kind: 'widget', widget: 'contact-form' }],
    },
  ],
})) satisfies Translated<typeof english.content>;

export const contactFormContent = {
  labels: {
    name: 'पूरा नाम',
    email: 'ईमेल',
    subject: 'विषय',
    message: 'संदेश',
  },
  submit: 'संदेश भेजें',
  note: 'यह पेज खुद कुछ नहीं भेजता। आपका अपना ईमेल प्रोग्राम भरे हुए संदेश के साथ खुलता है, और संदेश आप वहीं से भेजते हैं।',
  noScript: (address) =>
    `आपका ईमेल प्रोग्राम खोलने के लिए इस फ़ॉर्म को JavaScript चाहिए। आप खुद भी ${address} पर लिख सकते हैं।`,
  opened:
    'आपका ईमेल प्रोग्राम अब आपके संदेश के साथ खुल गया होगा। अगर नहीं खुला, तो संदेश कॉपी करके इस पते पर भेजें:',
  tooLong:
    'यह संदेश कई ईमेल प्रोग्राम के लिए बहुत लंबा है: वे इसे काट देते हैं या खुलते ही नहीं। इसे यहाँ कॉपी करें, ईमेल में पेस्ट करें और इस पते पर भेजें:',
  copy: 'संदेश कॉपी करें',
  copied: 'संदेश कॉपी हो गया है।',
  notCopied: 'आपके ब्राउज़र ने कॉपी करने से रोक दिया। संदेश चुन लिया गया है, ताकि आप उसे खुद कॉपी कर सकें।',
} satisfies Translated<typeof english.contactFormContent>;
