import type * as english from '../en/home.ts';
import type { Translated } from '../translated.ts';

export const heroContent = {
  heading: ['ब्रॉडकास्ट-रेडी डबिंग', '50+ भाषाओं में।'],
  intro: (brand) =>
    `${brand} एक AI डबिंग टूलकिट है: कॉन्टेंट क्रिएटर्स, मीडिया संस्थानों और वैश्विक कंपनियों के लिए।`,
  actions: [
    { type: 'notifyme', variant: 'notify', label: 'सूचना पाएँ' },
    { type: 'beta', variant: 'beta', label: 'बीटा के लिए आवेदन करें' },
  ],
  statsLabel: 'एक नज़र में',
  stats: [
    { value: '99.9%', label: 'सटीकता' },
    { value: '50+', label: 'भाषाएँ और बोलियाँ' },
    { value: '10x', label: 'मैनुअल या पारंपरिक डबिंग से तेज़' },
  ],
} as const satisfies Translated<typeof english.heroContent>;

export const timelineText = {
  label: 'चित्रण',
  caption:
    'चित्रण: टाइमलाइन पर एक संवाद। ऊपर मूल ट्रैक है, उसके नीचे डब किया गया ट्रैक। निशान दिखाते हैं कि शब्द कहाँ शुरू होते हैं और होंठ कहाँ बंद होते हैं।',
  legend: 'संवाद इस भाषा में चलाएँ',
  play: 'चलाएँ',
  pause: 'रोकें',
  theLine: ' (यह संवाद)',
  original: 'मूल',
  dubbed: 'डब्ड',
  words: 'शब्द',
  lips: 'होंठ बंद: म, ब, प',
  languages: {
    de: 'जर्मन',
    es: 'स्पैनिश',
    fr: 'फ़्रेंच',
    pt: 'पुर्तगाली',
    ja: 'जापानी',
    hi: 'हिन्दी',
    ar: 'अरबी',
  },
} satisfies Translated<typeof english.timelineText>;

export const pipelineContent = {
  heading: 'एक संवाद, चार चरण',
  intro:
    'हर संवाद एक ही प्रक्रिया से गुज़रता है। हर चरण का एक ही काम है, और वह सिर्फ़ वही आगे बढ़ाता है जिसे उसने जाँच लिया है।',
  stages: [
    {
      id: 'analysis',
      title: 'मल्टीमोडल विश्लेषण',
      text: 'दृश्य, संवाद और ध्वनि का विश्लेषण एक साथ होता है: कौन बोल रहा है, क्या और किस अंदाज़ में बोल रहा है और होंठ कितनी देर हिलते हैं।',
    },
    {
      id: 'translation',
      title: 'सांस्कृतिक अनुवाद',
      text: 'शब्दशः अनुवाद नहीं। मुहावरे, नाम और हँसी-मज़ाक वही रूप लेते हैं जो लोग सच में बोलते हैं, और उतने ही समय में जितना दृश्य में है।',
    },
    {
      id: 'synthesis',
      title: 'भावपूर्ण सिंथेसिस',
      text: 'नई आवाज़ अदायगी को बनाए रखती है: रफ़्तार, ज़ोर, साँस और भावना मूल संवाद के साथ चलती हैं।',
    },
    {
      id: 'mixing',
      title: 'प्रोफ़ेशनल मिक्सिंग',
      text: 'आवाज़, संगीत और इफ़ेक्ट के संतुलन से एक तैयार, ब्रॉडकास्ट-रेडी ट्रैक बनता है।',
    },
  ],
} as const satisfies Translated<typeof english.pipelineContent>;

export const benefitsContent = {
  heading: 'आपके दर्शकों तक क्या पहुँचता है',
  benefits: [
    {
      title: 'ब्रॉडकास्ट-रेडी क्वालिटी',
      text: 'आपको तैयार मिक्स मिलता है, कच्चा वॉइस-ओवर नहीं। आप इसे जैसा है वैसा ही प्रसारित या प्रकाशित कर सकते हैं।',
    },
    {
      title: 'सच्ची भावनाएँ',
      text: 'फुसफुसाहट, फुसफुसाहट ही रहती है, और चुटकुले पर हँसी भी आती है। भाषा बदलती है, मूल का एहसास नहीं।',
    },
    {
      title: 'संस्कृति के अनुरूप',
      text: 'बोली, संबोधन और संदर्भ उन लोगों के हिसाब से होते हैं जो इसे सुनेंगे।',
    },
    {
      title: 'हर पैमाने पर प्रोडक्शन',
      text: 'एक वीडियो हो या पूरा कैटलॉग, एक भाषा हो या सारी: वही प्रक्रिया, वही क्वालिटी।',
    },
  ],
} as const satisfies Translated<typeof english.benefitsContent>;

export const featuresContent = {
  heading: 'डेटा शीट',
  sheet: [
    { term: 'नतीजा', detail: 'वीडियो लोकलाइज़ेशन के लिए ब्रॉडकास्ट-रेडी डब्ड ऑडियो' },
    { term: 'प्रक्रिया', detail: 'वीडियो का अनुवाद और वॉइस सिंथेसिस, चार चरणों में' },
  ],
  quality: {
    term: 'क्वालिटी सबसे पहले',
    points: [
      'आर्किटेक्चर का हर फ़ैसला क्वालिटी को सबसे ऊपर रखता है।',
      'गलतियाँ जल्दी पकड़ी और सुधारी जाती हैं।',
      'हर काम के लिए उसी में माहिर AI।',
      'क्वालिटी में नतीजा मैनुअल काम की टक्कर का है।',
    ],
  },
} as const satisfies Translated<typeof english.featuresContent>;

export const signupIntroContent = {
  heading: 'अगली पीढ़ी की डबिंग सबसे पहले आज़माने वालों में शामिल हों',
  intro:
    'वेटलिस्ट में शामिल हों और लॉन्च की सूचना पाएँ, या बीटा के लिए आवेदन करें और अपने वीडियो बाकी सबसे पहले डब करें।',
} satisfies Translated<typeof english.signupIntroContent>;
