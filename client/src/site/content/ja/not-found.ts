import type * as english from '../en/not-found.ts';
import type { Translated } from '../translated.ts';

export const notFoundContent = {
  code: '404',
  heading: 'おっと、ページが見つかりません',
  text: 'このトラックには何も入っていません。ページが移動したか、アドレスに入力ミスがあるのかもしれません。',
  home: 'トップページへ戻る',
  alsoLabel: 'または、こちらへ',
} satisfies Translated<typeof english.notFoundContent>;
