import type * as english from '../en/contact.ts';
import { mailLink, phoneLink, postalAddress } from '../identity.ts';
import { text } from '../info-content.ts';
import type { Translated } from '../translated.ts';

export const content = (({ site }) => ({
  heading: 'お気軽にご連絡ください',
  lead: `${site.brand}のこと、ベータ版のこと、お客様のデータのこと、そのほか何でも。メール、電話、郵便でお問い合わせください。`,
  sections: [
    {
      id: 'details',
      heading: '連絡先',
      blocks: [
        {
          kind: 'facts',
          items: [
            { term: 'サポート用メール', detail: [mailLink(site)] },
            { term: '電話', detail: [phoneLink(site)] },
            { term: '郵送先', detail: postalAddress(site) },
          ],
        },
        text([
          '法律に基づく表示は、',
          { text: '運営者情報', href: '/impressum' },
          'をご覧ください。',
        ]),
      ],
    },
    {
      id: 'message',
      heading: 'メッセージを書く',
      blocks: [{ kind: 'widget', widget: 'contact-form' }],
    },
  ],
})) satisfies Translated<typeof english.content>;

export const contactFormContent = {
  labels: {
    name: 'お名前（フルネーム）',
    email: 'メールアドレス',
    subject: '件名',
    message: 'メッセージ',
  },
  submit: 'メッセージを送信',
  note: 'このページ自体は何も送信しません。お使いのメールソフトが、メッセージの入った状態で開きます。送信はそちらから行ってください。',
  noScript: (address) =>
    `このフォームでメールソフトを開くには、JavaScriptが必要です。${address}へ直接メールをお送りいただくこともできます。`,
  opened:
    'メールソフトが開き、メッセージが入力されているはずです。開かない場合は、メッセージをコピーして次の宛先にお送りください：',
  tooLong:
    'このメッセージは、多くのメールソフトには長すぎます。途中で切れたり、ソフトが開かなかったりします。ここでコピーしてメールに貼り付け、次の宛先にお送りください：',
  copy: 'メッセージをコピー',
  copied: 'メッセージをコピーしました。',
  notCopied:
    'ブラウザがコピーをブロックしました。メッセージを選択した状態にしたので、ご自分でコピーできます。',
} satisfies Translated<typeof english.contactFormContent>;
