import type * as english from '../en/info.ts';
import type { Translated } from '../translated.ts';

export const contentsLabel = 'इस पेज पर';

export const binding = {
  own: 'यही संस्करण कानूनी रूप से बाध्यकारी है। इसके अनुवाद जानकारी के लिए हैं।',
  english: {
    text: 'यह अनुवाद जानकारी के लिए है।',
    link: 'अंग्रेज़ी संस्करण बाध्यकारी है।',
  },
  german: {
    text: 'जर्मन कानून के अनुसार यह जानकारी जर्मन में होनी चाहिए।',
    link: 'जर्मन संस्करण बाध्यकारी है।',
  },
} satisfies Translated<typeof english.binding>;
