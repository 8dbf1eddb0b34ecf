import type { DubLanguage } from '#shared/dub-languages';

/** How the first half of the line, "You can hear it in her voice", becomes the chosen words of a language. */
export interface Alignment {
  /** What the pipeline does not choose: the words of the original one by one. */
  literal: string;
  /** Which word of the original becomes which word of the dubbed line, both counted from 0. */
  pairs: readonly (readonly [from: number, to: number])[];
}

export const alignments: Readonly<Record<DubLanguage, Alignment>> = {
  de: {
    literal: 'Du kannst es hören in ihrer Stimme:',
    pairs: [
      [0, 0],
      [2, 1],
      [3, 2],
      [5, 3],
      [6, 4],
      [2, 5],
    ],
  },
  es: {
    literal: 'Tú puedes oírlo en su voz:',
    pairs: [
      [0, 0],
      [5, 1],
      [2, 2],
      [4, 3],
      [6, 4],
      [6, 5],
    ],
  },
  fr: {
    literal: 'Vous pouvez entendre cela dans sa voix\u00a0:',
    pairs: [
      [0, 0],
      [2, 1],
      [3, 1],
      [4, 2],
      [5, 3],
      [6, 4],
    ],
  },
  pt: {
    literal: 'Você pode ouvir isso em sua voz:',
    pairs: [
      [1, 0],
      [1, 1],
      [2, 2],
      [4, 3],
      [6, 4],
      [5, 5],
    ],
  },
  ja: {
    literal: '声に聞ける。',
    pairs: [
      [6, 0],
      [2, 1],
      [1, 2],
    ],
  },
  hi: {
    literal: 'उसकी आवाज़ में सुन सकते हैं:',
    pairs: [
      [5, 0],
      [6, 1],
      [4, 2],
      [2, 3],
      [2, 4],
      [2, 5],
    ],
  },
  ar: {
    literal: 'يمكنك أن تسمع ذلك في صوتها:',
    pairs: [
      [0, 0],
      [2, 0],
      [3, 1],
      [4, 2],
      [5, 3],
      [6, 3],
    ],
  },
};
