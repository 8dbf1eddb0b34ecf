import type * as english from '../en/gdpr.ts';
import { mailLink, postalAddress } from '../identity.ts';
import { text } from '../info-content.ts';
import type { Translated } from '../translated.ts';
import {
  gdprRights,
  howToAsk,
  legalBases,
  recipients,
  retention,
  transfers,
} from './processing.ts';

export const content = ((data) => ({
  heading: 'حقوقك بموجب GDPR',
  lead: 'تجعل لك اللائحة العامة لحماية البيانات (GDPR) كلمةً في مصير البيانات المتعلقة بك. ويوضح هذا الإشعار ما يمكنك طلبه، وكيف تطلبه، والأساس القانوني الذي نستند إليه.',
  sections: [
    {
      id: 'controller',
      heading: 'الجهة المسؤولة',
      blocks: [
        text([
          `المتحكم في البيانات هو ${postalAddress(data.site)} (الممثل القانوني: ${data.site.managingDirector}). يمكنك التواصل معنا عبر `,
          mailLink(data.site),
          '.',
        ]),
        text(['تبيّن ', { text: 'سياسة الخصوصية', href: '/privacy' }, ' ما نجمعه بالضبط.']),
      ],
    },
    {
      id: 'rights',
      heading: 'حقوقك',
      blocks: [
        gdprRights(),
        text('لا نترك لآلة أي قرار له أثر قانوني عليك أو أثر مماثل (المادة 22).'),
      ],
    },
    {
      id: 'requests',
      heading: 'كيف تمارسها',
      blocks: [
        ...howToAsk(data),
        text(
          'يصلك ردّنا خلال شهر واحد من طلبك (المادة 12، الفقرة 3). وإذا تعذّر علينا تنفيذ ما تطلبه، نخبرك بالسبب وبما يمكنك فعله حيال ذلك.',
        ),
      ],
    },
    { id: 'legal-bases', heading: 'الأسس القانونية', blocks: [legalBases(data)] },
    {
      id: 'transfers',
      heading: 'المتلقّون وعمليات النقل',
      blocks: [...recipients(data), ...transfers(data)],
    },
    { id: 'retention', heading: 'مدة الاحتفاظ', blocks: [retention(data)] },
    {
      id: 'complaints',
      heading: 'الشكاوى',
      blocks: [
        text(
          `يحق لك تقديم شكوى إلى سلطة لحماية البيانات: حيث تقيم، أو حيث تعمل، أو حيث ترى أن القانون قد خولف، أو في مقرنا المسجّل في ${data.site.address.city} (المادة 77). ونودّ أن نسمع منك أولًا، لكنك غير ملزم بالرجوع إلينا.`,
        ),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;
