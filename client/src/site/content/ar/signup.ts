import type { SignupProblems } from '#shared/signups';
import type * as english from '../en/signup.ts';
import { localeOf } from '../identity.ts';
import type { Translated } from '../translated.ts';

const MESSAGE =
  'نرسل إليك الآن رسالة. اضغط الزر الذي فيها، أو أدخل رمزها هنا، لتأكيد بريدك الإلكتروني. وقد يستغرق ذلك بضع ساعات في أوقات الذروة.';

const callSheetTerms = {
  signedUpFor: 'تسجيلك',
  get: 'تحصل على',
  next: 'الخطوة التالية',
};

const benefits = {
  notifyme: [
    'أول إشعار عند الإطلاق',
    'خصم حصري 25\u200e%\u200e للمسجّلين مبكرًا',
    'أولوية في الدعم عند البدء',
    'حضور ندوة الإطلاق عبر الإنترنت',
  ],
  beta: [
    'وصول مجاني طوال الفترة التجريبية',
    'خصم 50\u200e%\u200e مدى الحياة عند الإطلاق',
    'قناة مباشرة لملاحظاتك',
    'أولوية للميزات التي تطلبها',
    'تقدير بصفتك من المستخدمين المؤسسين',
  ],
} as const;

export const signupContent = {
  tabsLabel: 'كيف تودّ أن تبدأ؟',
  tabs: {
    notifyme: {
      label: 'أعلمني',
      offer: 'مجانًا · خصم 25\u200e%\u200e عند الإطلاق',
      benefitsTitle: 'مزايا الوصول المبكر',
      benefits: benefits.notifyme,
      submit: 'أعلمني عند الإطلاق',
    },
    beta: {
      label: 'النسخة التجريبية',
      offer: 'بتقديم طلب · خصم 50\u200e%\u200e مدى الحياة',
      benefitsTitle: 'مزايا متميزة',
      benefits: benefits.beta,
      submit: 'اطلب النسخة التجريبية',
    },
  },
  labels: {
    name: 'الاسم',
    email: 'البريد الإلكتروني',
    youtubeChannel: 'قناة YouTube (اختياري)',
    useCase: 'الغرض من الاستخدام',
  },
  submitting: 'جارٍ الإرسال…',
  noScript: 'تحتاج إلى JavaScript لإرسال هذا النموذج.',
  requiredNote: 'الحقول المشار إليها بعلامة * إلزامية.',
  note: {
    purpose: 'لا نستخدم ما تُدخله إلا لإبلاغك بالوصول المبكر والرد على طلب انضمامك.',
    stays: 'ويبقى على خادمنا نحن.',
    kept: 'ونحتفظ به على خادمنا.',
    team: 'وتتلقاه أيضًا خدمة المراسلة التي يستخدمها فريقنا.',
    mail: (provider) =>
      `نرسل${provider ? ` عبر ${provider}` : ''} رسالة إلى هذا البريد الإلكتروني لنتحقق من أنه لك (المادة 6، الفقرة 1، البند (و) من GDPR).`,
    analytics: (host) =>
      `وإذا قبلت التحليلات، تتلقى PostHog (${host}) نطاق عنوان بريدك الإلكتروني.`,
  },
  privacyLink: { label: 'سياسة الخصوصية', path: '/privacy' },
  code: {
    label: 'الرمز الوارد في رسالتنا',
    submit: 'تأكيد',
    submitting: 'جارٍ التأكيد…',
    outcomes: {
      confirmed: 'تم تأكيد بريدك الإلكتروني.',
      wrong: 'ليس هذا هو الرمز. يُرجى إدخال الأرقام الستة الواردة في أحدث رسائلنا.',
      gone: 'انتهت صلاحية هذا الرمز أو جُرّب مرات كثيرة. يُرجى الضغط على الزر الذي في رسالتنا.',
      error: 'حدث خطأ ما. يُرجى المحاولة مرة أخرى لاحقًا.',
    },
    // This form fits every number.
    tries: (left) => (left === 1 ? 'بقيت لك محاولة واحدة.' : `عدد المحاولات المتبقية لك: ${left}.`),
  },
  toasts: {
    success: {
      notifyme: {
        title: 'تم بنجاح!',
        text: 'أنت الآن على قائمة الانتظار! وصول مبكر وخصومات حصرية في انتظارك.',
      },
      beta: {
        title: 'تم بنجاح!',
        text: 'وصلنا طلبك للنسخة التجريبية! سنتواصل معك قريبًا بتفاصيل وصولك الحصري.',
      },
    },
    duplicate: {
      title: 'مسجّل من قبل',
      text: 'هذا البريد الإلكتروني مسجّل بالفعل. شكرًا على اهتمامك!',
    },
    error: { title: 'حدث خطأ ما', text: 'يُرجى المحاولة مرة أخرى لاحقًا.' },
    mail: 'رسالة في طريقها إليك: اضغط الزر الذي فيها لتأكيد بريدك الإلكتروني.',
  },
  callSheet: {
    label: 'ملخّص التسجيل',
    success: {
      notifyme: {
        title: 'أنت على القائمة',
        rows: [
          { term: callSheetTerms.signedUpFor, details: ['قائمة الانتظار، وهي مجانية.'] },
          { term: callSheetTerms.get, details: benefits.notifyme },
          {
            term: callSheetTerms.next,
            details: ['نراسلك بالبريد الإلكتروني عند الإطلاق. وحتى ذلك الحين لا يلزمك شيء.'],
            byMail: [MESSAGE, 'وبعد ذلك نراسلك بالبريد الإلكتروني عند الإطلاق.'],
          },
        ],
      },
      beta: {
        title: 'وصلنا طلبك',
        rows: [
          {
            term: callSheetTerms.signedUpFor,
            details: ['مكان في النسخة التجريبية، بتقديم طلب.'],
          },
          { term: 'تحصل، بعد القبول، على', details: benefits.beta },
          {
            term: callSheetTerms.next,
            details: ['نقرأ طلبك، ثم نتواصل معك بتفاصيل الوصول.'],
            byMail: [MESSAGE, 'وبعد ذلك نقرأ طلبك ونتواصل معك بتفاصيل الوصول.'],
          },
        ],
      },
    },
    duplicate: {
      title: 'مسجّل من قبل',
      rows: [
        {
          term: 'بريدك الإلكتروني',
          details: ['هذا البريد الإلكتروني مسجّل بالفعل. شكرًا على اهتمامك!'],
        },
        {
          term: callSheetTerms.get,
          details: ['ما وعدك به تسجيلك الأول، وهو ما زال ساريًا.'],
        },
        {
          term: callSheetTerms.next,
          details: ['لتغيير تسجيلك، مثلًا من قائمة الانتظار إلى النسخة التجريبية، راسلنا.'],
        },
      ],
    },
    contact: { label: 'اتصل بنا', path: '/contact' },
  },
} as const satisfies Translated<typeof english.signupContent>;

export const signupProblems = {
  nameRequired: 'يُرجى إدخال اسمك الكامل',
  emailRequired: 'يُرجى إدخال عنوان بريدك الإلكتروني',
  emailInvalid: 'يُرجى إدخال عنوان بريد إلكتروني صحيح',
  useCaseRequired: 'يُرجى إخبارنا بالغرض من الاستخدام وبما تحتاج إليه من دبلجة',
  tooLong: (max) => `الحد الأقصى لعدد الأحرف هنا: ${max.toLocaleString(localeOf('ar'))}`,
} satisfies SignupProblems;
