import type { SignupProblems } from '#shared/signups';
import type * as english from '../en/signup.ts';
import type { Translated } from '../translated.ts';

const MESSAGE =
  'हम आपको एक संदेश भेज रहे हैं। अपने ईमेल पते की पुष्टि के लिए उसका बटन दबाएँ या उसका कोड यहाँ भरें। ज़्यादा भीड़ होने पर इसमें कुछ घंटे लगते हैं।';

const callSheetTerms = {
  signedUpFor: 'आपने इसके लिए साइन अप किया है',
  get: 'आपको मिलेगा',
  next: 'आगे क्या होगा',
};

const benefits = {
  notifyme: [
    'लॉन्च की सबसे पहली सूचना',
    '25% की विशेष अर्ली-बर्ड छूट',
    'शुरुआत करने में प्राथमिकता से मदद',
    'लॉन्च वेबिनार में प्रवेश',
  ],
  beta: [
    'बीटा के दौरान मुफ़्त एक्सेस',
    'लॉन्च पर 50% की आजीवन छूट',
    'फ़ीडबैक देने का सीधा चैनल',
    'आपके सुझाए फ़ीचर को प्राथमिकता',
    'संस्थापक यूज़र के तौर पर पहचान',
  ],
} as const;

export const signupContent = {
  tabsLabel: 'आप कैसे शुरू करना चाहेंगे?',
  tabs: {
    notifyme: {
      label: 'सूचना पाएँ',
      offer: 'मुफ़्त · लॉन्च पर 25% की छूट',
      benefitsTitle: 'अर्ली एक्सेस के फ़ायदे',
      benefits: benefits.notifyme,
      submit: 'सूचना पाएँ',
    },
    beta: {
      label: 'बीटा एक्सेस',
      offer: 'आवेदन के ज़रिए · 50% की आजीवन छूट',
      benefitsTitle: 'प्रीमियम फ़ायदे',
      benefits: benefits.beta,
      submit: 'बीटा के लिए आवेदन करें',
    },
  },
  labels: {
    name: 'नाम',
    email: 'ईमेल',
    youtubeChannel: 'YouTube चैनल (वैकल्पिक)',
    useCase: 'उपयोग का उद्देश्य',
  },
  submitting: 'भेजा जा रहा है…',
  noScript: 'यह फ़ॉर्म भेजने के लिए JavaScript ज़रूरी है।',
  requiredNote: '* वाले फ़ील्ड भरना ज़रूरी है।',
  note: {
    purpose:
      'आपकी दी हुई जानकारी का इस्तेमाल हम सिर्फ़ आपको अर्ली एक्सेस की सूचना देने और आपके आवेदन का जवाब देने के लिए करते हैं।',
    stays: 'यह हमारे अपने सर्वर पर ही रहती है।',
    kept: 'हम इसे अपने सर्वर पर रखते हैं।',
    team: 'यह उस मैसेजिंग सेवा को भी मिलती है जिसका इस्तेमाल हमारी टीम करती है।',
    mail: (provider) =>
      `यह जाँचने के लिए कि यह पता आपका है, हम इस पर ${provider ? `${provider} के ज़रिए ` : ''}एक संदेश भेजते हैं (GDPR का अनुच्छेद 6(1)(f))।`,
    analytics: (host) =>
      `अगर आप एनालिटिक्स स्वीकार करते हैं, तो PostHog (${host}) को आपके ईमेल पते का डोमेन मिलता है।`,
  },
  privacyLink: { label: 'गोपनीयता नीति', path: '/privacy' },
  code: {
    label: 'हमारे संदेश में दिया कोड',
    submit: 'पुष्टि करें',
    submitting: 'पुष्टि हो रही है…',
    outcomes: {
      confirmed: 'आपके ईमेल पते की पुष्टि हो गई।',
      wrong: 'यह कोड सही नहीं है। कृपया हमारे सबसे नए संदेश के छह अंक भरें।',
      gone: 'इस कोड की अवधि खत्म हो गई है, या इसे बहुत बार आज़माया गया है। कृपया हमारे संदेश का बटन दबाएँ।',
      error: 'कुछ गड़बड़ हो गई। कृपया थोड़ी देर बाद फिर कोशिश करें।',
    },
    tries: (left) =>
      left === 1 ? 'आप एक बार और कोशिश कर सकते हैं।' : `आप ${left} बार और कोशिश कर सकते हैं।`,
  },
  toasts: {
    success: {
      notifyme: {
        title: 'हो गया!',
        text: 'आप वेटलिस्ट में शामिल हैं! विशेष छूट के साथ अर्ली एक्सेस के लिए तैयार रहें।',
      },
      beta: {
        title: 'हो गया!',
        text: 'बीटा के लिए आपका आवेदन मिल गया! एक्सेस की खास जानकारी के साथ हम जल्द ही आपसे संपर्क करेंगे।',
      },
    },
    duplicate: {
      title: 'पहले से रजिस्टर्ड है',
      text: 'यह ईमेल पहले से रजिस्टर्ड है। आपकी दिलचस्पी के लिए धन्यवाद!',
    },
    error: {
      title: 'कुछ गड़बड़ हो गई',
      text: 'कृपया थोड़ी देर बाद फिर कोशिश करें।',
    },
    mail: 'आपको एक संदेश भेजा जा रहा है: अपने ईमेल पते की पुष्टि के लिए उसका बटन दबाएँ।',
  },
  callSheet: {
    label: 'कॉल शीट',
    success: {
      notifyme: {
        title: 'आप सूची में शामिल हैं',
        rows: [
          { term: callSheetTerms.signedUpFor, details: ['वेटलिस्ट। यह मुफ़्त है।'] },
          { term: callSheetTerms.get, details: benefits.notifyme },
          {
            term: callSheetTerms.next,
            details: ['लॉन्च पर हम आपको ईमेल करेंगे। तब तक आपको कुछ नहीं करना है।'],
            byMail: [MESSAGE, 'उसके बाद, लॉन्च पर हम आपको ईमेल करेंगे।'],
          },
        ],
      },
      beta: {
        title: 'आपका आवेदन मिल गया',
        rows: [
          {
            term: callSheetTerms.signedUpFor,
            details: ['बीटा में एक जगह, आवेदन के ज़रिए।'],
          },
          { term: 'चुने जाने पर आपको मिलेगा', details: benefits.beta },
          {
            term: callSheetTerms.next,
            details: ['हम आपका आवेदन पढ़ेंगे। फिर एक्सेस की जानकारी के साथ आपसे संपर्क करेंगे।'],
            byMail: [MESSAGE, 'उसके बाद हम आपका आवेदन पढ़ेंगे और एक्सेस की जानकारी के साथ आपसे संपर्क करेंगे।'],
          },
        ],
      },
    },
    duplicate: {
      title: 'पहले से रजिस्टर्ड है',
      rows: [
        {
          term: 'आपका ईमेल',
          details: ['यह ईमेल पहले से रजिस्टर्ड है। आपकी दिलचस्पी के लिए धन्यवाद!'],
        },
        {
          term: callSheetTerms.get,
          details: ['वही, जिसका वादा आपके पहले साइन-अप में था। वह अब भी लागू है।'],
        },
        {
          term: callSheetTerms.next,
          details: ['कुछ बदलना हो, जैसे वेटलिस्ट से बीटा में जाना हो, तो हमें लिखें।'],
        },
      ],
    },
    contact: { label: 'हमसे संपर्क करें', path: '/contact' },
  },
} as const satisfies Translated<typeof english.signupContent>;

export const signupProblems = {
  nameRequired: 'कृपया अपना पूरा नाम लिखें',
  emailRequired: 'कृपया अपना ईमेल पता लिखें',
  emailInvalid: 'कृपया सही ईमेल पता लिखें',
  useCaseRequired: 'कृपया बताएँ कि आपको कैसी डबिंग चाहिए और किस काम के लिए',
  tooLong: (max) => `कृपया ज़्यादा से ज़्यादा ${max.toLocaleString('hi')} अक्षर लिखें`,
} satisfies SignupProblems;
