import type * as english from '../en/about.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = (({ site }) => ({
  heading: 'どの物語にも、どの言語でも、その物語だけの声を',
  lead: `${site.brand}は、完成した動画を別の言語の完成した動画に変える、AI吹き替えツールキットです。`,
  sections: [
    {
      id: 'mission',
      heading: '私たちのミッション',
      blocks: [
        text(
          '人と人が、互いの声に耳を傾けられるように。それが私たちの願いです。放送品質の吹き替えには、これまで時間も費用もかかりました。だから、ほとんどの動画は吹き替えられないままです。私たちは、水準を下げることなくこの状況を変えるツールをつくっています。',
        ),
      ],
    },
    {
      id: 'vision',
      heading: '私たちのビジョン',
      blocks: [
        text(
          '何語でつくられた動画でも、誰もが内容を追えること。吹き替えの声が、元の声と同じだけの感情を伝えること。',
        ),
      ],
    },
    {
      id: 'what-we-do',
      heading: '私たちの取り組み',
      blocks: [
        text(
          `${site.brand}は、動画の翻訳と音声合成を4つの工程からなるひとつの流れにまとめます。マルチモーダル解析、文化に合わせた翻訳、感情豊かな音声合成、プロ品質のミキシングです。仕上がるのは、動画のローカライズに使える、放送品質の吹き替え音声です。`,
        ),
        text(
          '海外の視聴者に動画を届けたいクリエイター、メディア、グローバル企業のためのツールです。',
        ),
      ],
    },
    {
      id: 'why-choose-us',
      heading: '選ばれる理由',
      blocks: [
        {
          kind: 'figures',
          items: [
            { value: '99.9%', label: '精度' },
            { value: '50+', label: '言語と方言に対応' },
            { value: '10x', label: '手作業や従来の吹き替えより高速' },
          ],
        },
        list(
          'そのまま放送できる成果物：下書きではなく、完成したミックス。',
          '設計上の判断は、すべて品質を最大限に高めるため。',
          '誤りは早い段階で見つけて修正。',
          '作業ごとに、それを専門とするAI。',
          '手作業の工程に匹敵する仕上がり。',
        ),
        text([
          'ぜひご自身でお確かめください。',
          { text: 'ウェイトリストに登録するか、ベータ版にご応募ください', href: '/#signup' },
          '。',
        ]),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;
