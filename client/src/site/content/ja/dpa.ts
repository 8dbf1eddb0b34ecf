import { type PageData, sendsMail } from '#shared/page';
import type * as english from '../en/dpa.ts';
import { mailLink, mailProvider, postalAddress } from '../identity.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = ((data) => {
  const { site } = data;
  return {
    heading: 'データ処理契約',
    lead: `${site.brand}で吹き替える動画に人の姿や名前が含まれる場合、お客様はその個人データを当社に委ねることになります。GDPR第28条に基づくこの契約は、当社がそのデータをどう扱うかを定めます。`,
    sections: [
      {
        id: 'roles',
        heading: '管理者と処理者',
        blocks: [
          text(
            `何を、なぜ吹き替えるかを決めるのはお客様であるため、お客様が管理者です。当社（${postalAddress(site)}）は、お客様の指示に従い、お客様のために吹き替えを行うため、処理者です。この契約は、お客様の${site.brand}への参加が認められた時に当社との契約の一部となり、その契約とともに終了します。`,
          ),
          text([
            `登録・応募${sendsMail(data) ? 'や、その確認をお願いするメール（GDPR第6条第1項(f)）' : ''}など、このウェブサイト自体のデータについては、当社が管理者です。これについては`,
            { text: 'プライバシーポリシー', href: '/privacy' },
            'に定めています。',
          ]),
        ],
      },
      {
        id: 'processing',
        heading: '処理の内容',
        blocks: [
          {
            kind: 'facts',
            items: [
              {
                term: '対象',
                detail: 'お客様がアップロードした動画の翻訳と音声合成。',
              },
              {
                term: 'データの種類',
                detail:
                  '動画の中の声、顔、名前、そのほか見えるもの、聞こえるもの、話されることすべて。',
              },
              {
                term: '対象となる人',
                detail: '動画の中で話す人、映っている人、話題にされる人。',
              },
              {
                term: '期間',
                detail:
                  '処理に要する間。アップロードされたコンテンツは、通常、処理の完了後30日以内に削除されます。',
              },
              {
                term: '場所',
                detail: 'お客様が同意し、かつGDPR第5章が認める場所のみ。',
              },
            ],
          },
        ],
      },
      {
        id: 'duties',
        heading: '当社の義務',
        blocks: [
          list(
            '当社は、お客様が書面で指示したとおりにのみデータを処理します。ご注文の吹き替えも、この指示に含まれます。指示が法律に反すると考える場合は、お客様にお知らせします。',
            'データを扱う者は全員、守秘義務を負います。',
            '声は、音声を合成するために処理します。誰かを特定するために処理することは決してありません。',
            '権利を行使する方にお客様が回答できるよう、当社が支援します。影響評価の実施や当局への対応など、そのほかのお客様の義務についても支援します（第32条から第36条）。',
            '作業が終わったら、データを削除します。ご要望があれば、その前に返却します。',
            '当社がこの契約を守っていることを示すために必要なものを提供し、お客様による監査を受け入れます。',
          ),
        ],
      },
      {
        id: 'security',
        heading: '安全管理',
        blocks: [
          text('当社は、GDPR第32条が求める措置を講じます。特に次のとおりです：'),
          list(
            'データは通信時に暗号化されます。',
            'アクセスできるのは、業務上必要な者だけです。',
            'お客様の動画の内容をログに書き込むことは決してありません。',
            '不要になったデータは削除します。',
          ),
          text(
            '当社は、技術水準に応じてこれらの措置を改善することができます。技術水準を下回ることは認められません。',
          ),
        ],
      },
      {
        id: 'subprocessors',
        heading: '復処理者（サブプロセッサー）',
        blocks: [
          text(subprocessorsOf(data)),
          text(
            '新たに復処理者を用いる場合は、お客様が異議を述べられるよう、事前にお知らせします。当社は、いずれの復処理者にも契約で同じ義務を負わせ、その行為について責任を負います。',
          ),
        ],
      },
      {
        id: 'breaches',
        heading: 'データ侵害',
        blocks: [
          text(
            '当社がお客様のために処理する個人データが、規則に反して失われ、開示され、または変更された場合、当社はそれを知った後、不当に遅滞することなくお客様にお知らせします。その際、何が起きたか、誰のどれだけのデータが影響を受けるか、どのような結果が予想されるか、当社がどう対処しているかをお伝えします。これによりお客様には、ご自身で監督機関に通知する時間が残ります。この通知は72時間以内に行う必要があります（第33条）。',
          ),
        ],
      },
      {
        id: 'contact',
        heading: 'お問い合わせ',
        blocks: [
          text(['署名入りの写し、ご指示、ご質問は、', mailLink(site), 'までご連絡ください。']),
          text([
            'お客様と当社との間に適用されるそのほかの条件は、',
            { text: '利用規約', href: '/terms' },
            'をご覧ください。',
          ]),
        ],
      },
    ],
  };
}) satisfies Translated<typeof english.content>;

/** Said only where nobody receives anything. */
export const noSubprocessors = 'いません。';

function subprocessorsOf(data: PageData): string {
  const provider = mailProvider(data);
  const named = [
    data.posthogHost
      ? `PostHog（${data.posthogHost}）が、このウェブサイトの訪問者のうち同意した方の利用イベントを分析します。`
      : null,
    provider &&
      `このウェブサイトでの登録・応募の確認をお願いするメールを、${provider}が配信します。`,
    data.tellsTeam
      ? '当社のチームが使用するメッセージングサービスが、このウェブサイトでの登録・応募の際に入力された内容を受け取ります。'
      : null,
  ].filter((one) => one !== null);
  if (named.length === 0) return noSubprocessors;
  return [
    ...named,
    'アップロードされたコンテンツを第三者に渡すことはありません。',
    'ほかに復処理者はいません。',
  ].join('');
}
