import type { EventName } from '#shared/events';
import { GROWTH_SESSION_HOURS, growthCookieFor } from '#shared/growth-cookie';
import { CONSENT_COOKIE, CONSENT_DAYS, NO_CONSENT_ID } from '#shared/limits';
import type * as english from '../en/cookies.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

const plural = new Intl.PluralRules('ar');

/** For use after a preposition. */
function days(count: number): string {
  switch (plural.select(count)) {
    case 'one':
      return 'يوم واحد';
    case 'two':
      return 'يومين';
    case 'few':
      return `${count} أيام`;
    case 'many':
      return `${count} يومًا`;
    default:
      return `${count} يوم`;
  }
}

/** One and two are words; the figure follows them, as in contracts. */
function hours(count: number): string {
  switch (plural.select(count)) {
    case 'one':
      return `ساعة واحدة (${count})`;
    case 'two':
      return `ساعتان (${count})`;
    case 'few':
      return `${count} ساعات`;
    default:
      return `${count} ساعة`;
  }
}

/** What is recorded of each event. */
const RECORDED: Record<EventName, string> = {
  scroll: 'مدى تمريرك للصفحة الرئيسية (25 و50 و75 و90 و100 في المئة)؛',
  section_view: 'الأقسام التي تراها منها؛',
  button_click: 'أزرار التسجيل التي تضغطها، ومواضعها؛',
  form_submit:
    'نتيجة إرسال نموذج التسجيل، ونطاق عنوان البريد الإلكتروني. والنطاق هو الجزء الذي يلي @، وقد يدل على هوية شخص.',
};

export const content = (({ site, posthogHost, eventRetentionDays }) => ({
  heading: 'سياسة ملفات تعريف الارتباط',
  lead: 'يضع هذا الموقع للزوار ملف تعريف ارتباط واحدًا. يحفظ هذا الملف اختيارك بشأن التحليلات، ولا يوضع إلا بعد أن تختار. ولا يُخزَّن على جهازك أي شيء آخر.',
  sections: [
    {
      id: 'essential',
      heading: 'ملفات تعريف الارتباط الضرورية',
      blocks: [
        text(
          'لا يُخزَّن شيء قبل أن تجيب عن السؤال بشأن التحليلات. وبعد ذلك يحفظ ملف تعريف ارتباط واحد إجابتك، حتى لا نسألك في كل صفحة.',
        ),
        {
          kind: 'table',
          caption: 'جميع ملفات تعريف الارتباط في هذا الموقع',
          head: ['الاسم', 'الغرض', 'يضعه', 'المدة'],
          rows: [
            [
              [{ code: CONSENT_COOKIE }],
              `يحفظ قبولك التحليلات أو رفضك لها. فإذا قبلتها، تضمّن معرّفًا عشوائيًا تُسجَّل موافقتك تحته. وإذا رفضتها ولم يسبق لك قبولها، تضمّن بدلًا منه الكلمة «${NO_CONSENT_ID}».`,
              'هذا الموقع',
              days(CONSENT_DAYS),
            ],
            [
              [{ code: growthCookieFor(site.url) }],
              'للقائمين على هذا الموقع وحدهم. يُبقي دخولهم مسجّلًا أثناء اطلاعهم على أرقامه. ولا يصل إلى الزوار أبدًا.',
              'هذا الموقع',
              hours(GROWTH_SESSION_HOURS),
            ],
          ],
        },
      ],
    },
    {
      id: 'analytics',
      heading: 'التحليلات',
      blocks: [
        text(
          'التحليلات متوقفة إلى أن تقبلها، ولا تضع أي ملف تعريف ارتباط إضافي. بل إن متصفحك لا يحمّل شيفرتها قبل ذلك. وإذا قبلتها، نسجّل ما يلي تحت المعرّف العشوائي المذكور أعلاه:',
        ),
        list(...Object.values(RECORDED)),
        text(
          'ونسجّل مع كل منها الوقت، ومسار الصفحة ولغتها، وهل نافذتك صغيرة أم متوسطة أم كبيرة. ونسجّل أيضًا الموقع الذي أحالك إلينا، ووسوم الحملة في الرابط الذي أتيت منه. ولا نسجّل أبدًا عنوان بريدك الإلكتروني الكامل أو عنوان IP الخاص بك أو هوية متصفحك.',
        ),
        text(
          posthogHost
            ? `يحتفظ خادم هذا الموقع نفسه بهذه السجلات لمدة لا تزيد على ${days(eventRetentionDays)}، ويرسلها إلى PostHog على ${posthogHost}. ومتصفحك نفسه لا يتصل بـPostHog أبدًا.`
            : `يحتفظ خادم هذا الموقع نفسه بهذه السجلات لمدة لا تزيد على ${days(eventRetentionDays)}. ولا يتلقاها أحد غيرنا.`,
        ),
      ],
    },
    {
      id: 'marketing',
      heading: 'ملفات تعريف الارتباط التسويقية',
      blocks: [text('لا توجد. لا يعرض هذا الموقع إعلانات ولا يتتبعك إلى مواقع أخرى.')],
    },
    {
      id: 'third-party',
      heading: 'ملفات تعريف ارتباط الجهات الخارجية',
      blocks: [
        text(
          'لا توجد. كل ملفات هذا الموقع، بما فيها الخطوط والصور، تأتي من خادمه نفسه. ولا يتصل متصفحك بأي شركة أخرى عند زيارتك.',
        ),
      ],
    },
    {
      id: 'managing',
      heading: 'إدارة التفضيلات',
      blocks: [
        text(
          `نحفظ اختيارك لمدة ${days(CONSENT_DAYS)}، أو إلى أن نغيّر السؤال. وعندها نسألك من جديد. يمكنك تغيير اختيارك في أي وقت، هنا أو من أسفل أي صفحة. ويمكنك هنا أيضًا الاطلاع على ما لدينا عن هذا المتصفح وتنزيله وحذفه. ولا تحتاج إلى حساب.`,
        ),
        { kind: 'widget', widget: 'my-data' },
        { kind: 'widget', widget: 'consent-choice' },
        text(
          'إذا أرسل متصفحك إشارة Global Privacy Control، نعدّها رفضًا: لا نسألك، ولا نقيس شيئًا، ولا نخزّن شيئًا. ويمكنك أيضًا حذف ملف تعريف الارتباط من إعدادات متصفحك. وعندها نسألك من جديد.',
        ),
        text(['للأسئلة عن هذه السياسة: ', { text: site.email, href: `mailto:${site.email}` }, '.']),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;

export const myDataContent = {
  choice: {
    gpc: 'يرسل متصفحك إشارة Global Privacy Control، وهي تُعدّ رفضًا. لا نسألك، ولا نقيس شيئًا.',
    unknown: 'لم تختر بعد. لا نقيس شيئًا، ولا نخزّن شيئًا على جهازك.',
    granted: (date) => `قبلت التحليلات بتاريخ ${date}.`,
    refused: (date) => `رفضت التحليلات بتاريخ ${date}.`,
    identifier: 'معرّفك هنا هو',
    identifierEnd: '.',
    noIdentifier: 'ليس لهذا المتصفح معرّف هنا، فليس لدينا شيء عنه.',
  },
  loading: 'نبحث عما لدينا تحت معرّفك…',
  failed: 'تعذّر جلب بياناتك. تحقّق من اتصالك وحاول مرة أخرى.',
  retry: 'حاول مرة أخرى',
  needsScript: 'تحتاج إلى JavaScript لترى ما لدينا عن هذا المتصفح.',
  nothing: 'ليس لدينا شيء تحت معرّفك بعد.',
  // These forms fit every number.
  caption: (shown, total) => {
    if (shown < total) return `أحدث السجلات: ${shown} من أصل ${total}`;
    return total === 1 ? 'سجل واحد' : `جميع السجلات: ${total}`;
  },
  head: { time: 'الوقت', what: 'ما سُجّل', where: 'الصفحة' },
  download: 'تنزيل بياناتي',
  delete: 'حذف بياناتي',
  question:
    'هل تريد حذف كل ما لدينا تحت معرّفك؟ سيؤدي ذلك أيضًا إلى إيقاف التحليلات. ولا يمكن التراجع عنه.',
  keep: 'الاحتفاظ ببياناتي',
  confirm: 'نعم، احذف بياناتي',
  deleting: 'جارٍ الحذف…',
  outcome: 'بياناتك',
  deleteFailed: 'تعذّر حذف بياناتك. تحقّق من اتصالك وحاول مرة أخرى.',
  deleted: (events) =>
    `تم الحذف. عدد الأحداث المحذوفة: ${events}. التحليلات متوقفة، ولم يعد لهذا المتصفح معرّف هنا. ونحتفظ بسجل يفيد بأنك وافقت ثم سحبت موافقتك، لأن القانون يوجب هذا الإثبات.`,
  posthog: (host) =>
    `الأحداث التي سبق إرسالها إلى PostHog على ${host} لا يمكن العثور عليها هناك بهذا المعرّف. وتبقى حتى انتهاء مدة الاحتفاظ لدى PostHog.`,
  fileName: 'my-data.json',
  // Right-to-left marks: two English values in a row would turn the order around.
  events: {
    scroll: ({ percent_scrolled }) => `مرّرت ${percent_scrolled} في المئة من الصفحة`,
    section_view: ({ section_name }) => `شاهدت القسم «${section_name}»`,
    button_click: ({ button_name, click_location }) =>
      `ضغطت «${button_name}»\u200f (${click_location})`,
    form_submit: ({ form_type, event_label, email_domain }) =>
      `أرسلت النموذج «${form_type}»\u200f: ${event_label} (نطاق البريد الإلكتروني ${email_domain})`,
  },
  accepted: 'قبلت التحليلات',
  turnedOff: 'أوقفت التحليلات',
  decision: (what, source, revision, language) =>
    `${what} (${source}، النص ${revision}، ${language})`,
  agreed: (language) => `النص الذي وافقت عليه (${language})`,
} satisfies Translated<typeof english.myDataContent>;
