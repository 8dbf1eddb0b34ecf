import type * as english from '../en/not-found.ts';
import type { Translated } from '../translated.ts';

export const notFoundContent = {
  code: '404',
  heading: 'अरे! यह पेज नहीं मिला',
  text: 'इस ट्रैक पर कुछ नहीं है। हो सकता है कि पेज कहीं और चला गया हो या पते में टाइपिंग की गलती हो।',
  home: 'होम पर लौटें',
  alsoLabel: 'या सीधे यहाँ जाएँ',
} satisfies Translated<typeof english.notFoundContent>;
