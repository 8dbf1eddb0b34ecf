import type * as english from '../en/mail.ts';
import type { Translated } from '../translated.ts';
import { days } from './processing.ts';
import { signupContent } from './signup.ts';

export const mailPages = {
  confirm: {
    heading: 'अपने ईमेल पते की पुष्टि करें',
    text: 'क्या आपने यही भरा था? बटन दबाते ही आपका साइन-अप मान्य हो जाएगा। अगर नहीं, तो यह पेज बंद कर दें और हमारे संदेश को अनदेखा करें।',
    button: 'ईमेल पते की पुष्टि करें',
  },
  confirmed: {
    heading: 'आपके ईमेल पते की पुष्टि हो गई',
    text: 'धन्यवाद। जैसे ही बताने लायक कुछ होगा, हम आपको लिखेंगे।',
  },
  already: {
    heading: 'आपके ईमेल पते की पुष्टि पहले ही हो चुकी है',
    text: 'अब आपको कुछ नहीं करना है। जैसे ही बताने लायक कुछ होगा, हम आपको लिखेंगे।',
  },
  expired: {
    heading: 'इस लिंक की अवधि खत्म हो गई है',
    text: 'लिंक सात दिन तक काम करता है। हम आपको नया लिंक भेज सकते हैं।',
    button: 'नया संदेश पाएँ',
  },
  removed: {
    heading: 'यह साइन-अप अब मौजूद नहीं है',
    text: 'इसे मिटा दिया गया था, इसलिए पुष्टि करने के लिए कुछ नहीं है। आप चाहें तो फिर से साइन अप कर सकते हैं।',
  },
  unknown: {
    heading: 'हम इस लिंक को नहीं पहचानते',
    text: 'हो सकता है कि इसका साइन-अप पहले ही मिटा दिया गया हो, या लिंक का कोई हिस्सा छूट गया हो।',
  },
  'sent-again': {
    heading: 'नया संदेश भेजा जा रहा है',
    text: 'उसे खोलें और उसका बटन दबाएँ। पहुँचने में कुछ मिनट लग सकते हैं।',
  },
  'too-soon': {
    heading: 'अभी और संदेश नहीं भेजा जा सकता',
    text: 'आपके लिए हमारा पिछला संदेश अभी भेजे जाने की प्रतीक्षा में है, इसमें कुछ घंटे लग सकते हैं। हम एक पते पर दिन में ज़्यादा से ज़्यादा तीन संदेश भेजते हैं। कृपया स्पैम फ़ोल्डर भी देखें।',
    writeTo: ['अगर वह न मिले, तो ', ' पर लिखें।'],
  },
  'no-mail': {
    heading: 'अब पुष्टि की ज़रूरत नहीं है',
    text: 'हम ये संदेश अब नहीं भेजते। आपका साइन-अप पुष्टि के बिना भी मान्य है।',
  },
  leave: {
    heading: 'अपना साइन-अप मिटाएँ',
    text: 'बटन दबाने पर आपका नाम, आपका ईमेल पता और आपकी भरी हुई बाकी सारी जानकारी मिट जाएगी।',
    button: 'अपना साइन-अप मिटाएँ',
  },
  left: {
    heading: 'आपका साइन-अप मिटा दिया गया',
    text: 'आपने जो कुछ भरा था, वह सब हमने मिटा दिया है।',
  },
} satisfies Translated<typeof english.mailPages>;

export const mailPageText = {
  title: (heading, brand) => `${heading} · ${brand}`,
  legal: 'कानूनी जानकारी',
  toHome: 'होम पेज पर जाएँ',
  kind: 'साइन-अप',
  youtubeChannel: 'YouTube चैनल',
} satisfies Translated<typeof english.mailPageText>;

export const confirmMessageContent = ((input) => {
  const { site, name, signupType, unconfirmedRetentionDays } = input;
  const { brand, company, address, email } = site;
  const { host } = new URL(site.url);
  const { benefitsTitle, benefits } = signupContent.tabs[signupType];
  const isBeta = signupType === 'beta';
  return {
    subject: `${brand} के लिए अपने ईमेल पते की पुष्टि करें`,
    greeting: name === '' ? 'नमस्ते,' : `नमस्ते ${name},`,
    why: isBeta
      ? `यह संदेश ${brand} की ओर से है। किसी ने ${host} पर बीटा के लिए आवेदन करते समय यह पता भरा है। उम्मीद है कि वह आप ही हैं।`
      : `यह संदेश ${brand} की ओर से है। किसी ने ${host} पर वेटलिस्ट में शामिल होने के लिए यह पता भरा है। उम्मीद है कि वह आप ही हैं।`,
    ask: isBeta
      ? 'पते की पुष्टि हो जाने पर हम आवेदन पढ़ते हैं।'
      : 'पते की पुष्टि हो जाने पर ही आपका साइन-अप मान्य होता है।',
    button: 'ईमेल पते की पुष्टि करें',
    code: 'या जिस पेज पर आपने साइन अप किया था, वहाँ यह कोड भरें:',
    valid: 'बटन और कोड सात दिन तक काम करते हैं।',
    benefitsTitle,
    benefits,
    ignore: `अगर यह पता आपने नहीं भरा, तो इस संदेश को अनदेखा करें। जिस साइन-अप की पुष्टि न हो, उसे हम अपने पहले संदेश के ${days(unconfirmedRetentionDays)} बाद मिटा देते हैं, और तब तक इस पते पर दिन में ज़्यादा से ज़्यादा तीन बार लिखते हैं।`,
    leave: 'अपना साइन-अप अभी मिटाएँ',
    sender: [
      company,
      address.street,
      `${address.postalCode} ${address.city}`,
      address.country,
      email,
    ],
  };
}) satisfies Translated<typeof english.confirmMessageContent>;
