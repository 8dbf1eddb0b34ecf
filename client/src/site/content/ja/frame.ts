import type * as english from '../en/frame.ts';
import type { Translated } from '../translated.ts';

export const sectionLinks = [
  { id: 'features', label: '特長' },
  { id: 'pipeline', label: '仕組み' },
  { id: 'benefits', label: 'メリット' },
] as const satisfies Translated<typeof english.sectionLinks>;

export const callsToAction = [
  { type: 'notifyme', variant: 'notify', label: '通知登録', done: '登録済み' },
  { type: 'beta', variant: 'beta', label: 'ベータ版に応募', done: '応募済み' },
] as const satisfies Translated<typeof english.callsToAction>;

export const navigationText = {
  skip: '本文へスキップ',
  mainNav: 'メイン',
  menu: 'メニュー',
  language: '言語',
  closeMenu: 'メニューを閉じる',
  backHome: 'トップページへ戻る',
  home: (brand) => `${brand}のトップページ`,
} satisfies Translated<typeof english.navigationText>;

export const toastText = {
  region: 'お知らせ',
  dismiss: '閉じる',
} satisfies Translated<typeof english.toastText>;

export const footerText = {
  nav: 'フッター',
  tagline: '動画のためのAI吹き替え。放送品質で、50+の言語に。',
  groups: { product: '製品', company: '会社', legal: '規約・法的情報' },
  signup: '登録・応募',
  privacyControls: 'アクセス解析の設定',
  cookieSettings: 'Cookie設定',
  turnOff: 'アクセス解析をオフにする',
  state: {
    unknown: '',
    refused: 'アクセス解析はオフです。',
    granted: 'アクセス解析はオンです。',
  },
  changeChoice: '選択を変更する',
  gpc: 'お使いのブラウザがGlobal Privacy Controlシグナルを送信しています。当サイトはこれを尊重し、アクセス解析をオフにしています。',
} satisfies Translated<typeof english.footerText>;

export const pageLabels = {
  '/': 'トップページ',
  '/about': '私たちについて',
  '/contact': 'お問い合わせ',
  '/privacy': 'プライバシーポリシー',
  '/terms': '利用規約',
  '/cookies': 'Cookieポリシー',
  '/ccpa': 'CCPA',
  '/gdpr': 'GDPR',
  '/dpa': 'データ処理契約',
  '/impressum': '運営者情報',
} satisfies Translated<typeof english.pageLabels>;

export const failedContent = {
  heading: 'このページで問題が発生しました',
  text: 'エラーはお使いの端末で起きたもので、その内容は誰にも送信されていません。',
  link: '再読み込みする',
} satisfies Translated<typeof english.failedContent>;
