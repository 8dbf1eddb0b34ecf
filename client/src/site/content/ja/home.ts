import type * as english from '../en/home.ts';
import type { Translated } from '../translated.ts';

export const heroContent = {
  heading: ['放送品質の吹き替えを', '50+の言語で。'],
  intro: (brand) =>
    `${brand}は、クリエイター、メディア、グローバル企業のためのAI吹き替えツールキットです。`,
  actions: [
    { type: 'notifyme', variant: 'notify', label: '通知を受け取る' },
    { type: 'beta', variant: 'beta', label: 'ベータ版に応募する' },
  ],
  statsLabel: '数字で見る',
  stats: [
    { value: '99.9%', label: '精度' },
    { value: '50+', label: '言語と方言に対応' },
    { value: '10x', label: '手作業や従来の吹き替えより高速' },
  ],
} as const satisfies Translated<typeof english.heroContent>;

export const timelineText = {
  label: 'イメージ図',
  caption:
    'イメージ図：ひとつのセリフをタイムラインで表したもの。上が元の音声トラック、下が吹き替えトラック。印は、単語の始まりと唇が閉じる位置を示す。',
  legend: 'セリフを再生する言語',
  play: '再生',
  pause: '一時停止',
  theLine: '（セリフ）',
  original: '原音',
  dubbed: '吹き替え',
  words: '単語',
  lips: '唇が閉じる音：m、b、p',
  languages: {
    de: 'ドイツ語',
    es: 'スペイン語',
    fr: 'フランス語',
    pt: 'ポルトガル語',
    ja: '日本語',
    hi: 'ヒンディー語',
    ar: 'アラビア語',
  },
} satisfies Translated<typeof english.timelineText>;

export const pipelineContent = {
  heading: 'ひとつのセリフに、4つの工程',
  intro:
    'すべてのセリフが同じ工程を通ります。各工程の役割はひとつ。確認を終えたものだけを、次の工程へ渡します。',
  stages: [
    {
      id: 'analysis',
      title: 'マルチモーダル解析',
      text: '映像、話し声、音をまとめて解析します。誰が、何を、どのように話し、唇がどれだけの時間動くのかを読み取ります。',
    },
    {
      id: 'translation',
      title: '文化に合わせた翻訳',
      text: '直訳はしません。慣用句も名前もユーモアも、人が実際に口にする言葉に置き換え、映像が許す時間に収めます。',
    },
    {
      id: 'synthesis',
      title: '感情豊かな音声合成',
      text: '新しい声は、元の演技を受け継ぎます。テンポも、強調も、息づかいも、感情も、元のセリフのままに。',
    },
    {
      id: 'mixing',
      title: 'プロ品質のミキシング',
      text: '声、音楽、効果音のバランスを整え、そのまま放送できる1本のトラックに仕上げます。',
    },
  ],
} as const satisfies Translated<typeof english.pipelineContent>;

export const benefitsContent = {
  heading: '視聴者に届くもの',
  benefits: [
    {
      title: 'そのまま放送できる品質',
      text: '仕上がるのは完成したミックスで、仮のボイスオーバーではありません。そのまま放送も公開もできます。',
    },
    {
      title: '本物の感情',
      text: 'ささやきはささやきのまま、冗談はちゃんと笑いを誘います。言語が変わっても、元の感情は失われません。',
    },
    {
      title: '文化に即した正確さ',
      text: '方言も、相手の呼び方も、文化に根ざした表現も、聞く人になじむ言葉にします。',
    },
    {
      title: '規模を選ばない制作',
      text: '動画1本でも、作品ライブラリ全体でも。ひとつの言語でも、すべての言語でも。工程も基準も変わりません。',
    },
  ],
} as const satisfies Translated<typeof english.benefitsContent>;

export const featuresContent = {
  heading: '製品データ',
  sheet: [
    { term: '成果物', detail: '動画のローカライズに使える、放送品質の吹き替え音声' },
    { term: '方法', detail: '動画の翻訳と音声合成を、4つの工程で' },
  ],
  quality: {
    term: '品質第一',
    points: [
      '設計上の判断は、すべて品質を最大限に高めるため。',
      '誤りは早い段階で見つけて修正。',
      '作業ごとに、それを専門とするAI。',
      '手作業の工程に匹敵する仕上がり。',
    ],
  },
} as const satisfies Translated<typeof english.featuresContent>;

export const signupIntroContent = {
  heading: '次世代の吹き替えを、いち早く',
  intro:
    'ウェイトリストに登録すると、リリース時にお知らせが届きます。ベータ版に応募して、誰よりも早くご自分の動画を吹き替えることもできます。',
} satisfies Translated<typeof english.signupIntroContent>;
