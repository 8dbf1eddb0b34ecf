import type * as english from '../en/gdpr.ts';
import { mailLink, postalAddress } from '../identity.ts';
import { text } from '../info-content.ts';
import type { Translated } from '../translated.ts';
import {
  gdprRights,
  howToAsk,
  legalBases,
  recipients,
  retention,
  transfers,
} from './processing.ts';

export const content = ((data) => ({
  heading: 'GDPR के तहत आपके अधिकार',
  lead: 'सामान्य डेटा संरक्षण विनियमन (GDPR) आपको यह तय करने में हिस्सेदारी देता है कि आपके बारे में मौजूद डेटा का क्या हो। यह सूचना बताती है कि आप क्या माँग सकते हैं, कैसे माँग सकते हैं और हम किस कानूनी आधार पर काम करते हैं।',
  sections: [
    {
      id: 'controller',
      heading: 'ज़िम्मेदार कौन है',
      blocks: [
        text([
          `डेटा नियंत्रक ${postalAddress(data.site)} है, जिसका प्रतिनिधित्व ${data.site.managingDirector} द्वारा किया जाता है। आप हमसे `,
          mailLink(data.site),
          ' पर संपर्क कर सकते हैं।',
        ]),
        text([
          'हम ठीक-ठीक क्या इकट्ठा करते हैं, इसकी पूरी सूची ',
          { text: 'गोपनीयता नीति', href: '/privacy' },
          ' में है।',
        ]),
      ],
    },
    {
      id: 'rights',
      heading: 'आपके अधिकार',
      blocks: [
        gdprRights(),
        text('ऐसा कोई फ़ैसला हम मशीन पर नहीं छोड़ते जिसका आप पर कानूनी या वैसा ही असर हो (अनुच्छेद 22)।'),
      ],
    },
    {
      id: 'requests',
      heading: 'उनका इस्तेमाल कैसे करें',
      blocks: [
        ...howToAsk(data),
        text(
          'आपके अनुरोध के एक महीने के अंदर आपको हमारा जवाब मिलता है (अनुच्छेद 12(3))। अगर हम वह नहीं कर सकते जो आप चाहते हैं, तो हम आपको बताते हैं कि क्यों नहीं और आप उसके बारे में क्या कर सकते हैं।',
        ),
      ],
    },
    { id: 'legal-bases', heading: 'कानूनी आधार', blocks: [legalBases(data)] },
    {
      id: 'transfers',
      heading: 'डेटा किसे और कहाँ जाता है',
      blocks: [...recipients(data), ...transfers(data)],
    },
    { id: 'retention', heading: 'डेटा रखने की अवधि', blocks: [retention(data)] },
    {
      id: 'complaints',
      heading: 'शिकायतें',
      blocks: [
        text(
          `आप किसी डेटा संरक्षण प्राधिकरण से शिकायत कर सकते हैं: जहाँ आप रहते हैं, जहाँ आप काम करते हैं, जहाँ आपके विचार से कानून टूटा है, या ${data.site.address.city} में, जहाँ हमारा पंजीकृत कार्यालय है (अनुच्छेद 77)। हम चाहेंगे कि आप पहले हमें बताएँ, लेकिन हमसे पूछना ज़रूरी नहीं है।`,
        ),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;
