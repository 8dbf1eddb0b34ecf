import type { EventName } from '#shared/events';
import type { PageData } from '#shared/page';
import type * as english from '../en/ccpa.ts';
import { mailLink, mailProvider, phoneLink } from '../identity.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';
import { howToAsk, retention } from './processing.ts';

/** What is recorded of each event. */
const RECORDED: Record<EventName, string> = {
  scroll: 'مدى تمريرك للصفحة',
  section_view: 'الأقسام التي رأيتها',
  button_click: 'أزرار التسجيل التي ضغطتها',
  form_submit: 'نتيجة إرسال النموذج مع نطاق عنوان البريد الإلكتروني',
};

/** Said only where nobody receives anything. */
export const noServiceProviders =
  'لا تتلقى أي شركة أخرى شيئًا من ذلك، إلا إذا كانت تشغّل الخادم لحسابنا. ومثل هذه الشركة مقدّم خدمة، وعقدها يمنع أي استخدام آخر.';

function serviceProviders(data: PageData) {
  const mail = mailProvider(data);
  const named = [
    data.posthogHost ? `تحلّل PostHog على ${data.posthogHost} النشاط على الإنترنت لحسابنا.` : null,
    mail &&
      `تتولى شركة ${mail} إيصال رسالتنا التي تطلب منك تأكيد التسجيل، مع اسمك وعنوان بريدك الإلكتروني.`,
    data.tellsTeam
      ? 'تتلقى خدمة المراسلة التي يستخدمها فريقنا ما تُدخله عند التسجيل: اسمك وعنوان بريدك الإلكتروني والغرض من الاستخدام وقناتك على YouTube.'
      : null,
  ].filter((one) => one !== null);
  return named.length === 0
    ? [text(noServiceProviders)]
    : [
        text('يتلقى مقدّمو الخدمات التالون جزءًا من ذلك، وتمنع عقودهم أي استخدام آخر:'),
        list(...named),
      ];
}

export const content = ((data) => ({
  heading: 'إشعار لسكان كاليفورنيا',
  lead: 'يمنحك قانون خصوصية المستهلك في كاليفورنيا (CCPA) الحق في المعرفة، والحق في الحذف، والحق في الانسحاب (opt out)، والحق في عدم التمييز. ونحن نحترم هذه الحقوق لكل من يطلبها.',
  sections: [
    {
      id: 'know',
      heading: 'الحق في المعرفة',
      blocks: [
        text(
          'يحق لك أن تسأل عن المعلومات الشخصية التي جمعناها عنك، ومصدرها، والغرض منها، ومن تلقّاها. ويحق لك أيضًا أن تطلب نسخة منها. نحن نجمع الفئات الآتية، وقد جمعناها كذلك خلال الأشهر الاثني عشر الماضية:',
        ),
        {
          kind: 'facts',
          items: [
            {
              term: 'المعرّفات',
              detail:
                'الاسم وعنوان البريد الإلكتروني، إذا سجّلت؛ ومعرّف عشوائي في ملف تعريف ارتباط، إذا قبلت التحليلات.',
            },
            {
              term: 'النشاط على الإنترنت',
              detail: `فقط إذا قبلت التحليلات: ${Object.values(RECORDED).join('، و')}، وكيف وصلت إلى هذا الموقع.`,
            },
            {
              term: 'ما تكتبه',
              detail: 'الغرض من الاستخدام وقناتك على YouTube، إذا أدخلتهما.',
            },
            {
              term: 'المعلومات الحساسة',
              detail: 'لا توجد.',
            },
          ],
        },
        text([
          'كل ذلك يأتي منك أو من متصفحك. ونستخدمه لإبلاغك بالوصول المبكر، وللرد على طلب انضمامك، ولتحسين هذا الموقع بموافقتك. تجد التفاصيل في ',
          { text: 'سياسة الخصوصية', href: '/privacy' },
          '.',
        ]),
        ...serviceProviders(data),
        text('ونحتفظ بها للمدد الآتية:'),
        retention(data),
      ],
    },
    {
      id: 'delete',
      heading: 'الحق في الحذف',
      blocks: [
        text(
          'يحق لك أن تطلب منا حذف ما لدينا عنك، وتصحيح ما هو خاطئ. وبعد الحذف لا نُبقي إلا ما يوجبه القانون، كإثبات الموافقة، ونخبرك إذا فعلنا ذلك.',
        ),
      ],
    },
    {
      id: 'opt-out',
      heading: 'الحق في الانسحاب',
      blocks: [
        text(
          'لا نبيع معلومات شخصية تخص بالغين أو قاصرين، ولا نشاركها لأغراض الإعلان عبر المواقع. ولم نفعل ذلك خلال الأشهر الاثني عشر الماضية. فليس هناك ما تنسحب منه، ولذلك لا يوجد في هذا الموقع رابط لهذا الغرض.',
        ),
        text(
          'ومع ذلك نلتزم بإشارة Global Privacy Control. فإذا أرسلها متصفحك، لا نسألك عن التحليلات، ولا نقيس أي شيء تفعله، ولا نخزّن شيئًا على جهازك.',
        ),
        text([
          'التحليلات متوقفة إلى أن تقبلها. ويمكنك إيقافها مجددًا من أسفل أي صفحة ومن ',
          { text: 'إعدادات ملفات تعريف الارتباط', href: '/cookies#managing' },
          '.',
        ]),
      ],
    },
    {
      id: 'non-discrimination',
      heading: 'الحق في عدم التمييز',
      blocks: [
        text(
          'لا نميّز ضدك بسبب ممارستك هذه الحقوق. تحصل على الصفحات نفسها، وقائمة الانتظار نفسها، والأسعار نفسها، والخصومات نفسها كالجميع.',
        ),
      ],
    },
    {
      id: 'requests',
      heading: 'كيف تطلب، ومتى نردّ',
      blocks: [
        ...howToAsk(data),
        list(
          'نردّ على الطلبات خلال 45 يومًا.',
          'يمكن لشخص آخر أن يطلب نيابةً عنك. نحتاج عندئذٍ إلى إذن كتابي منك، مُرسَل من عنوانك أنت.',
        ),
        text(['للأسئلة: ', mailLink(data.site), ' أو ', phoneLink(data.site), '.']),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;
