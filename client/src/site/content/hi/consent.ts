import type { EventName } from '#shared/events';
import { CONSENT_DAYS } from '#shared/limits';
import type * as english from '../en/consent.ts';

/** What is recorded of each event: in the question, and in the settings. */
const RECORDED: Record<EventName, { question: string; settings: string }> = {
  scroll: { question: 'स्क्रॉल करना', settings: 'आपने कितना स्क्रॉल किया' },
  section_view: { question: 'देखे गए सेक्शन', settings: 'कौन-से सेक्शन देखे' },
  button_click: { question: 'दबाए गए बटन', settings: 'साइन-अप के कौन-से बटन दबाए' },
  form_submit: { question: 'भेजे गए फ़ॉर्म', settings: 'फ़ॉर्म भेजने का नतीजा क्या रहा' },
};

export const closeLabel = 'बंद करें';

export const consentText: typeof english.consentText = (posthogHost) => {
  const where = posthogHost
    ? `इस साइट का अपना सर्वर यह डेटा रखता है और उसे PostHog (${posthogHost}) को भेजता है`
    : 'यह डेटा इस साइट के अपने सर्वर पर ही रहता है';
  const recorded = Object.values(RECORDED);
  const questions = recorded.map(({ question }) => question);
  const settings = recorded.map(({ settings }) => settings);
  return {
    title: `क्या हम माप सकते हैं कि इस पेज का इस्तेमाल कैसे होता है: ${questions.slice(0, -1).join(', ')} और ${questions.at(-1)}?`,
    description: `${where}। आपका जवाब ${CONSENT_DAYS} दिन तक रखा जाता है, और आप उसे हर पेज के सबसे नीचे बदल सकते हैं।`,
    accept: 'एनालिटिक्स स्वीकार करें',
    reject: 'एनालिटिक्स से इनकार करें',
    manage: 'विवरण',
    save: 'अपनी पसंद सेव करें',
    policyLink: 'कुकी नीति',
    preferencesTitle: 'कुकी सेटिंग',
    analyticsTitle: 'एनालिटिक्स',
    analyticsDescription: `हम एक रैंडम आईडी के तहत यह रिकॉर्ड करते हैं: ${settings.slice(0, -1).join(', ')} और ${settings.at(-1)}। फ़ॉर्म में से हम ईमेल पते का सिर्फ़ डोमेन रिकॉर्ड करते हैं, यानी @ के बाद का हिस्सा, जिससे किसी व्यक्ति की पहचान हो सकती है। हर रिकॉर्ड में पेज का पाथ, आपकी स्क्रीन का आकार (छोटी, मध्यम या बड़ी) और वह साइट या कैंपेन लिंक भी होता है जिससे आप यहाँ आए। आपका पूरा ईमेल पता, IP पता या आपके ब्राउज़र की पहचान हम कभी रिकॉर्ड नहीं करते। ${where}${posthogHost ? '' : ' और किसी और को नहीं मिलता'}। आपकी सहमति के बिना हम कुछ नहीं मापते।`,
  };
};
