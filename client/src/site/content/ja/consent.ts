import type { EventName } from '#shared/events';
import { CONSENT_DAYS } from '#shared/limits';
import type * as english from '../en/consent.ts';

/** What is recorded of each event: in the question, and in the settings. */
const RECORDED: Record<EventName, { question: string; settings: string }> = {
  scroll: { question: 'スクロール', settings: 'スクロールの到達位置' },
  section_view: { question: '表示したセクション', settings: '表示したセクション' },
  button_click: {
    question: '押したボタン',
    settings: '押した登録ボタン',
  },
  form_submit: {
    question: '送信したフォーム',
    settings: 'フォームの送信結果',
  },
};

export const closeLabel = '閉じる';

export const consentText: typeof english.consentText = (posthogHost) => {
  const where = posthogHost
    ? `データは当サイト自身のサーバーが保存し、PostHog（${posthogHost}）に送信します`
    : 'データは当サイト自身のサーバーにとどまります';
  const recorded = Object.values(RECORDED);
  const questions = recorded.map(({ question }) => question);
  const settings = recorded.map(({ settings }) => settings);
  return {
    title: `このページの利用状況（${questions.join('、')}）を計測してもよろしいですか？`,
    description: `${where}。回答は${CONSENT_DAYS}日間保存し、各ページの下部で変更できます。`,
    accept: 'アクセス解析を許可',
    reject: 'アクセス解析を拒否',
    manage: '詳細',
    save: '選択を保存',
    policyLink: 'Cookieポリシー',
    preferencesTitle: 'Cookie設定',
    analyticsTitle: 'アクセス解析',
    analyticsDescription: `ランダムな識別子のもとに、次のことを記録します：${settings.join('、')}。フォームから記録するのは、メールアドレスのドメイン（@の後の部分）だけです。ドメインから個人を特定できる場合があります。各記録には、ページのパス、画面の大きさ（小・中・大）、当サイトへのリンク元のサイトまたはキャンペーンリンクも含まれます。メールアドレスの全体、IPアドレス、ブラウザの識別情報を記録することは決してありません。${where}。${posthogHost ? '' : 'ほかの誰も受け取りません。'}同意がなければ、何も計測しません。`,
  };
};
