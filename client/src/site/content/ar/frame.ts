import type * as english from '../en/frame.ts';
import type { Translated } from '../translated.ts';

export const sectionLinks = [
  { id: 'features', label: 'الميزات' },
  { id: 'pipeline', label: 'المراحل' },
  { id: 'benefits', label: 'الفوائد' },
] as const satisfies Translated<typeof english.sectionLinks>;

export const callsToAction = [
  { type: 'notifyme', variant: 'notify', label: 'أعلمني', done: 'تم التسجيل' },
  { type: 'beta', variant: 'beta', label: 'النسخة التجريبية', done: 'تم التقديم' },
] as const satisfies Translated<typeof english.callsToAction>;

export const navigationText = {
  skip: 'الانتقال إلى المحتوى',
  mainNav: 'التنقل الرئيسي',
  menu: 'القائمة',
  language: 'اللغة',
  closeMenu: 'إغلاق القائمة',
  backHome: 'العودة إلى الرئيسية',
  home: (brand) => `${brand}، الصفحة الرئيسية`,
} satisfies Translated<typeof english.navigationText>;

export const toastText = {
  region: 'الإشعارات',
  dismiss: 'إغلاق',
} satisfies Translated<typeof english.toastText>;

export const footerText = {
  nav: 'تذييل الصفحة',
  tagline: 'دبلجة الفيديو بالذكاء الاصطناعي. جاهزة للبث، بـ50+ لغة.',
  groups: { product: 'المنتج', company: 'الشركة', legal: 'معلومات قانونية' },
  signup: 'التسجيل',
  privacyControls: 'اختيارك بشأن التحليلات',
  cookieSettings: 'إعدادات ملفات تعريف الارتباط',
  turnOff: 'إيقاف التحليلات',
  state: { unknown: '', refused: 'التحليلات متوقفة.', granted: 'التحليلات مفعّلة.' },
  changeChoice: 'تغيير اختياري',
  gpc: 'يرسل متصفحك إشارة Global Privacy Control، ونحن نلتزم بها: التحليلات متوقفة.',
} satisfies Translated<typeof english.footerText>;

export const pageLabels = {
  '/': 'الرئيسية',
  '/about': 'من نحن',
  '/contact': 'اتصل بنا',
  '/privacy': 'سياسة الخصوصية',
  '/terms': 'شروط الاستخدام',
  '/cookies': 'سياسة ملفات تعريف الارتباط',
  '/ccpa': 'CCPA',
  '/gdpr': 'GDPR',
  '/dpa': 'اتفاقية معالجة البيانات',
  '/impressum': 'بيانات الناشر',
} satisfies Translated<typeof english.pageLabels>;

export const failedContent = {
  heading: 'حدث خطأ في هذه الصفحة',
  text: 'وقع الخطأ على جهازك، ولم يُرسَل عنه شيء إلى أحد.',
  link: 'إعادة تحميل الصفحة',
} satisfies Translated<typeof english.failedContent>;
