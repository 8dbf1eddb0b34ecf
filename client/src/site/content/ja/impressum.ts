import type * as english from '../en/impressum.ts';
import { mailLink, phoneLink } from '../identity.ts';
import { text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = (({ site }) => {
  const { street, postalCode, city, country } = site.address;
  return {
    heading: '運営者情報（Impressum）',
    lead: 'ドイツ法が求める表示です。このウェブサイトの運営者とその連絡先を記載しています（DDG第5条）。',
    sections: [
      {
        id: 'company',
        heading: '会社',
        blocks: [
          {
            kind: 'facts',
            items: [
              { term: '名称', detail: site.company },
              { term: '通り・番地', detail: street },
              { term: '郵便番号・市', detail: `${postalCode} ${city}` },
              { term: '国', detail: country },
            ],
          },
        ],
      },
      {
        id: 'director',
        heading: '業務執行者',
        blocks: [text(`${site.company}の代表者は${site.managingDirector}です。`)],
      },
      {
        id: 'contact',
        heading: '連絡先',
        blocks: [
          {
            kind: 'facts',
            items: [
              { term: 'メール', detail: [mailLink(site)] },
              { term: '電話', detail: [phoneLink(site)] },
            ],
          },
          text([{ text: 'お問い合わせページ', href: '/contact' }, 'もご利用いただけます。']),
        ],
      },
      {
        id: 'register',
        heading: '登記',
        blocks: [text(`商業登記簿に登記されています：${site.register}。`)],
      },
      {
        id: 'vat',
        heading: '付加価値税',
        blocks: [
          text(`ドイツ付加価値税法（UStG）第27a条に基づく付加価値税識別番号：${site.vatId}。`),
        ],
      },
      {
        id: 'responsible',
        heading: 'コンテンツの責任者',
        blocks: [
          text(
            `MStV第18条第2項に基づく責任者：${site.managingDirector}, ${street}, ${postalCode} ${city}, ${country}。`,
          ),
        ],
      },
      {
        id: 'disclaimer',
        heading: '免責事項',
        blocks: [
          text(
            'このウェブサイトは注意を払って作成しています。当社は法律の定めに従ってその内容に責任を負いますが、常に完全かつ最新であることを約束するものではありません。',
          ),
          text(
            'ページから別のウェブサイトへリンクしている場合、その内容については、そのウェブサイトの運営者が責任を負います。リンク先の内容が法律に反することを知った場合、当社はリンクを削除します。',
          ),
          text(
            '文章、画像、コードは著作権で保護されています。法律が認める範囲を超えて使用する場合は、事前に当社の許可を求めてください。',
          ),
        ],
      },
    ],
  };
}) satisfies Translated<typeof english.content>;
