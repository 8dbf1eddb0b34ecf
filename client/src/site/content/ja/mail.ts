import type * as english from '../en/mail.ts';
import type { Translated } from '../translated.ts';
import { signupContent } from './signup.ts';

export const mailPages = {
  confirm: {
    heading: 'メールアドレスの確認',
    text: '入力された内容はこちらでお間違いありませんか。ボタンを押すと、お申し込みが有効になります。お心当たりがない場合は、このページを閉じて、当社からのメールは無視してください。',
    button: 'メールアドレスを確認する',
  },
  confirmed: {
    heading: 'メールアドレスを確認しました',
    text: 'ありがとうございます。お知らせできることがありしだい、ご連絡します。',
  },
  already: {
    heading: 'メールアドレスは確認済みです',
    text: 'ほかにしていただくことはありません。お知らせできることがありしだい、ご連絡します。',
  },
  expired: {
    heading: 'このリンクは期限切れです',
    text: 'リンクの有効期間は7日間です。新しいリンクをお送りすることができます。',
    button: '新しいメールを受け取る',
  },
  removed: {
    heading: 'このお申し込みはもうありません',
    text: 'すでに削除されているため、確認するものはありません。よろしければ、もう一度お申し込みください。',
  },
  unknown: {
    heading: 'このリンクは認識できません',
    text: 'お申し込みがすでに削除されているか、リンクの一部が欠けている可能性があります。',
  },
  'sent-again': {
    heading: '新しいメールをお送りしています',
    text: 'メールを開いて、ボタンを押してください。届くまでに数分かかることがあります。',
  },
  'too-soon': {
    heading: '現在、これ以上メールをお送りできません',
    text: '前回のメールはまだ送信待ちです。数時間かかることがあります。1つのアドレスにお送りするメールは、1日3通までです。迷惑メールフォルダーもご確認ください。',
    writeTo: ['見つからない場合は、', 'までご連絡ください。'],
  },
  'no-mail': {
    heading: 'メールアドレスの確認は不要になりました',
    text: '現在、確認のメールはお送りしていません。お申し込みは、確認がなくても有効です。',
  },
  leave: {
    heading: 'お申し込みの削除',
    text: 'ボタンを押すと、お名前、メールアドレス、そのほか入力された内容をすべて削除します。',
    button: 'お申し込みを削除する',
  },
  left: {
    heading: 'お申し込みを削除しました',
    text: '入力された内容をすべて削除しました。',
  },
} satisfies Translated<typeof english.mailPages>;

export const mailPageText = {
  title: (heading, brand) => `${heading} · ${brand}`,
  legal: '規約・法的情報',
  toHome: 'トップページへ',
  kind: 'お申し込み',
  youtubeChannel: 'YouTubeチャンネル',
} satisfies Translated<typeof english.mailPageText>;

export const confirmMessageContent = ((input) => {
  const { site, name, signupType, unconfirmedRetentionDays } = input;
  const { brand, company, address, email } = site;
  const { host } = new URL(site.url);
  const { benefitsTitle, benefits } = signupContent.tabs[signupType];
  const isBeta = signupType === 'beta';
  return {
    subject: `${brand}：メールアドレスの確認をお願いします`,
    greeting: name === '' ? 'こんにちは。' : `${name} 様`,
    why: isBeta
      ? `${brand}です。${host}で、このアドレスを使ってベータ版への応募がありました。ご本人によるものでしたら、確認をお願いします。`
      : `${brand}です。${host}で、このアドレスを使ってウェイトリストへの登録がありました。ご本人によるものでしたら、確認をお願いします。`,
    ask: isBeta
      ? 'ご応募の内容は、アドレスの確認が済んでから拝見します。'
      : 'ご登録は、アドレスの確認が済むと有効になります。',
    button: 'メールアドレスを確認する',
    code: 'または、お申し込みになったページで次のコードを入力してください：',
    valid: 'ボタンとコードの有効期間は7日間です。',
    benefitsTitle,
    benefits,
    ignore: `心当たりがない場合は、このメールを無視してください。確認されていないお申し込みは、最初のメールから${unconfirmedRetentionDays}日後に削除します。それまでにこのアドレスへお送りするメールは、1日3通までです。`,
    leave: '今すぐお申し込みを削除する',
    sender: [
      company,
      address.street,
      `${address.postalCode} ${address.city}`,
      address.country,
      email,
    ],
  };
}) satisfies Translated<typeof english.confirmMessageContent>;
