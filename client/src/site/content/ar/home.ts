import type * as english from '../en/home.ts';
import type { Translated } from '../translated.ts';

export const heroContent = {
  heading: ['دبلجة جاهزة للبث', 'بـ50+ لغة.'],
  intro: (brand) =>
    `${brand} مجموعة أدوات للدبلجة بالذكاء الاصطناعي، لصنّاع المحتوى والمؤسسات الإعلامية والشركات العالمية.`,
  actions: [
    { type: 'notifyme', variant: 'notify', label: 'أعلمني عند الإطلاق' },
    { type: 'beta', variant: 'beta', label: 'اطلب النسخة التجريبية' },
  ],
  statsLabel: 'نظرة سريعة',
  stats: [
    { value: '99.9%', label: 'نسبة الدقة' },
    { value: '50+', label: 'لغة ولهجة' },
    { value: '10x', label: 'أسرع من الدبلجة اليدوية أو التقليدية' },
  ],
} as const satisfies Translated<typeof english.heroContent>;

export const timelineText = {
  label: 'رسم توضيحي',
  caption:
    'رسم توضيحي: جملة منطوقة على شريط زمني. المسار الأصلي في الأعلى، والمسار المدبلج تحته. وتبيّن العلامات أين تبدأ الكلمات وأين تنطبق الشفتان.',
  legend: 'تشغيل الجملة باللغة',
  play: 'تشغيل',
  pause: 'إيقاف',
  theLine: ' الجملة',
  original: 'الأصل',
  dubbed: 'الدبلجة',
  words: 'كلمة',
  // Isolated from right to left: the timeline itself runs from left to right.
  lips: '\u2067انطباق الشفتين: m, b, p\u2069',
  languages: {
    de: 'الألمانية',
    es: 'الإسبانية',
    fr: 'الفرنسية',
    pt: 'البرتغالية',
    ja: 'اليابانية',
    hi: 'الهندية',
    ar: 'العربية',
  },
} satisfies Translated<typeof english.timelineText>;

export const pipelineContent = {
  heading: 'جملة واحدة، أربع مراحل',
  intro: 'كل جملة منطوقة تسلك المسار نفسه. ولكل مرحلة مهمة واحدة، ولا تمرّر إلا ما تحققت منه.',
  stages: [
    {
      id: 'analysis',
      title: 'تحليل متعدد الوسائط',
      text: 'الصورة والكلام والصوت تُحلَّل معًا: من يتكلم، وماذا يقول، وكيف يقوله، وكم تدوم حركة شفتيه.',
    },
    {
      id: 'translation',
      title: 'ترجمة ثقافية',
      text: 'ليست كلمة بكلمة. فالتعابير والأسماء والنكات تصير ما يقوله الناس فعلًا، في الوقت الذي تتيحه الصورة.',
    },
    {
      id: 'synthesis',
      title: 'توليد صوت معبّر',
      text: 'يحافظ الصوت الجديد على الأداء: فالإيقاع والنبرة والأنفاس والمشاعر تتبع الجملة الأصلية.',
    },
    {
      id: 'mixing',
      title: 'مزج صوتي احترافي',
      text: 'يُوازَن الصوت والموسيقى والمؤثرات في مسار نهائي واحد جاهز للبث.',
    },
  ],
} as const satisfies Translated<typeof english.pipelineContent>;

export const benefitsContent = {
  heading: 'ما يصل إلى جمهورك',
  benefits: [
    {
      title: 'جودة جاهزة للبث',
      text: 'النتيجة مزيج صوتي نهائي، لا تعليق صوتي أولي. يمكنك بثّه أو نشره كما هو.',
    },
    {
      title: 'مشاعر صادقة',
      text: 'الهمسة تبقى همسة، والنكتة تظل تُضحك. مشاعر الأصل لا تضيع حين تتغيّر اللغة.',
    },
    {
      title: 'دقة ثقافية',
      text: 'اللهجات وصيغ المخاطبة والإشارات الثقافية تناسب من سيستمعون إليها.',
    },
    {
      title: 'إنتاج قابل للتوسّع',
      text: 'فيديو واحد أو مكتبة كاملة، لغة واحدة أو كل اللغات: المسار نفسه والمستوى نفسه.',
    },
  ],
} as const satisfies Translated<typeof english.benefitsContent>;

export const featuresContent = {
  heading: 'بطاقة المواصفات',
  sheet: [
    { term: 'الناتج', detail: 'صوت مدبلج جاهز للبث لتوطين الفيديو' },
    { term: 'الطريقة', detail: 'ترجمة الفيديو وتوليد الصوت له، على أربع مراحل' },
  ],
  quality: {
    term: 'الجودة أولًا',
    points: [
      'كل قرار في بنية النظام غايته أعلى جودة.',
      'الأخطاء تُكتشف وتُصحَّح مبكرًا.',
      'ذكاء اصطناعي متخصص لكل مهمة.',
      'نتيجة تضاهي العمل اليدوي جودةً.',
    ],
  },
} as const satisfies Translated<typeof english.featuresContent>;

export const signupIntroContent = {
  heading: 'الجيل القادم من الدبلجة، وأنت من أوائل من يجرّبه',
  intro:
    'انضم إلى قائمة الانتظار لنخبرك عند الإطلاق، أو اطلب النسخة التجريبية لتدبلج مقاطعك قبل الجميع.',
} satisfies Translated<typeof english.signupIntroContent>;
