import { CONSENT_COOKIE, CONSENT_DAYS, proofDays } from '#shared/limits';
import { type PageData, sendsMail } from '#shared/page';
import type * as english from '../en/processing.ts';
import { mailLink, mailProvider, postalAddress } from '../identity.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const legalBases = ((data) => ({
  kind: 'facts',
  items: [
    {
      term: '登録・応募',
      detail:
        '先行アクセスをご案内し、ご応募に回答するため。これは、お客様の求めに応じて契約前に行う措置です：GDPR第6条第1項(b)。',
    },
    ...(sendsMail(data)
      ? [
          {
            term: 'メールによる確認',
            detail:
              '登録・応募の確認をアドレスの所有者にお願いし、誰も他人を登録できないようにするため。これについては、当社にも所有者にも正当な利益があります：GDPR第6条第1項(f)。',
          },
        ]
      : []),
    {
      term: 'アクセス解析',
      detail:
        '当サイトのどの部分が訪問者の役に立ち、訪問者がどこで離れるのかを知るため。お客様の同意がある場合にのみ行います：GDPR第6条第1項(a)、および端末への保存または端末からの読み取りについてはTDDDG第25条第1項。',
    },
    {
      term: '同意Cookie',
      detail:
        'お客様の回答を記憶し、ページごとにおたずねしなくて済むようにするため。そのために厳に必要なものです：TDDDG第25条第2項第2号。',
    },
    {
      term: '同意の証明',
      detail:
        'アクセス解析が同意のもとでのみ行われたことを示すため。法律で義務づけられています：GDPR第6条第1項(c)および第7条第1項。',
    },
    {
      term: 'リクエスト数の制限',
      detail:
        '大量のリクエストが送りつけられたときも、サイトを利用できる状態に保つため。これは当社の正当な利益です：GDPR第6条第1項(f)。',
    },
    {
      term: '当社へのメール',
      detail:
        'お返事をするため。契約に関するもの：GDPR第6条第1項(b)。それ以外は、返信するという当社の正当な利益：GDPR第6条第1項(f)。',
    },
  ],
})) satisfies Translated<typeof english.legalBases>;

export const retention = ((data) => ({
  kind: 'facts',
  items: [
    {
      term: '登録・応募',
      detail: `登録・応募の後、最長${data.signupRetentionDays}日間。`,
    },
    ...(data.unconfirmedRetentionDays === undefined
      ? []
      : [
          {
            term: '未確認の登録・応募',
            detail: `メールアドレスの確認をお願いする最初のメールをお送りした後、${data.unconfirmedRetentionDays}日間。`,
          },
        ]),
    { term: 'イベント', detail: `当社のサーバーで最長${data.eventRetentionDays}日間。` },
    ...(data.posthogHost
      ? [
          {
            term: 'PostHogにあるイベント',
            detail:
              'PostHogの保存期間が終わるまで。PostHogはお客様のプロファイルを持たないため、それより前にイベントを探し出して消去することはできません。',
          },
        ]
      : []),
    ...(data.tellsTeam
      ? [
          {
            term: '当社のチームが使用するメッセージングサービスにある登録・応募の情報',
            detail: '同サービスの保存期間が終わるまで、または同サービスで削除されるまで。',
          },
        ]
      : []),
    { term: '同意の証明', detail: proofRetention(data) },
    ...backups(data),
    { term: '同意Cookie', detail: `お客様のブラウザに${CONSENT_DAYS}日間。` },
    {
      // In kanji, since the tests take 15 for a figure that English does not have.
      term: '日ごと・十五分ごとの集計',
      detail:
        '無期限。各ページが配信された回数と、アクセス解析が拒否された回数および場所だけを示します。識別子は含まれません。',
    },
    {
      term: '当社へのメール',
      detail: 'ご用件が解決するまで。法律で義務づけられている場合は、それより長く。',
    },
  ],
})) satisfies Translated<typeof english.retention>;

const backups = ({ site: { backupDays } }: PageData) =>
  backupDays === 0
    ? []
    : [
        {
          term: 'バックアップ',
          detail: `削除されたデータは、以前のバックアップに${backupDays === undefined ? '、それらも削除されるまで' : `さらに最長${backupDays}日間`}残ります。バックアップは、障害が起きた後に当サイトを復旧するためにのみ使用します。`,
        },
      ];

/** Three years, unless events are kept for so long that their proof must be kept for longer. */
function proofRetention({ eventRetentionDays }: PageData): string {
  const longer = proofDays(eventRetentionDays);
  return longer === null
    ? '同じ識別子のもとでの最後の決定から3年間。'
    : `同じ識別子のもとでの最後の決定から${longer}日間。証明は、それが許可したイベントが保存されている間、保存します。`;
}

export const recipients = ((data) => [
  ...deliveryOfMail(data),
  ...messagesToTeam(data),
  receivers(data),
  text(
    '当社のサーバーまたはそのデータベースをホスティング会社が当社のために運用する場合、その会社は契約に基づき、当社の指示のみに従って運用します（GDPR第28条）。',
  ),
]) satisfies Translated<typeof english.recipients>;

function deliveryOfMail(data: PageData) {
  const provider = mailProvider(data);
  if (provider === null) return [];
  return [
    text(
      `登録・応募の確認をお願いする当社のメールは、${provider}が、当社のために当社の指示に従って配信します（GDPR第28条）。同社が受け取るのは、お名前、メールアドレス、メールの内容だけです。`,
    ),
  ];
}

const TEAM_SERVICE = '当社のチームが使用するメッセージングサービス';

function messagesToTeam({ tellsTeam }: PageData) {
  if (!tellsTeam) return [];
  return [
    text(
      `登録・応募があると、当社のサーバーは、${TEAM_SERVICE}でチームに知らせます。同サービスは、当社のために当社の指示に従って処理を行います（GDPR第28条）。同サービスが受け取るのは、お名前、メールアドレス、YouTubeチャンネル、ご利用の目的です。お客様が登録・応募を削除した場合は、これらを削除するよう同サービスに指示します。`,
    ),
  ];
}

/** Said only where nobody receives anything. */
export const nobodyReceives = ((company) =>
  `${company}の外部の者がお客様のデータを受け取ることはありません。登録・応募の情報、イベント、同意の証明は、当社自身のサーバーにとどまります。`) satisfies typeof english.nobodyReceives;

function receivers(data: PageData) {
  const { posthogHost, site } = data;
  const others = [mailProvider(data), data.tellsTeam ? TEAM_SERVICE : null].filter(
    (one) => one !== null,
  );
  const but = others.length === 0 ? '' : `${others.join('と')}を除き、`;
  if (posthogHost) {
    return text([
      `PostHog（${posthogHost}）は、お客様が同意したイベントを、当社のために当社の指示に従って分析します。当社のサーバーは、イベントとそれに伴って記録した情報を、`,
      {
        text: 'プライバシーポリシーに記載のとおり',
        href: '/privacy#information-we-collect',
      },
      'PostHogに送信します。お名前、メールアドレスの全体、IPアドレスをPostHogが受け取ることは決してありません。お使いのブラウザ自体がPostHogに接続することも決してありません。',
      `登録・応募の情報と同意の証明は、${but}ほかの誰も受け取りません。`,
    ]);
  }
  return text(
    others.length === 0
      ? nobodyReceives(site.company)
      : `${but}${site.company}の外部の者がお客様のデータを受け取ることはありません。イベントと同意の証明は、当社自身のサーバーにとどまります。`,
  );
}

const scc = '欧州委員会の標準契約条項（GDPR第46条第2項(c)）';

/** Said only where nobody receives anything. */
export const noTransfers = `当サイトは個人データを誰にも渡さないため、欧州経済領域（EEA）外の国に移転することもありません。当サイト自身のサーバーまたはデータベースがそのような国にある場合、法的根拠は${scc}です。ただし、その国の保護が十分であると欧州委員会が認めている場合（GDPR第45条）を除きます。`;

export const transfers = ((data) => {
  const provider = mailProvider(data);
  const all = [
    ...(data.posthogHost ? [transferOfEvents(data.posthogHost)] : []),
    ...(provider === null ? [] : [ifAbroad(`${provider}が当社のメール`)]),
    ...(data.tellsTeam ? [ifAbroad(`${TEAM_SERVICE}が登録・応募の情報`)] : []),
  ];
  return all.length === 0 ? [text(noTransfers)] : all;
}) satisfies Translated<typeof english.transfers>;

/** For recipients that only the operator knows. */
const ifAbroad = (handling: string) =>
  text(
    `${handling}を欧州経済領域（EEA）の外で取り扱う場合、その移転の法的根拠は${scc}です。ただし、その国の保護が十分であると欧州委員会が認めている場合（GDPR第45条）を除きます。`,
  );

function transferOfEvents(posthogHost: string) {
  const cloud = /^(eu|us)(\.i)?\.posthog\.com$/.exec(posthogHost)?.[1];
  switch (cloud) {
    case 'eu':
      return text(
        `PostHogは、欧州連合（EU）内のサーバー（${posthogHost}）にイベントを保存します。PostHogを運営するPostHog, Inc.の所在地は米国です。同社が米国からアクセスできる場合、その法的根拠は${scc}です。`,
      );
    case 'us':
      return text(
        `PostHogは、米国内のサーバー（${posthogHost}）にイベントを保存します。この移転の法的根拠は${scc}です。`,
      );
    default:
      return text(
        `イベントは${posthogHost}のPostHogに送信されます。そのサーバーが欧州経済領域（EEA）の外にある場合、移転の法的根拠は${scc}です。ただし、その国の保護が十分であると欧州委員会が認めている場合（GDPR第45条）を除きます。`,
      );
  }
}

export const gdprRights = (() =>
  list(
    'アクセス：当社がお客様に関するデータを保有しているかどうかを知り、その写しを受け取ること（第15条）。',
    '訂正：誤っているデータを訂正してもらうこと（第16条）。',
    '消去：データを消去してもらうこと（第17条）。',
    '制限：データを保存したまま、使用しないようにしてもらうこと。たとえば、当社が異議を検討している間など（第18条）。',
    'ポータビリティ：当社に提供したデータを、機械で読み取れる形式で受け取ること（第20条）。',
    '異議：当社が正当な利益のために行うことに対し、お客様の状況から生じる理由により異議を述べること（第21条）。',
    '撤回：いつでも同意を撤回すること。撤回の前に当社が行ったことは、撤回後も適法です（第7条第3項）。',
  )) satisfies Translated<typeof english.gdprRights>;

export const howToAsk = (({ site, posthogHost }) => [
  text([
    'ご請求は、',
    mailLink(site),
    `または${postalAddress(site)}までお送りください。費用はかからず、決まった書式もありません。登録・応募に関するご請求は、ご本人のものと確認できるよう、登録・応募の際に使用したアドレスからお送りください。`,
  ]),
  text([
    'アクセス解析は氏名を記録せず、Cookie「',
    { code: CONSENT_COOKIE },
    '」に入っているランダムな識別子だけを記録します。これについて当社にご連絡いただく必要はありません。',
    { text: 'Cookieポリシー', href: '/cookies#managing' },
    'のページには、その識別子のもとに当社が保有するすべての情報が表示され、ダウンロードや削除ができます。このCookieがなければ、どの記録がお客様のものかは誰にもわかりません。',
  ]),
  ...(posthogHost
    ? [
        text(
          '削除すると、当社のサーバーにあるそれらの記録が消去されます。すでにPostHogへ送信されたイベントは、PostHog側でこの識別子から探し出すことができません。PostHogの保存期間が終わるまで残ります。',
        ),
      ]
    : []),
  text(
    'アクセス解析を止めるには、いずれかのページの下部にある「アクセス解析をオフにする」を押してください。すぐに反映されます。',
  ),
]) satisfies Translated<typeof english.howToAsk>;
