import type * as english from '../en/contact.ts';
import { mailLink, phoneLink, postalAddress } from '../identity.ts';
import { text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = (({ site }) => ({
  heading: 'تحدّث إلينا',
  lead: `هل لديك سؤال عن ${site.brand} أو النسخة التجريبية أو بياناتك أو أي أمر آخر؟ اكتب إلينا أو اتصل بنا أو أرسل خطابًا بالبريد.`,
  sections: [
    {
      id: 'details',
      heading: 'بيانات التواصل',
      blocks: [
        {
          kind: 'facts',
          items: [
            { term: 'بريد الدعم الإلكتروني', detail: [mailLink(site)] },
            { term: 'الهاتف', detail: [phoneLink(site)] },
            { term: 'العنوان البريدي', detail: postalAddress(site) },
          ],
        },
        text([
          'تجد بياناتنا القانونية في صفحة ',
          { text: 'بيانات الناشر', href: '/impressum' },
          '.',
        ]),
      ],
    },
    {
      id: 'message',
      heading: 'اكتب رسالة',
      blocks: [{ kind: 'widget', widget: 'contact-form' }],
    },
  ],
})) satisfies Translated<typeof english.content>;

export const contactFormContent = {
  labels: {
    name: 'الاسم الكامل',
    email: 'البريد الإلكتروني',
    subject: 'الموضوع',
    message: 'الرسالة',
  },
  submit: 'إرسال الرسالة',
  note: 'هذه الصفحة نفسها لا ترسل شيئًا. سيفتح برنامج البريد لديك وفيه الرسالة جاهزة، وترسلها أنت من هناك.',
  noScript: (address) =>
    `يحتاج هذا النموذج إلى JavaScript ليفتح برنامج البريد لديك. ويمكنك أيضًا أن تكتب بنفسك إلى ${address}.`,
  opened: 'يُفترض أن برنامج البريد لديك مفتوح الآن وفيه رسالتك. إن لم يفتح، فانسخ الرسالة واكتب إلى',
  tooLong:
    'هذه الرسالة أطول مما تقبله كثير من برامج البريد، فهي تقتطع جزءًا منها أو لا تفتح. انسخها هنا والصقها في رسالة بريد إلكتروني إلى',
  copy: 'نسخ الرسالة',
  copied: 'نُسخت الرسالة.',
  notCopied: 'منع متصفحك النسخ. الرسالة محدَّدة، فيمكنك نسخها بنفسك.',
} satisfies Translated<typeof english.contactFormContent>;
