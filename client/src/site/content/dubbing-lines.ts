/** One spoken line and its dubbed versions: what the timeline in the hero shows. */
export interface DubbedLine {
  /** BCP 47. */
  lang: string;
  /** Its own name, in its own script. */
  language: string;
  /** Its English name, for people who do not read that script. */
  englishName: string;
  /** Broken where a subtitler would break it. */
  text: string;
  dir?: 'rtl';
  /** Where the clip starts and ends on the track, in percent of the time shown. */
  start: number;
  end: number;
}

export const timelineText = {
  label: 'Illustration',
  caption:
    'Illustration: one spoken line as a timeline. The original track is at the top, the dubbed tracks are beneath it.',
  legend: 'Play the line in',
  original: 'Original',
  subtitle: 'Subtitle',
  timecode: '00:00:12:08',
  ticks: ['00:10', '00:11', '00:12', '00:13', '00:14', '00:15'],
};

export const originalLine: DubbedLine = {
  lang: 'en',
  language: 'English',
  englishName: 'English',
  text: 'You can hear it in her voice: she has finally come home.',
  start: 7,
  end: 82,
};

export const dubbedLines: readonly DubbedLine[] = [
  {
    lang: 'de',
    language: 'Deutsch',
    englishName: 'German',
    text: 'Man hört es an ihrer Stimme:\nSie ist endlich nach Hause gekommen.',
    start: 7,
    end: 86,
  },
  {
    lang: 'es',
    language: 'Español',
    englishName: 'Spanish',
    text: 'Se le nota en la voz:\npor fin ha vuelto a casa.',
    start: 7,
    end: 77,
  },
  {
    lang: 'fr',
    language: 'Français',
    englishName: 'French',
    text: 'On l’entend dans sa voix :\nelle est enfin rentrée chez elle.',
    start: 8,
    end: 83,
  },
  {
    lang: 'pt',
    language: 'Português',
    englishName: 'Portuguese',
    text: 'Dá para ouvir na voz dela:\nfinalmente voltou para casa.',
    start: 7,
    end: 80,
  },
  {
    lang: 'ja',
    language: '日本語',
    englishName: 'Japanese',
    text: '声を聞けばわかる。\n彼女はやっと家に帰ってきたんだ。',
    start: 8,
    end: 84,
  },
  {
    lang: 'hi',
    language: 'हिन्दी',
    englishName: 'Hindi',
    text: 'उसकी आवाज़ में सुनाई देता है:\nवह आख़िरकार घर लौट आई है।',
    start: 7,
    end: 81,
  },
  {
    lang: 'ar',
    language: 'العربية',
    englishName: 'Arabic',
    text: 'تسمع ذلك في صوتها:\nلقد عادت إلى بيتها أخيرًا.',
    dir: 'rtl',
    start: 9,
    end: 79,
  },
];
