import type * as english from '../en/frame.ts';
import type { Translated } from '../translated.ts';

export const sectionLinks = [
  { id: 'features', label: 'खूबियाँ' },
  { id: 'pipeline', label: 'प्रक्रिया' },
  { id: 'benefits', label: 'फ़ायदे' },
] as const satisfies Translated<typeof english.sectionLinks>;

export const callsToAction = [
  { type: 'notifyme', variant: 'notify', label: 'सूचना पाएँ', done: 'सूची में शामिल' },
  { type: 'beta', variant: 'beta', label: 'बीटा एक्सेस', done: 'आवेदन हो गया' },
] as const satisfies Translated<typeof english.callsToAction>;

export const navigationText = {
  skip: 'मुख्य सामग्री पर जाएँ',
  mainNav: 'मुख्य नेविगेशन',
  menu: 'मेन्यू',
  language: 'भाषा',
  closeMenu: 'मेन्यू बंद करें',
  backHome: 'होम पर वापस जाएँ',
  home: (brand) => `${brand}, होम`,
} satisfies Translated<typeof english.navigationText>;

export const toastText = {
  region: 'सूचनाएँ',
  dismiss: 'बंद करें',
} satisfies Translated<typeof english.toastText>;

export const footerText = {
  nav: 'फ़ुटर',
  tagline: 'वीडियो के लिए AI डबिंग। ब्रॉडकास्ट-रेडी, 50+ भाषाओं में।',
  groups: { product: 'प्रोडक्ट', company: 'कंपनी', legal: 'कानूनी जानकारी' },
  signup: 'साइन अप करें',
  privacyControls: 'एनालिटिक्स: आपकी पसंद',
  cookieSettings: 'कुकी सेटिंग',
  turnOff: 'एनालिटिक्स बंद करें',
  state: {
    unknown: '',
    refused: 'एनालिटिक्स बंद है।',
    granted: 'एनालिटिक्स चालू है।',
  },
  changeChoice: 'अपनी पसंद बदलें',
  gpc: 'आपका ब्राउज़र “Global Privacy Control” सिग्नल भेजता है। हम उसका पालन करते हैं: एनालिटिक्स बंद है।',
} satisfies Translated<typeof english.footerText>;

export const pageLabels = {
  '/': 'होम',
  '/about': 'हमारे बारे में',
  '/contact': 'संपर्क',
  '/privacy': 'गोपनीयता नीति',
  '/terms': 'शर्तें',
  '/cookies': 'कुकी नीति',
  '/ccpa': 'CCPA',
  '/gdpr': 'GDPR',
  '/dpa': 'DPA',
  '/impressum': 'Impressum',
} satisfies Translated<typeof english.pageLabels>;

export const failedContent = {
  heading: 'इस पेज पर कुछ गड़बड़ हो गई',
  text: 'गड़बड़ी आपके डिवाइस पर हुई। इसके बारे में किसी को कुछ नहीं भेजा गया।',
  link: 'फिर से लोड करें',
} satisfies Translated<typeof english.failedContent>;
