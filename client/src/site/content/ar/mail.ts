import type * as english from '../en/mail.ts';
import type { Translated } from '../translated.ts';
import { days } from './processing.ts';
import { signupContent } from './signup.ts';

export const mailPages = {
  confirm: {
    heading: 'تأكيد بريدك الإلكتروني',
    text: 'هل هذا ما أدخلته؟ اضغط الزر ليُحتسب تسجيلك. وإن لم يكن كذلك، فأغلق هذه الصفحة وتجاهل رسالتنا.',
    button: 'تأكيد بريدي الإلكتروني',
  },
  confirmed: {
    heading: 'تم تأكيد بريدك الإلكتروني',
    text: 'شكرًا لك. سنراسلك حالما يكون لدينا جديد.',
  },
  already: {
    heading: 'بريدك الإلكتروني مؤكَّد من قبل',
    text: 'لم يبقَ شيء عليك فعله. سنراسلك حالما يكون لدينا جديد.',
  },
  expired: {
    heading: 'انتهت صلاحية هذا الرابط',
    text: 'الرابط صالح لسبعة أيام. ويمكننا أن نرسل إليك رابطًا جديدًا.',
    button: 'إرسال رسالة جديدة',
  },
  removed: {
    heading: 'لم يعد هذا التسجيل موجودًا',
    text: 'لقد حُذف، فليس هناك ما يحتاج إلى تأكيد. ونرحّب بتسجيلك من جديد.',
  },
  unknown: {
    heading: 'لا نعرف هذا الرابط',
    text: 'ربما حُذف التسجيل الخاص به، أو أن جزءًا من الرابط ناقص.',
  },
  'sent-again': {
    heading: 'رسالة جديدة في طريقها إليك',
    text: 'افتحها واضغط الزر الذي فيها. وقد يستغرق وصولها بضع دقائق.',
  },
  'too-soon': {
    heading: 'لا يمكن إرسال رسالة أخرى الآن',
    text: 'ما زالت رسالتنا الأخيرة إليك تنتظر الإرسال، وقد يستغرق ذلك بضع ساعات. نرسل إلى العنوان الواحد ثلاث رسائل في اليوم على الأكثر. يُرجى البحث في البريد المزعج أيضًا.',
    writeTo: ['إذا لم تجدها، فاكتب إلى ', '.'],
  },
  'no-mail': {
    heading: 'لم يعد التأكيد لازمًا',
    text: 'لم نعد نرسل هذه الرسائل. وتسجيلك محتسب من دونها.',
  },
  leave: {
    heading: 'حذف تسجيلك',
    text: 'اضغط الزر لنحذف اسمك وعنوان بريدك الإلكتروني وكل ما أدخلته غير ذلك.',
    button: 'حذف تسجيلي',
  },
  left: {
    heading: 'تم حذف تسجيلك',
    text: 'لقد حذفنا كل ما أدخلته.',
  },
} satisfies Translated<typeof english.mailPages>;

export const mailPageText = {
  title: (heading, brand) => `${heading} · ${brand}`,
  legal: 'معلومات قانونية',
  toHome: 'الانتقال إلى الرئيسية',
  kind: 'التسجيل',
  youtubeChannel: 'قناة YouTube',
} satisfies Translated<typeof english.mailPageText>;

export const confirmMessageContent = ((input) => {
  const { site, name, signupType, unconfirmedRetentionDays } = input;
  const { brand, company, address, email } = site;
  const { host } = new URL(site.url);
  const { benefitsTitle, benefits } = signupContent.tabs[signupType];
  const isBeta = signupType === 'beta';
  return {
    subject: `أكّد بريدك الإلكتروني لدى ${brand}`,
    greeting: name === '' ? 'مرحبًا،' : `مرحبًا ${name}،`,
    why: isBeta
      ? `هذه رسالة من ${brand}. أدخل أحدهم، ونأمل أنه أنت، هذا العنوان على ${host} لطلب النسخة التجريبية.`
      : `هذه رسالة من ${brand}. أدخل أحدهم، ونأمل أنه أنت، هذا العنوان على ${host} للانضمام إلى قائمة الانتظار.`,
    ask: isBeta
      ? 'نقرأ الطلب بعد تأكيد البريد الإلكتروني.'
      : 'يُحتسب مكانك بعد تأكيد البريد الإلكتروني.',
    button: 'تأكيد بريدي الإلكتروني',
    code: 'أو أدخل هذا الرمز في الصفحة التي سجّلت فيها:',
    valid: 'الزر والرمز صالحان لسبعة أيام.',
    benefitsTitle,
    benefits,
    ignore: `إذا لم تكن أنت من سجّل، فتجاهل هذه الرسالة. نحذف التسجيل غير المؤكَّد بعد ${days(unconfirmedRetentionDays)} من رسالتنا الأولى، ولا نراسل هذا العنوان حتى ذلك الحين أكثر من ثلاث مرات في اليوم.`,
    leave: 'حذف تسجيلي الآن',
    sender: [
      company,
      address.street,
      // As in impressum.ts.
      `\u2066${address.postalCode} ${address.city}\u2069`,
      address.country,
      email,
    ],
  };
}) satisfies Translated<typeof english.confirmMessageContent>;
