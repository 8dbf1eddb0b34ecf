import type * as english from '../en/info.ts';
import type { Translated } from '../translated.ts';

export const contentsLabel = 'このページの内容';

export const binding = {
  own: 'この版が正文です。翻訳版は参考用です。',
  english: {
    text: 'この翻訳は参考用です。',
    link: '正文は英語版です。',
  },
  german: {
    text: 'ドイツ法は、この表示をドイツ語で行うことを求めています。',
    link: '正文はドイツ語版です。',
  },
} satisfies Translated<typeof english.binding>;
