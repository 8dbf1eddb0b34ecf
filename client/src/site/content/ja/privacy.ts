import type { EventName } from '#shared/events';
import { CONSENT_COOKIE, CONSENT_DAYS } from '#shared/limits';
import { type PageData, sendsMail } from '#shared/page';
import type * as english from '../en/privacy.ts';
import { mailLink, phoneLink, postalAddress } from '../identity.ts';
import { type Inline, list, subheading, text } from '../info-content.ts';
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
  heading: 'プライバシーポリシー',
  lead: '当サイトは、身元を明かすことなく、すべてお読みいただけます。ここでの操作を計測するのは、お客様が同意した場合に限ります。入力された内容は、その入力の目的にのみ使用します。',
  updated: '最終更新日：2025年6月15日',
  sections: [
    {
      id: 'introduction',
      heading: 'はじめに',
      blocks: [
        text(
          `このポリシーは、このウェブサイトが個人データをどう扱うか、つまり何を、なぜ、どれだけの期間保存し、誰が受け取るかを説明します。これらのデータについて責任を負う者（GDPRの「管理者」）は、${postalAddress(data.site)}です。`,
        ),
        text([
          `このポリシーは、このウェブサイトを対象とします。${data.site.brand}で吹き替える動画については、`,
          { text: '利用規約', href: '/terms' },
          'と',
          { text: 'データ処理契約', href: '/dpa' },
          'をご覧ください。',
        ]),
      ],
    },
    {
      id: 'information-we-collect',
      heading: '収集する情報',
      blocks: [...personalData(data), ...usageData, ...technicalData, ...contentData],
    },
    {
      id: 'use',
      heading: '情報の使い方',
      blocks: [
        text('データは次の目的に使用します。それぞれに法的根拠があります：'),
        legalBases(data),
        text(
          '当社は、お客様のデータを販売せず、広告を表示せず、お客様に関する決定を機械に委ねません。',
        ),
      ],
    },
    { id: 'recipients', heading: '情報を受け取る者', blocks: recipientsAndTransfers(data) },
    { id: 'retention', heading: '保存期間', blocks: [retention(data)] },
    { id: 'security', heading: '安全管理', blocks: security(data) },
    {
      id: 'rights',
      heading: 'お客様の権利',
      blocks: [
        gdprRights(),
        ...howToAsk(data),
        text([
          'データ保護監督機関に苦情を申し立てることもできます。お客様の権利について詳しくは、',
          { text: 'GDPRに関するお知らせ', href: '/gdpr' },
          'を、カリフォルニア州にお住まいの場合は',
          { text: 'CCPAに関するお知らせ', href: '/ccpa' },
          'もご覧ください。',
        ]),
      ],
    },
    {
      id: 'cookies',
      heading: 'Cookie',
      blocks: [
        text([
          '当サイトがお客様に対して設定するCookieは1つだけで、選択していただいた後に限ります。その内容は',
          { text: 'Cookieポリシー', href: '/cookies' },
          'に記載しており、選択もそこで変更できます。当社が質問を変更した場合は、改めておたずねします。',
        ]),
      ],
    },
    {
      id: 'contact',
      heading: 'お問い合わせ',
      blocks: [
        text([
          'このポリシーについてのご質問は、',
          mailLink(data.site),
          '、',
          phoneLink(data.site),
          `、または郵便で${postalAddress(data.site)}までお寄せください。`,
        ]),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;

const personalData = (data: PageData) =>
  [
    subheading('個人データ'),
    text(
      'ウェイトリストに登録するか、ベータ版に応募された場合、フォームに入力された次の内容を保存します：',
    ),
    list(
      'お名前とメールアドレス',
      'YouTubeチャンネル（記入された場合）',
      'ご利用の目的（ベータ版にのみ必要です）',
      'ウェイトリストとベータ版のどちらを、いつ選んだか',
      'ページの言語',
    ),
    ...(sendsMail(data)
      ? [
          text(
            'その後、そのアドレスに、確認をお願いするメールをお送りします。当社は、確認された日時と、お使いのメールサーバーがメールを受け付けなかった場合はその応答を保存します。このメールには隠し画像がなく、開封したかどうかも記録しません。メールのリンクはいずれも当サイトのもので、そのうちの1つから登録・応募を削除できます。',
          ),
        ]
      : []),
    text([
      '入力は義務ではありませんが、お名前とメールアドレスがなければリストに登録できません。',
      { text: 'お問い合わせページ', href: '/contact' },
      'のフォームは、当社に何も送信しません。お使いのメールソフトを開くだけです。そこからメールをお送りいただくと、当社がそのメールを受け取ります。',
    ]),
  ] as const;

/** What is recorded of each event. */
const RECORDED: Record<EventName, Inline> = {
  scroll: [
    'トップページをどこまでスクロールしたか：25、50、75、90、100パーセントのいずれか（',
    { code: 'percent_scrolled' },
    '）',
  ],
  section_view: [
    'トップページのどのセクションを表示したか：hero、pipeline、benefits、signupのいずれか（',
    { code: 'section_name' },
    '）',
  ],
  button_click: [
    'どの登録ボタンを押したか（',
    { code: 'button_name' },
    '）、その場所がヘッダー、冒頭部分、メニューのどれか（',
    { code: 'click_location' },
    '）',
  ],
  form_submit: [
    '登録フォームが送信されたこと：どのフォームか（',
    { code: 'form_type' },
    '）、成功、重複、失敗のどれか（',
    { code: 'event_label' },
    '）、メールアドレスのドメイン（',
    { code: 'email_domain' },
    '）',
  ],
};

const usageData = [
  subheading('利用データ'),
  text(
    '次のイベントは、お客様がアクセス解析に同意した場合に限り、その時点から後にのみ記録します：',
  ),
  {
    kind: 'facts',
    items: Object.entries(RECORDED).map(([term, detail]) => ({ term, detail })),
  },
  text(
    'ドメインとは、アドレスの@の後の部分です。個人用ドメインの所有者など、ドメインから個人を特定できる場合があります。アドレスの全体がイベントに含まれることは決してありません。',
  ),
  text('各イベントとともに、次のことを記録します：'),
  list(
    '時刻と、2つのランダムな識別子。1つは同意Cookieのもの、もう1つはページを閉じるまで有効なもの',
    'ページのパス（その後に続くクエリは含みません）とページの言語',
    '当サイトへのリンク元であるサイトのホスト名',
    [
      'そのリンクに含まれるキャンペーン情報（',
      { code: 'utm_source' },
      '、',
      { code: 'utm_medium' },
      'および',
      { code: 'utm_campaign' },
      '、さらに',
      { code: 'utm_term' },
      'または',
      { code: 'utm_content' },
      '）',
    ],
    'ウィンドウの大きさが小・中・大のどれか',
  ),
  text(
    '同意がない場合、サーバーは、各ページを配信した回数を十五分ごとに数え、ページの閲覧、同意の拒否、登録をした訪問者の数を、IPアドレスごとに一日一回として数えるだけです。この集計には、識別子もアドレスも含まれません。',
  ),
] as const;

const technicalData = [
  subheading('技術データ'),
  text(
    'リクエストのたびに、お使いのブラウザはIPアドレスとブラウザ自身の識別情報（ユーザーエージェント）を送信します。当サイトは、そのどちらもテーブルやログに書き込まず、どちらも他者に渡しません。大量のリクエストからサイトを守るため、サーバーはIPアドレスごとにリクエストを数えます。これはメモリー上でのみ、アドレスのハッシュを用いて行います。ハッシュの鍵は起動のたびに作られ、保存されることはありません。サーバーは、接続が開いている間ハッシュを保持し、その後24時間以内に削除します。',
  ),
  text([
    'アクセス解析についての質問への回答は、Cookie「',
    { code: CONSENT_COOKIE },
    `」に${CONSENT_DAYS}日間保存します。許可した場合、または後で撤回した場合、サーバーはその決定を証明として保存します。証明には、ランダムな識別子、決定の内容と日時、表示された文面と言語が含まれます。また、どこをクリックしたか、ブラウザがGlobal Privacy Controlを送信したかどうかも含まれます。拒否し、それまでに許可したこともない場合、サーバーは、その拒否を十五分ごと、クリックした場所ごとに数えるだけです。`,
  ]),
  text(
    'お使いのブラウザがGlobal Privacy Controlシグナルを送信している場合は、拒否とみなします。おたずねせず、お客様の操作を何も計測せず、端末に何も保存しません。',
  ),
] as const;

const contentData = [
  subheading('コンテンツデータ'),
  text(
    'このウェブサイトには何もアップロードできません。このウェブサイトが保存するお客様のコンテンツは、登録フォームに記入された内容だけです。',
  ),
  text([
    '吹き替えのために当社に渡された動画は、引き続きお客様のものです。アップロードされたコンテンツは、通常、処理の完了後30日以内に削除されます。',
    { text: '利用規約', href: '/terms#content' },
    'にも同じことを定めています。',
  ]),
] as const;

const recipientsAndTransfers = (data: PageData) =>
  [
    ...recipients(data),
    ...transfers(data),
    text(
      'ご覧になっている間、お使いのブラウザが接続するのは当サイトだけです。フォント、画像、スクリプトは、すべて当社自身のサーバーから配信されます。',
    ),
  ] as const;

const security = ({ site }: PageData) =>
  [
    list(
      ...(site.url.startsWith('https:')
        ? ['すべてのページとフォームは、通信時に暗号化されます（TLS）。']
        : []),
      '当サイトは、ほかのものを読み込まず、ほかのどこにも接続しないよう、ブラウザに指示しています。これにより、外部のコードの侵入を防ぎます。',
      '訪問者は、登録・応募を追加できます。当社のサーバーでは、当社だけが持つ鍵がなければ、誰もそれを読み、一覧にし、または変更することはできません。',
      '保存していないものは漏れません。IPアドレス、ブラウザの識別情報、メールアドレスは、どのログにも含まれません。',
    ),
    text(
      'あらゆる攻撃に対して安全なシステムはありません。データ侵害によってお客様に高いリスクが生じる場合は、お知らせします。',
    ),
  ] as const;
