import type { EventName } from '#shared/events';
import { GROWTH_SESSION_HOURS, growthCookieFor } from '#shared/growth-cookie';
import { CONSENT_COOKIE, CONSENT_DAYS, NO_CONSENT_ID } from '#shared/limits';
import type * as english from '../en/cookies.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

/** What is recorded of each event. */
const RECORDED: Record<EventName, string> = {
  scroll: 'トップページをどこまでスクロールしたか（25、50、75、90、100パーセント）',
  section_view: 'トップページのどのセクションを表示したか',
  button_click: 'どの登録ボタンを、どこで押したか',
  form_submit:
    '登録フォームの送信結果と、メールアドレスのドメイン。ドメインとは@の後の部分で、そこから個人を特定できる場合があります。',
};

export const content = (({ site, posthogHost, eventRetentionDays }) => ({
  heading: 'Cookieポリシー',
  lead: '当サイトが訪問者に対して設定するCookieは1つだけです。アクセス解析についての選択を記憶するもので、選択していただいた後に初めて設定されます。そのほかには、お使いの端末に何も保存しません。',
  sections: [
    {
      id: 'essential',
      heading: '必須Cookie',
      blocks: [
        text(
          'アクセス解析についての質問にお答えいただくまでは、何も保存しません。お答えいただいた後は、ページごとにおたずねしなくて済むよう、1つのCookieが回答を保存します。',
        ),
        {
          kind: 'table',
          caption: '当サイトのすべてのCookie',
          head: ['名前', '目的', '設定者', '保存期間'],
          rows: [
            [
              [{ code: CONSENT_COOKIE }],
              `アクセス解析を許可したか拒否したかを記憶します。許可すると、その同意の記録に使われるランダムな識別子が入ります。拒否し、それまでに許可したこともない場合は、代わりに「${NO_CONSENT_ID}」という語が入ります。`,
              '当サイト',
              `${CONSENT_DAYS}日`,
            ],
            [
              [{ code: growthCookieFor(site.url) }],
              '当サイトの運営者専用です。サイトの数値を見ている間、ログイン状態を保ちます。訪問者に設定されることはありません。',
              '当サイト',
              `${GROWTH_SESSION_HOURS}時間`,
            ],
          ],
        },
      ],
    },
    {
      id: 'analytics',
      heading: 'アクセス解析',
      blocks: [
        text(
          'アクセス解析は、許可していただくまでオフです。ほかにCookieを設定することもありません。許可の前は、ブラウザがそのコードを読み込むことすらありません。許可していただくと、上記のランダムな識別子のもとに、次のことを記録します：',
        ),
        list(...Object.values(RECORDED)),
        text(
          'それぞれについて、時刻、ページのパスと言語、ウィンドウの大きさが小・中・大のどれかも記録します。また、リンク元のサイトと、たどったリンクに含まれるキャンペーン情報も記録します。メールアドレスの全体、IPアドレス、ブラウザの識別情報を記録することは決してありません。',
        ),
        text(
          posthogHost
            ? `当サイト自身のサーバーが、これらの記録を最長${eventRetentionDays}日間保存し、${posthogHost}のPostHogに送信します。お使いのブラウザ自体がPostHogに接続することは決してありません。`
            : `当サイト自身のサーバーが、これらの記録を最長${eventRetentionDays}日間保存します。ほかの誰も受け取りません。`,
        ),
      ],
    },
    {
      id: 'marketing',
      heading: 'マーケティングCookie',
      blocks: [
        text(
          'ありません。当サイトは広告を表示せず、ほかのサイトでの行動を追跡することもありません。',
        ),
      ],
    },
    {
      id: 'third-party',
      heading: 'サードパーティーCookie',
      blocks: [
        text(
          'ありません。フォントや画像を含め、当サイトのファイルはすべて当サイト自身のサーバーから配信されます。閲覧中に、ブラウザがほかの会社に接続することはありません。',
        ),
      ],
    },
    {
      id: 'managing',
      heading: '設定の管理',
      blocks: [
        text(
          `お客様の選択は、${CONSENT_DAYS}日間、または当社が質問を変更するまで保存します。その後、改めておたずねします。選択は、このページまたは各ページの下部で、いつでも変更できます。また、このブラウザについて当社が保有する情報を、このページで確認し、ダウンロードし、削除できます。アカウントは必要ありません。`,
        ),
        { kind: 'widget', widget: 'my-data' },
        { kind: 'widget', widget: 'consent-choice' },
        text(
          'お使いのブラウザがGlobal Privacy Controlシグナルを送信している場合は、拒否とみなします。おたずねせず、何も計測せず、何も保存しません。ブラウザの設定でCookieを削除することもできます。その場合は、改めておたずねします。',
        ),
        text([
          'このポリシーについてのご質問は、',
          { text: site.email, href: `mailto:${site.email}` },
          'までお寄せください。',
        ]),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;

export const myDataContent = {
  choice: {
    gpc: 'お使いのブラウザがGlobal Privacy Controlシグナルを送信しており、これは拒否とみなされます。おたずねすることはなく、何も計測されません。',
    unknown: 'まだ選択していません。何も計測されず、お使いの端末には何も保存されていません。',
    granted: (date) => `${date}にアクセス解析を許可しました。`,
    refused: (date) => `${date}にアクセス解析を拒否しました。`,
    identifier: '当サイトでのお客様の識別子：',
    identifierEnd: '。',
    noIdentifier:
      'このブラウザには当サイトの識別子がないため、このブラウザについて当社が保有する情報はありません。',
  },
  loading: 'お客様の識別子のもとに保有する情報を調べています…',
  failed: 'データを取得できませんでした。接続を確認して、もう一度お試しください。',
  retry: 'もう一度試す',
  needsScript: 'このブラウザについて当社が保有する情報を見るには、JavaScriptが必要です。',
  nothing: 'お客様の識別子のもとに保有する情報は、まだありません。',
  caption: (shown, total) => {
    if (shown < total) return `全${total}件の記録のうち最新の${shown}件`;
    return `全${total}件の記録`;
  },
  head: { time: '日時', what: '記録の内容', where: 'ページ' },
  download: 'データをダウンロード',
  delete: 'データを削除',
  question:
    'お客様の識別子のもとに当社が保有する情報を、すべて削除します。アクセス解析もオフになり、この操作は取り消せません。よろしいですか？',
  keep: 'データを残す',
  confirm: 'はい、データを削除します',
  deleting: '削除中…',
  outcome: 'お客様のデータ',
  deleteFailed: 'データを削除できませんでした。接続を確認して、もう一度お試しください。',
  deleted: (events) =>
    `削除しました：イベント${events}件。アクセス解析はオフになり、このブラウザに当サイトの識別子はもうありません。お客様が同意し、撤回したという記録は、法律がこの証明を求めているため保存します。`,
  posthog: (host) =>
    `すでに${host}のPostHogへ送信されたイベントは、PostHog側でこの識別子から探し出すことができません。PostHogの保存期間が終わるまで残ります。`,
  fileName: 'my-data.json',
  events: {
    scroll: ({ percent_scrolled }) => `ページの${percent_scrolled}パーセントまでスクロールしました`,
    section_view: ({ section_name }) => `セクション「${section_name}」を表示しました`,
    button_click: ({ button_name, click_location }) =>
      `「${button_name}」を押しました（${click_location}）`,
    form_submit: ({ form_type, event_label, email_domain }) =>
      `フォーム「${form_type}」を送信しました：${event_label}（メールアドレスのドメイン：${email_domain}）`,
  },
  accepted: 'アクセス解析を許可しました',
  turnedOff: 'アクセス解析をオフにしました',
  decision: (what, source, revision, language) =>
    `${what}（${source}、文面${revision}、${language}）`,
  agreed: (language) => `同意された文面（${language}）`,
} satisfies Translated<typeof english.myDataContent>;
