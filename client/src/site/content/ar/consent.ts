import type { EventName } from '#shared/events';
import { CONSENT_DAYS } from '#shared/limits';
import type * as english from '../en/consent.ts';

/** What is recorded of each event: in the question, and in the settings. */
const RECORDED: Record<EventName, { question: string; settings: string }> = {
  scroll: { question: 'التمرير', settings: 'مدى تمريرك للصفحة' },
  section_view: { question: 'الأقسام المشاهَدة', settings: 'الأقسام التي تراها' },
  button_click: { question: 'الأزرار المضغوطة', settings: 'أزرار التسجيل التي تضغطها' },
  form_submit: { question: 'النماذج المرسلة', settings: 'نتيجة إرسال النموذج' },
};

export const closeLabel = 'إغلاق';

export const consentText: typeof english.consentText = (posthogHost) => {
  const where = posthogHost
    ? `يحفظ خادم هذا الموقع البيانات ويرسلها إلى PostHog (${posthogHost})`
    : 'تبقى البيانات على خادم هذا الموقع نفسه';
  const recorded = Object.values(RECORDED);
  const questions = recorded.map(({ question }) => question);
  const settings = recorded.map(({ settings }) => settings);
  return {
    title: `هل تسمح لنا بقياس استخدام هذه الصفحة: ${questions.join(' و')}؟`,
    description: `${where}. نحفظ إجابتك ${CONSENT_DAYS} يومًا، ويمكنك تغييرها من أسفل أي صفحة.`,
    accept: 'قبول التحليلات',
    reject: 'رفض التحليلات',
    manage: 'التفاصيل',
    save: 'حفظ اختياري',
    policyLink: 'سياسة ملفات تعريف الارتباط',
    preferencesTitle: 'إعدادات ملفات تعريف الارتباط',
    analyticsTitle: 'التحليلات',
    analyticsDescription: `نسجّل ما يلي تحت معرّف عشوائي: ${settings.join('، و')}. ولا نسجّل من النموذج إلا نطاق عنوان البريد الإلكتروني، أي الجزء الذي يلي @، وقد يدل على هوية شخص. ويتضمن كل سجل أيضًا مسار الصفحة، وحجم شاشتك (صغير أو متوسط أو كبير)، والموقع أو رابط الحملة الذي أتى بك إلى هنا. ولا نسجّل أبدًا عنوان بريدك الإلكتروني الكامل أو عنوان IP الخاص بك أو هوية متصفحك. ${where}${posthogHost ? '' : '، ولا يتلقاها أحد غيرنا'}. ومن دون موافقتك لا نقيس شيئًا.`,
  };
};
