import type { EventName } from '#shared/events';
import type { PageData } from '#shared/page';
import type * as english from '../en/ccpa.ts';
import { mailLink, mailProvider, phoneLink } from '../identity.ts';
import { list, text } from '../info-content.ts';
import type { Translated } from '../translated.ts';
import { howToAsk, retention } from './processing.ts';

/** What is recorded of each event. */
const RECORDED: Record<EventName, string> = {
  scroll: 'スクロールの到達位置',
  section_view: '表示したセクション',
  button_click: '押した登録ボタン',
  form_submit: 'フォームの送信結果とメールアドレスのドメイン',
};

/** Said only where nobody receives anything. */
export const noServiceProviders =
  'ほかの会社がこれらを受け取ることはありません。ただし、当社のためにサーバーを運用する会社がある場合を除きます。そのような会社はサービスプロバイダーであり、契約によりそれ以外の使用を禁じられています。';

function serviceProviders(data: PageData) {
  const mail = mailProvider(data);
  const named = [
    data.posthogHost
      ? `PostHogが、${data.posthogHost}で、インターネット上の活動を当社のために分析します。`
      : null,
    mail &&
      `${mail}が、お名前とメールアドレスを受け取り、登録・応募の確認をお願いする当社のメールを配信します。`,
    data.tellsTeam
      ? '当社のチームが使用するメッセージングサービスが、登録・応募の際にご入力いただいた内容（お名前、メールアドレス、ご利用の目的、YouTubeチャンネル）を受け取ります。'
      : null,
  ].filter((one) => one !== null);
  return named.length === 0
    ? [text(noServiceProviders)]
    : [
        text(
          '次のサービスプロバイダーが、その一部を受け取ります。いずれも、契約によりほかの目的での使用を禁じられています。',
        ),
        list(...named),
      ];
}

export const content = ((data) => ({
  heading: 'カリフォルニア州にお住まいの方へのお知らせ',
  lead: 'カリフォルニア州消費者プライバシー法（CCPA）は、知る権利、削除を求める権利、オプトアウトの権利、差別を受けない権利を定めています。当社は、ご請求があればどなたに対しても、これらの権利を尊重します。',
  sections: [
    {
      id: 'know',
      heading: '知る権利',
      blocks: [
        text(
          'お客様に関するどの個人情報を当社が収集したか、それをどこから得て、何のために使い、誰が受け取ったかをおたずねいただけます。写しを求めることもできます。当社は次の種類の情報を収集しており、過去12か月間も同様です：',
        ),
        {
          kind: 'facts',
          items: [
            {
              term: '識別子',
              detail:
                '登録・応募された場合は、お名前とメールアドレス。アクセス解析を許可された場合は、Cookieに入ったランダムな識別子。',
            },
            {
              term: 'インターネット上の活動',
              detail: `アクセス解析を許可された場合のみ：${Object.values(RECORDED).join('、')}、および当サイトへのアクセス経路。`,
            },
            {
              term: 'ご記入の内容',
              detail: '入力された場合は、ご利用の目的とYouTubeチャンネル。',
            },
            {
              term: '機微情報',
              detail: 'ありません。',
            },
          ],
        },
        text([
          'これらはすべて、お客様ご本人またはお使いのブラウザから得たものです。先行アクセスのご案内、ご応募への回答、そしてお客様の同意がある場合は当サイトの改善に使用します。詳しくは',
          { text: 'プライバシーポリシー', href: '/privacy' },
          'をご覧ください。',
        ]),
        ...serviceProviders(data),
        text('保存期間は次のとおりです：'),
        retention(data),
      ],
    },
    {
      id: 'delete',
      heading: '削除を求める権利',
      blocks: [
        text(
          '当社が保有するお客様の情報を削除するよう、また誤りを訂正するよう求めることができます。削除の後に当社が保存するのは、同意の証明など、法律で義務づけられているものだけです。その場合は、お客様にお知らせします。',
        ),
      ],
    },
    {
      id: 'opt-out',
      heading: 'オプトアウトの権利',
      blocks: [
        text(
          '当社は、成人のものであれ未成年者のものであれ個人情報を販売せず、サイトをまたぐ広告のために共有することもありません。過去12か月間にも行っていません。オプトアウトの対象がないため、当サイトにそのためのリンクはありません。',
        ),
        text(
          'それでも当社は、Global Privacy Controlシグナルを尊重します。お使いのブラウザがこれを送信している場合、アクセス解析についておたずねせず、お客様の操作を何も計測せず、端末に何も保存しません。',
        ),
        text([
          'アクセス解析は、許可していただくまでオフです。各ページの下部、または',
          { text: 'Cookie設定', href: '/cookies#managing' },
          'で、再びオフにすることができます。',
        ]),
      ],
    },
    {
      id: 'non-discrimination',
      heading: '差別を受けない権利',
      blocks: [
        text(
          'これらの権利を行使したことを理由に、お客様を差別することはありません。ページも、ウェイトリストも、価格も、割引も、ほかのすべての方と同じです。',
        ),
      ],
    },
    {
      id: 'requests',
      heading: 'ご請求の方法と回答の時期',
      blocks: [
        ...howToAsk(data),
        list(
          'ご請求には45日以内に回答します。',
          '代理の方が請求することもできます。その場合は、お客様ご自身のアドレスから送られた、書面による許可が必要です。',
        ),
        text([
          'ご質問は、',
          mailLink(data.site),
          'または',
          phoneLink(data.site),
          'までお寄せください。',
        ]),
      ],
    },
  ],
})) satisfies Translated<typeof english.content>;
