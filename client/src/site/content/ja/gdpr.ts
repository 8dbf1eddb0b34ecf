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
  heading: 'GDPRに基づくお客様の権利',
  lead: 'EU一般データ保護規則（GDPR）は、ご自身に関するデータの扱いについて、お客様に発言権を認めています。ここでは、何を求めることができるか、どのように求めるか、そして当社がどの法的根拠に基づいて行動するかを説明します。',
  sections: [
    {
      id: 'controller',
      heading: '責任の所在',
      blocks: [
        text([
          `管理者は${postalAddress(data.site)}です。代表者は${data.site.managingDirector}です。ご連絡は`,
          mailLink(data.site),
          'までお願いします。',
        ]),
        text([
          '当社が収集する情報の正確な一覧は、',
          { text: 'プライバシーポリシー', href: '/privacy' },
          'にあります。',
        ]),
      ],
    },
    {
      id: 'rights',
      heading: 'お客様の権利',
      blocks: [
        gdprRights(),
        text(
          'お客様に法的な影響またはそれに類する影響を及ぼす決定を、機械に委ねることはありません（第22条）。',
        ),
      ],
    },
    {
      id: 'requests',
      heading: '権利の行使方法',
      blocks: [
        ...howToAsk(data),
        text(
          'ご請求から1か月以内に回答します（第12条第3項）。ご請求に応じられない場合は、その理由と、お客様が取ることのできる手段をお知らせします。',
        ),
      ],
    },
    { id: 'legal-bases', heading: '法的根拠', blocks: [legalBases(data)] },
    {
      id: 'transfers',
      heading: '受領者と移転',
      blocks: [...recipients(data), ...transfers(data)],
    },
    { id: 'retention', heading: '保存期間', blocks: [retention(data)] },
    {
      id: 'complaints',
      heading: '苦情の申立て',
      blocks: [
        text(
          `データ保護監督機関に苦情を申し立てることができます。お住まいの場所、勤務先のある場所、法律違反があったとお考えの場所、または当社の登記上の所在地である${data.site.address.city}の、いずれの機関でもかまいません（第77条）。まず当社にご連絡いただければ幸いですが、その必要はありません。`,
        ),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;
