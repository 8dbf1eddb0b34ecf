import type * as english from '../en/info.ts';
import type { Translated } from '../translated.ts';

export const contentsLabel = 'في هذه الصفحة';

export const binding = {
  own: 'هذه النسخة هي المُلزِمة. وترجماتها للاطلاع.',
  english: {
    text: 'هذه الترجمة للاطلاع.',
    link: 'النسخة الإنجليزية هي المُلزِمة.',
  },
  german: {
    text: 'يشترط القانون الألماني نشر هذه البيانات بالألمانية.',
    link: 'النسخة الألمانية هي المُلزِمة.',
  },
} satisfies Translated<typeof english.binding>;
