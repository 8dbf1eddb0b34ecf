import { CONSENT_COOKIE, CONSENT_DAYS, proofDays } from '#shared/limits';
import { type PageData, sendsMail } from '#shared/page';
import type * as english from '../en/processing.ts';
import { mailLink, mailProvider, postalAddress } from '../identity.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

const plural = new Intl.PluralRules('ar');

/** For use after a preposition. */
export function days(count: number): string {
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

export const legalBases = ((data) => ({
  kind: 'facts',
  items: [
    {
      term: 'بيانات التسجيل',
      detail:
        'لإبلاغك بالوصول المبكر والرد على طلب انضمامك. وهي خطوات تسبق التعاقد وتُتخذ بناءً على طلبك: المادة 6، الفقرة 1، البند (ب) من GDPR.',
    },
    ...(sendsMail(data)
      ? [
          {
            term: 'التأكيد بالبريد الإلكتروني',
            detail:
              'لنطلب من صاحب العنوان تأكيد التسجيل، حتى لا يتمكن أحد من تسجيل غيره. ولنا ولصاحب العنوان مصلحة مشروعة في ذلك: المادة 6، الفقرة 1، البند (و) من GDPR.',
          },
        ]
      : []),
    {
      term: 'التحليلات',
      detail:
        'لمعرفة أي أجزاء هذا الموقع تفيد الزوار وأين يتوقف الزوار عن المتابعة. ولا نفعل ذلك إلا بموافقتك: المادة 6، الفقرة 1، البند (أ) من GDPR، وكذلك، في ما يُخزَّن على جهازك أو يُقرأ منه، المادة 25، الفقرة 1 من قانون TDDDG الألماني.',
    },
    {
      term: 'ملف تعريف ارتباط الموافقة',
      detail:
        'لتذكّر إجابتك حتى لا نسألك في كل صفحة. وهو ضروري للغاية لهذا الغرض: المادة 25، الفقرة 2، البند 2 من قانون TDDDG الألماني.',
    },
    {
      term: 'إثبات الموافقة',
      detail:
        'لنُثبت أن التحليلات لم تعمل إلا بموافقة. والقانون يوجب ذلك: المادة 6، الفقرة 1، البند (ج) مع المادة 7، الفقرة 1 من GDPR.',
    },
    {
      term: 'تقييد عدد الطلبات',
      detail:
        'لإبقاء الموقع متاحًا عندما يغرقه أحد بالطلبات. وهذه مصلحتنا المشروعة: المادة 6، الفقرة 1، البند (و) من GDPR.',
    },
    {
      term: 'رسائل البريد الإلكتروني إلينا',
      detail:
        'للرد عليك. إذا تعلّق الأمر بعقد: المادة 6، الفقرة 1، البند (ب) من GDPR. وفي غير ذلك، مصلحتنا المشروعة في الرد: المادة 6، الفقرة 1، البند (و) من GDPR.',
    },
  ],
})) satisfies Translated<typeof english.legalBases>;

export const retention = ((data) => ({
  kind: 'facts',
  items: [
    {
      term: 'بيانات التسجيل',
      detail: `لمدة لا تزيد على ${days(data.signupRetentionDays)} بعد تسجيلك.`,
    },
    ...(data.unconfirmedRetentionDays === undefined
      ? []
      : [
          {
            term: 'التسجيلات غير المؤكَّدة',
            detail: `لمدة ${days(data.unconfirmedRetentionDays)} بعد أول رسالة نطلب فيها منك تأكيد عنوان بريدك الإلكتروني.`,
          },
        ]),
    { term: 'الأحداث', detail: `على خادمنا لمدة لا تزيد على ${days(data.eventRetentionDays)}.` },
    ...(data.posthogHost
      ? [
          {
            term: 'الأحداث لدى PostHog',
            detail:
              'حتى انتهاء مدة الاحتفاظ لدى PostHog. ولا تحتفظ PostHog بملف تعريفي عنك، ولذلك لا يمكنها العثور عليها ومحوها قبل ذلك.',
          },
        ]
      : []),
    ...(data.tellsTeam
      ? [
          {
            term: 'بيانات التسجيل في خدمة المراسلة التي يستخدمها فريقنا',
            detail: 'حتى انتهاء مدة الاحتفاظ لديها أو حتى حذفها هناك.',
          },
        ]
      : []),
    { term: 'إثبات الموافقة', detail: proofRetention(data) },
    ...backups(data),
    { term: 'ملف تعريف ارتباط الموافقة', detail: `لمدة ${days(CONSENT_DAYS)}، في متصفحك.` },
    {
      term: 'الأعداد حسب اليوم وربع الساعة',
      detail:
        'بلا حدّ زمني. ولا تبيّن إلا عدد مرات تقديم كل صفحة، وعدد مرات رفض التحليلات ومواضعه. ولا تتضمن أي معرّف.',
    },
    {
      term: 'رسائل البريد الإلكتروني إلينا',
      detail: 'حتى الانتهاء من طلبك، أو مدة أطول حيث يوجب القانون ذلك.',
    },
  ],
})) satisfies Translated<typeof english.retention>;

const backups = ({ site: { backupDays } }: PageData) =>
  backupDays === 0
    ? []
    : [
        {
          term: 'النسخ الاحتياطية',
          detail: `تبقى البيانات المحذوفة في النسخ الاحتياطية السابقة ${backupDays === undefined ? 'إلى أن تُحذف هذه النسخ أيضًا' : `لمدة إضافية لا تزيد على ${days(backupDays)}`}. ولا نستخدم النسخ الاحتياطية إلا لاستعادة هذا الموقع بعد عطل.`,
        },
      ];

/** Three years, unless events are kept for so long that their proof must be kept for longer. */
function proofRetention({ eventRetentionDays }: PageData): string {
  const longer = proofDays(eventRetentionDays);
  return longer === null
    ? 'لمدة ثلاث سنوات بعد آخر قرار تحت المعرّف نفسه.'
    : `لمدة ${days(longer)} بعد آخر قرار تحت المعرّف نفسه. ويُحتفظ به ما دامت الأحداث التي أتاحها محفوظة.`;
}

export const recipients = ((data) => [
  ...deliveryOfMail(data),
  ...messagesToTeam(data),
  receivers(data),
  text(
    'إذا كانت شركة استضافة تشغّل ذلك الخادم أو قاعدة بياناته لحسابنا، فإنها تفعل ذلك بموجب عقد ووفق تعليماتنا فقط (المادة 28 من GDPR).',
  ),
]) satisfies Translated<typeof english.recipients>;

function deliveryOfMail(data: PageData) {
  const provider = mailProvider(data);
  if (provider === null) return [];
  return [
    text(
      `تتولى شركة ${provider} إيصال رسائلنا التي تطلب منك تأكيد التسجيل. وتفعل ذلك لحسابنا ووفق تعليماتنا (المادة 28 من GDPR). وتتلقى اسمك وعنوان بريدك الإلكتروني والرسالة، ولا شيء غير ذلك.`,
    ),
  ];
}

const TEAM_SERVICE = 'خدمة المراسلة التي يستخدمها فريقنا';

function messagesToTeam({ tellsTeam }: PageData) {
  if (!tellsTeam) return [];
  return [
    text(
      `عندما تسجّل، يُبلغ خادمنا فريقنا بذلك عبر ${TEAM_SERVICE}. وتعمل هذه الخدمة لحسابنا ووفق تعليماتنا (المادة 28 من GDPR). وتتلقى اسمك وعنوان بريدك الإلكتروني وقناتك على YouTube والغرض من الاستخدام. وإذا حذفت تسجيلك، نطلب منها حذف هذه البيانات.`,
    ),
  ];
}

/** Said only where nobody receives anything. */
export const nobodyReceives = ((company) =>
  `لا يتلقى بياناتك أحد خارج ${company}. وتبقى بيانات التسجيل والأحداث وإثباتات الموافقة على خادمنا نحن.`) satisfies typeof english.nobodyReceives;

function receivers(data: PageData) {
  const { posthogHost, site } = data;
  const provider = mailProvider(data);
  const others = [provider && `شركة ${provider}`, data.tellsTeam ? TEAM_SERVICE : null].filter(
    (one) => one !== null,
  );
  const but = others.length === 0 ? '' : `، باستثناء ${others.join(' و')}`;
  if (posthogHost) {
    return text([
      `تحلّل PostHog (${posthogHost}) الأحداث التي وافقت عليها. وتفعل ذلك لحسابنا ووفق تعليماتنا. ويرسل خادمنا إليها الأحداث والتفاصيل المسجّلة معها، `,
      { text: 'كما ترد في سياسة الخصوصية', href: '/privacy#information-we-collect' },
      '. ولا تتلقى PostHog أبدًا اسمك أو عنوان بريدك الإلكتروني الكامل أو عنوان IP الخاص بك. ومتصفحك نفسه لا يتصل بـPostHog أبدًا. ',
      `ولا يتلقى أحد غيرنا بيانات التسجيل وإثباتات الموافقة${but}.`,
    ]);
  }
  return text(
    others.length === 0
      ? nobodyReceives(site.company)
      : `لا يتلقى بياناتك أحد خارج ${site.company}${but}. وتبقى الأحداث وإثباتات الموافقة على خادمنا نحن.`,
  );
}

const scc = 'البنود التعاقدية القياسية للمفوضية الأوروبية (المادة 46، الفقرة 2، البند (ج) من GDPR)';

/** Said only where nobody receives anything. */
export const noTransfers = `لا يسلّم هذا الموقع بيانات شخصية إلى أحد، فلا ينقل شيئًا منها إلى بلدان خارج المنطقة الاقتصادية الأوروبية. وإذا كان خادمه أو قاعدة بياناته في بلد كهذا، فالأساس القانوني هو ${scc}، ما لم تكن المفوضية قد قررت أن مستوى الحماية هناك كافٍ (المادة 45 من GDPR).`;

export const transfers = ((data) => {
  const provider = mailProvider(data);
  const all = [
    ...(data.posthogHost ? [transferOfEvents(data.posthogHost)] : []),
    ...(provider === null ? [] : [ifAbroad(`شركة ${provider} تعالج رسائلنا`)]),
    ...(data.tellsTeam ? [ifAbroad(`${TEAM_SERVICE} تعالج بيانات التسجيل`)] : []),
  ];
  return all.length === 0 ? [text(noTransfers)] : all;
}) satisfies Translated<typeof english.transfers>;

/** For recipients that only the operator knows. */
const ifAbroad = (handling: string) =>
  text(
    `إذا كانت ${handling} خارج المنطقة الاقتصادية الأوروبية، فالأساس القانوني لهذا النقل هو ${scc}، ما لم تكن المفوضية قد قررت أن مستوى الحماية هناك كافٍ (المادة 45 من GDPR).`,
  );

function transferOfEvents(posthogHost: string) {
  const cloud = /^(eu|us)(\.i)?\.posthog\.com$/.exec(posthogHost)?.[1];
  switch (cloud) {
    case 'eu':
      return text(
        `تحتفظ PostHog بالأحداث على خوادم في الاتحاد الأوروبي (${posthogHost}). ومقر الشركة التي تقف وراءها، PostHog, Inc.\u200e، في الولايات المتحدة. وإذا كان لها وصول إليها من هناك، فالأساس القانوني هو ${scc}.`,
      );
    case 'us':
      return text(
        `تحتفظ PostHog بالأحداث على خوادم في الولايات المتحدة (${posthogHost}). والأساس القانوني لهذا النقل هو ${scc}.`,
      );
    default:
      return text(
        `تُرسل الأحداث إلى PostHog على ${posthogHost}. وإذا كان ذلك الخادم خارج المنطقة الاقتصادية الأوروبية، فالأساس القانوني للنقل هو ${scc}، ما لم تكن المفوضية قد قررت أن مستوى الحماية هناك كافٍ (المادة 45 من GDPR).`,
      );
  }
}

export const gdprRights = (() =>
  list(
    'الاطلاع: أن تعرف هل لدينا بيانات عنك، وأن تحصل على نسخة منها (المادة 15).',
    'التصحيح: أن يُصحَّح ما هو خاطئ (المادة 16).',
    'المحو: أن تُحذف بياناتك (المادة 17).',
    'تقييد المعالجة: أن تُحفظ بياناتك من دون أن تُستخدم، مثلًا ريثما ننظر في اعتراض (المادة 18).',
    'نقل البيانات: أن تتسلّم ما قدّمته إلينا في صيغة يمكن قراءتها آليًا (المادة 20).',
    'الاعتراض: أن تعترض على ما نفعله لمصلحة مشروعة، لأسباب تتعلق بوضعك (المادة 21).',
    'سحب الموافقة: أن تسحب موافقتك في أي وقت. ويبقى ما فعلناه قبل ذلك مشروعًا (المادة 7، الفقرة 3).',
  )) satisfies Translated<typeof english.gdprRights>;

export const howToAsk = (({ site, posthogHost }) => [
  text([
    'اكتب إلى ',
    mailLink(site),
    ` أو إلى ${postalAddress(site)}. وذلك مجاني ولا يحتاج إلى نموذج. وإذا كان الأمر يخص تسجيلًا، فاكتب من العنوان الذي سجّلت به، حتى نعرف أنه تسجيلك.`,
  ]),
  text([
    'لا تسجّل التحليلات أي اسم، بل المعرّف العشوائي وحده في ملف تعريف الارتباط ',
    { code: CONSENT_COOKIE },
    '. ولا حاجة إلى مراسلتنا بشأنها: فصفحة ',
    { text: 'سياسة ملفات تعريف الارتباط', href: '/cookies#managing' },
    ' تعرض كل ما لدينا تحت ذلك المعرّف، وتتيح لك تنزيله وحذفه. ومن دون ملف تعريف الارتباط لا يمكن لأحد أن يعرف أي السجلات لك.',
  ]),
  ...(posthogHost
    ? [
        text(
          'يمحو الحذف تلك السجلات من خادمنا. أما الأحداث التي سبق إرسالها إلى PostHog فلا يمكن العثور عليها هناك بذلك المعرّف. وتبقى حتى انتهاء مدة الاحتفاظ لدى PostHog.',
        ),
      ]
    : []),
  text('لوقف التحليلات، اضغط «إيقاف التحليلات» أسفل أي صفحة. ويسري ذلك فورًا.'),
]) satisfies Translated<typeof english.howToAsk>;
