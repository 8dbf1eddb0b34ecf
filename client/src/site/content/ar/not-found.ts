import type * as english from '../en/not-found.ts';
import type { Translated } from '../translated.ts';

export const notFoundContent = {
  code: '404',
  heading: 'عذرًا! الصفحة غير موجودة',
  text: 'لا شيء على هذا المسار. ربما نُقلت الصفحة، أو في العنوان خطأ مطبعي.',
  home: 'العودة إلى الرئيسية',
  alsoLabel: 'أو انتقل مباشرةً إلى',
} satisfies Translated<typeof english.notFoundContent>;
