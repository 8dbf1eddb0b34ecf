import type { SignupProblems } from '#shared/signups';
import type * as english from '../en/signup.ts';
import type { Translated } from '../translated.ts';

const MESSAGE =
  '確認メールをお送りしています。メール内のボタンを押すか、記載のコードをここに入力して、メールアドレスの確認を完了してください。混雑時は数時間かかることがあります。';

const callSheetTerms = {
  signedUpFor: 'お申し込みの内容',
  get: '特典',
  next: '今後の流れ',
};

const benefits = {
  notifyme: [
    'リリースをいち早くお知らせ',
    '登録者限定の早期割引25%',
    '優先的な導入サポート',
    'リリース時のウェビナーへの参加',
  ],
  beta: [
    'ベータ期間中は無料',
    'リリース後は永年50%\u2060割引',
    'フィードバックを直接届ける窓口',
    '機能リクエストの優先受付',
    '創設ユーザーとしての認定',
  ],
} as const;

export const signupContent = {
  tabsLabel: 'どのように始めますか？',
  tabs: {
    notifyme: {
      label: 'ウェイトリスト',
      offer: '無料 · リリース時25%\u2060割引',
      benefitsTitle: '先行アクセスの特典',
      benefits: benefits.notifyme,
      submit: '通知を受け取る',
    },
    beta: {
      label: 'ベータ版',
      offer: '応募制 · 永年50%割引',
      benefitsTitle: 'プレミアム特典',
      benefits: benefits.beta,
      submit: 'ベータ版に応募する',
    },
  },
  labels: {
    name: 'お名前',
    email: 'メールアドレス',
    youtubeChannel: 'YouTubeチャンネル（任意）',
    useCase: 'ご利用の目的',
  },
  submitting: '送信中…',
  noScript: 'このフォームの送信にはJavaScriptが必要です。',
  requiredNote: '「*」の付いた項目は必須です。',
  note: {
    purpose: 'ご入力いただいた内容は、先行アクセスのご案内と、ご応募への回答にのみ使用します。',
    stays: '内容は当社自身のサーバーにとどまります。',
    kept: '内容は当社自身のサーバーに保存します。',
    team: '当社のチームが使用するメッセージングサービスも、この内容を受け取ります。',
    mail: (provider) =>
      `ご本人のアドレスかどうかを確認するため、${provider ? `${provider}を通じて` : ''}このアドレスにメールをお送りします（GDPR第6条第1項(f)）。`,
    analytics: (host) =>
      `アクセス解析を許可された場合、PostHog（${host}）がメールアドレスのドメインを受け取ります。`,
  },
  privacyLink: { label: 'プライバシーポリシー', path: '/privacy' },
  code: {
    label: 'メールに記載のコード',
    submit: '確認する',
    submitting: '確認中…',
    outcomes: {
      confirmed: 'メールアドレスを確認しました。',
      wrong: 'コードが違います。最新のメールに記載の6桁の数字を入力してください。',
      gone: 'このコードは期限が切れたか、入力回数の上限に達しました。メール内のボタンを押してください。',
      error: '問題が発生しました。時間をおいて、もう一度お試しください。',
    },
    tries: (left) => `あと${left}回入力できます。`,
  },
  toasts: {
    success: {
      notifyme: {
        title: '登録が完了しました！',
        text: 'ウェイトリストに登録しました。限定割引つきの先行アクセスを、どうぞお楽しみに！',
      },
      beta: {
        title: '応募が完了しました！',
        text: 'ベータ版へのご応募を受け付けました。限定アクセスの詳細を、まもなくご連絡します。',
      },
    },
    duplicate: {
      title: '登録済みです',
      text: 'このメールアドレスはすでに登録されています。ご関心をお寄せいただき、ありがとうございます！',
    },
    error: {
      title: '問題が発生しました',
      text: '時間をおいて、もう一度お試しください。',
    },
    mail: '確認メールをお送りしています。メール内のボタンを押して、メールアドレスの確認を完了してください。',
  },
  callSheet: {
    label: '香盤表',
    success: {
      notifyme: {
        title: 'リストに登録しました',
        rows: [
          {
            term: callSheetTerms.signedUpFor,
            details: ['ウェイトリストへの登録です。無料です。'],
          },
          { term: callSheetTerms.get, details: benefits.notifyme },
          {
            term: callSheetTerms.next,
            details: [
              'リリース時にメールでお知らせします。それまで、していただくことはありません。',
            ],
            byMail: [MESSAGE, 'その後は、リリース時にメールでお知らせします。'],
          },
        ],
      },
      beta: {
        title: 'ご応募を受け付けました',
        rows: [
          {
            term: callSheetTerms.signedUpFor,
            details: ['ベータ版への参加です（応募制）。'],
          },
          { term: '参加決定後の特典', details: benefits.beta },
          {
            term: callSheetTerms.next,
            details: ['ご応募の内容を拝見したうえで、アクセスの詳細をご連絡します。'],
            byMail: [
              MESSAGE,
              'その後、ご応募の内容を拝見したうえで、アクセスの詳細をご連絡します。',
            ],
          },
        ],
      },
    },
    duplicate: {
      title: '登録済みです',
      rows: [
        {
          term: 'メールアドレス',
          details: [
            'このメールアドレスはすでに登録されています。ご関心をお寄せいただき、ありがとうございます！',
          ],
        },
        {
          term: callSheetTerms.get,
          details: ['最初のお申し込みでお約束した内容です。今も有効です。'],
        },
        {
          term: callSheetTerms.next,
          details: ['ウェイトリストからベータ版への変更などをご希望の場合は、ご連絡ください。'],
        },
      ],
    },
    contact: { label: 'お問い合わせ', path: '/contact' },
  },
} as const satisfies Translated<typeof english.signupContent>;

export const signupProblems = {
  nameRequired: 'お名前をフルネームで入力してください',
  emailRequired: 'メールアドレスを入力してください',
  emailInvalid: '有効なメールアドレスを入力してください',
  useCaseRequired: 'ご利用の目的と、必要な吹き替えの内容を入力してください',
  tooLong: (max) => `${max.toLocaleString('ja')}文字以内で入力してください`,
} satisfies SignupProblems;
