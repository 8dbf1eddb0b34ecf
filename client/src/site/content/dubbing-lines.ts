import type { DubLanguage } from '#shared/dub-languages';

/** One spoken line: what the timeline in the hero plays. */
export interface SpokenLine {
  /** BCP 47. */
  lang: string;
  /** Its own name, in its own script. */
  language: string;
  /** Broken where a subtitler would break it. Where a script has no spaces, `\u200b` separates its phrases. */
  text: string;
  /** When each word starts, and when the last one ends, in percent of the time shown. */
  times: readonly number[];
}

export interface DubbedLine extends SpokenLine {
  lang: DubLanguage;
  dir?: 'rtl';
}

/** The times on the ruler above the tracks. */
export const timelineTicks = ['00:10', '00:11', '00:12', '00:13', '00:14', '00:15'];

export const originalLine: SpokenLine = {
  lang: 'en',
  language: 'English',
  text: 'You can hear it in her voice: she has finally come home.',
  times: [7, 12, 17, 23, 27, 31, 36, 48, 53, 58, 67, 75, 82],
};

/** The drawings of pages/home/stages.svg show the words and times of these lines, and change with them. */
export const dubbedLines: readonly DubbedLine[] = [
  {
    lang: 'de',
    language: 'Deutsch',
    text: 'Man hört es ihrer Stimme an:\nSie ist endlich nach Hause gekommen.',
    times: [7, 12, 18, 21, 28, 36, 48, 53, 58, 66, 70, 77, 86],
  },
  {
    lang: 'es',
    language: 'Español',
    text: 'Se le nota en la voz:\npor fin ha vuelto a casa.',
    times: [7, 11, 16, 22, 27, 31, 44, 48, 54, 58, 65, 69, 77],
  },
  {
    lang: 'fr',
    language: 'Français',
    text: 'On l’entend dans sa voix\u00a0:\nelle est enfin rentrée chez elle.',
    times: [8, 12, 21, 27, 31, 44, 50, 54, 62, 71, 76, 83],
  },
  {
    lang: 'pt',
    language: 'Português',
    text: 'Dá para ouvir na voz dela:\nfinalmente voltou para casa.',
    times: [7, 11, 17, 25, 29, 34, 46, 58, 66, 72, 80],
  },
  {
    lang: 'ja',
    language: '日本語',
    text: '声を\u200b聞けば\u200bわかる。\n彼女は\u200bやっと\u200b家に\u200b帰って\u200bきたんだ。',
    times: [8, 15, 25, 42, 50, 58, 65, 73, 84],
  },
  {
    lang: 'hi',
    language: 'हिन्दी',
    text: 'उसकी आवाज़ में सुनाई देता है:\nवह आखिरकार घर लौट आई है।',
    times: [7, 14, 21, 24, 31, 36, 48, 53, 62, 67, 72, 77, 81],
  },
  {
    lang: 'ar',
    language: 'العربية',
    text: 'تسمع ذلك في صوتها:\nلقد عادت إلى بيتها أخيرًا.',
    dir: 'rtl',
    times: [9, 17, 23, 28, 44, 49, 56, 61, 69, 79],
  },
];
