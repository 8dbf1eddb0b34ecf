import type * as english from '../en/impressum.ts';
import { mailLink, phoneLink } from '../identity.ts';
import { text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = (({ site }) => {
  const { street, postalCode, city, country } = site.address;
  return {
    heading: 'بيانات الناشر (Impressum)',
    lead: 'الإشعار القانوني الذي يوجبه القانون الألماني: من يدير هذا الموقع وكيف يمكن الوصول إليه (المادة 5 من قانون DDG).',
    sections: [
      {
        id: 'company',
        heading: 'الشركة',
        blocks: [
          {
            kind: 'facts',
            items: [
              { term: 'الاسم', detail: site.company },
              { term: 'الشارع', detail: street },
              // Isolated from left to right, or the postal code would move behind the city.
              { term: 'المدينة', detail: `\u2066${postalCode} ${city}\u2069` },
              { term: 'البلد', detail: country },
            ],
          },
        ],
      },
      {
        id: 'director',
        heading: 'المدير العام',
        blocks: [text(`الممثل القانوني لشركة ${site.company}\u200f: ${site.managingDirector}.`)],
      },
      {
        id: 'contact',
        heading: 'التواصل',
        blocks: [
          {
            kind: 'facts',
            items: [
              { term: 'البريد الإلكتروني', detail: [mailLink(site)] },
              { term: 'الهاتف', detail: [phoneLink(site)] },
            ],
          },
          text(['يمكنك أيضًا استخدام ', { text: 'صفحة الاتصال', href: '/contact' }, '.']),
        ],
      },
      {
        id: 'register',
        heading: 'القيد في السجل',
        blocks: [text(`مقيَّدة في السجل التجاري: ${site.register}.`)],
      },
      {
        id: 'vat',
        heading: 'ضريبة القيمة المضافة',
        blocks: [
          text(
            `رقم التعريف لضريبة القيمة المضافة وفق المادة 27a من قانون ضريبة القيمة المضافة الألماني (UStG): ${site.vatId}.`,
          ),
        ],
      },
      {
        id: 'responsible',
        heading: 'المسؤول عن المحتوى',
        blocks: [
          text(
            `وفق المادة 18، الفقرة 2 من المعاهدة الألمانية للإعلام (MStV): ${site.managingDirector}, ${street}, ${postalCode} ${city}, ${country}.`,
          ),
        ],
      },
      {
        id: 'disclaimer',
        heading: 'إخلاء المسؤولية',
        blocks: [
          text(
            'نكتب هذا الموقع بعناية. ونحن مسؤولون عن محتواه وفق أحكام القانون، لكننا لا نعد بأن يكون كاملًا ومحدَّثًا في كل وقت.',
          ),
          text(
            'إذا أحالت صفحة إلى موقع آخر، فمشغّل ذلك الموقع هو المسؤول عن محتواه. وإذا علمنا أن المحتوى المُحال إليه يخالف القانون، أزلنا الرابط.',
          ),
          text(
            'النصوص والصور والشيفرة محمية بحقوق المؤلف. يُرجى سؤالنا قبل استخدامها خارج ما يسمح به القانون.',
          ),
        ],
      },
    ],
  };
}) satisfies Translated<typeof english.content>;
