import type * as english from '../en/heads.ts';
import type { PageHeads } from '../pages.ts';
import type { SocialImageText } from '../social-image.ts';
import type { Translated } from '../translated.ts';

export const heads: PageHeads = {
  '/': {
    title: ({ brand }) => `${brand}：50+の言語に対応した放送品質のAI吹き替え`,
    description: ({ brand }) =>
      `${brand}は、動画を50+の言語に吹き替えるAIツールキットです。精度は99.9%、手作業より10x速く、そのまま放送できる品質に。ウェイトリストへの登録とベータ版への応募を受け付けています。`,
    keywords: ['AI吹き替え', '動画ローカライズ', '動画翻訳', '音声合成', '放送品質の吹き替え'],
  },
  '/about': {
    title: ({ brand }) => `${brand}について`,
    description: ({ brand }) =>
      `${brand}をつくる理由：私たちのミッションとビジョン、吹き替えツールキットでできること、そして仕上がりが手作業に匹敵するわけをご紹介します。`,
    keywords: ['私たちについて', 'AI吹き替え', 'ミッション', '動画ローカライズ'],
  },
  '/contact': {
    title: ({ brand }) => `お問い合わせ · ${brand}`,
    description: ({ brand }) =>
      `${brand}の運営者への連絡方法：メール、電話、郵送先と、お使いのメールソフトを開くフォームをご案内します。`,
    keywords: ['お問い合わせ', 'サポート', 'AI吹き替え', 'メール', '電話'],
  },
  '/privacy': {
    title: ({ brand }) => `プライバシーポリシー · ${brand}`,
    description: () =>
      'このウェブサイトがお客様について保存する情報とその理由、期間、受け取る者、同意がある場合にのみ計測する内容、そしてお客様の権利について説明します。',
    keywords: ['プライバシーポリシー', 'データ保護', '個人データ', '同意'],
  },
  '/terms': {
    title: ({ brand }) => `利用規約 · ${brand}`,
    description: ({ brand }) =>
      `このウェブサイト、ウェイトリスト、${brand}のベータ版の利用規約：許可される利用、サービスの提供、コンテンツの権利、責任、準拠法について定めています。`,
    keywords: ['利用規約', 'ライセンス', 'コンテンツの権利', '責任'],
  },
  '/cookies': {
    title: ({ brand }) => `Cookieポリシー · ${brand}`,
    description: () =>
      '当サイトが設定するただ一つのCookieの内容と保存期間、同意がある場合にのみ計測する内容、選択の変更方法について説明します。',
    keywords: ['Cookieポリシー', '同意', 'アクセス解析', 'プライバシー'],
  },
  '/ccpa': {
    title: ({ brand }) => `カリフォルニア州の方へ（CCPA） · ${brand}`,
    description: () =>
      'カリフォルニア州消費者プライバシー法（CCPA）に基づく権利：知る権利、削除を求める権利、オプトアウトの権利、差別を受けない権利。ご請求には45日以内に回答します。',
    keywords: [
      'CCPA',
      'カリフォルニア州',
      'プライバシーの権利',
      '個人情報の販売拒否',
      'Global Privacy Control',
    ],
  },
  '/gdpr': {
    title: ({ brand }) => `GDPRに関するお知らせ · ${brand}`,
    description: () =>
      'EU一般データ保護規則（GDPR）に基づくお客様の権利とその行使方法、法的根拠、移転、保存期間について説明します。ご請求には1か月以内に回答します。',
    keywords: ['GDPR', 'データ保護', '法的根拠', 'アクセス権', '消去'],
  },
  '/dpa': {
    title: ({ brand }) => `データ処理契約 · ${brand}`,
    description: ({ brand }) =>
      `吹き替える動画に含まれる個人データを${brand}がどう扱うか：管理者と処理者、処理の内容、安全管理、復処理者、データ侵害について定めています。`,
    keywords: ['データ処理契約', 'DPA', 'GDPR第28条', '処理者', '復処理者'],
  },
  '/impressum': {
    title: ({ brand }) => `運営者情報（Impressum） · ${brand}`,
    description: ({ company }) =>
      `ドイツ法に基づく${company}の運営者情報：所在地、業務執行者、商業登記、付加価値税識別番号、連絡先、免責事項（DDG第5条）。`,
    keywords: ['Impressum', '運営者情報', '会社', '商業登記', '付加価値税'],
  },
  'not-found': {
    title: ({ brand }) => `ページが見つかりません · ${brand}`,
    description: () => 'このアドレスに該当するページは、当サイトにはありません。',
    keywords: [],
  },
};

export const socialImageText: SocialImageText = {
  label: 'AI吹き替えツールキット',
  headline: ['放送品質の吹き替えを', '50+の言語で。'],
};

export const socialImageAlt: typeof english.socialImageAlt = (headline) =>
  `「${headline}」という見出しと、その下の編集タイムライン。元の音声トラックと吹き替えトラックが並んでいる。`;

export const unfinishedText = {
  text: 'このページの一部を読み込めませんでした。',
  link: '再読み込みする',
} satisfies Translated<typeof english.unfinishedText>;

export const lossQuestion = '言語を切り替えると、入力した内容は失われます。切り替えますか？';
