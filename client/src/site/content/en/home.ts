import { buttonNames } from '../button-names.ts';

export const heroContent = {
  /** Two lines where there is room. */
  heading: ['Broadcast-ready dubbing', 'in 50+ languages.'],
  intro: (brand: string) =>
    `${brand} is an AI dubbing toolkit for content creators, media organisations and global businesses.`,
  actions: [
    { type: 'notifyme', variant: 'notify', label: buttonNames.hero.notifyme },
    { type: 'beta', variant: 'beta', label: buttonNames.hero.beta },
  ],
  statsLabel: 'At a glance',
  stats: [
    { value: '99.9%', label: 'accuracy rate' },
    { value: '50+', label: 'languages and dialects' },
    { value: '10x', label: 'faster than manual or traditional dubbing' },
  ],
} as const;

/** Around the lines of dubbing-lines.ts. */
export const timelineText = {
  label: 'Illustration',
  caption:
    'Illustration: one spoken line as a timeline. The original track is at the top, the dubbed track is beneath it. Marks show where words start and where lips close.',
  legend: 'Play the line in',
  play: 'Play',
  pause: 'Pause',
  /** Completes the name of both buttons for screen readers. */
  theLine: ' the line',
  original: 'Original',
  dubbed: 'Dubbed',
  words: 'word',
  lips: 'lips close: m, b, p',
  /** What the languages of the timeline are called, for people who do not read their scripts. */
  languages: {
    de: 'German',
    es: 'Spanish',
    fr: 'French',
    pt: 'Portuguese',
    ja: 'Japanese',
    hi: 'Hindi',
    ar: 'Arabic',
  },
};

export const pipelineContent = {
  heading: 'One line, four stages',
  intro:
    'Every spoken line goes through the same pipeline. Each stage has one job, and passes on only what it has checked.',
  stages: [
    {
      id: 'analysis',
      title: 'Multi-modal analysis',
      text: 'Picture, speech and sound are analysed together: who speaks, what they say, how they say it and how long their lips move.',
    },
    {
      id: 'translation',
      title: 'Cultural translation',
      text: 'Not word for word. Idioms, names and humour become what people really say, in the time the picture allows.',
    },
    {
      id: 'synthesis',
      title: 'Emotional synthesis',
      text: 'The new voice keeps the performance: pace, emphasis, breath and feeling follow the original line.',
    },
    {
      id: 'mixing',
      title: 'Professional mixing',
      text: 'Voice, music and effects are balanced into one finished, broadcast-ready track.',
    },
  ],
} as const;

export const benefitsContent = {
  heading: 'What reaches your audience',
  benefits: [
    {
      title: 'Broadcast-ready quality',
      text: 'The result is a finished mix, not a rough voice-over. You can broadcast it or publish it as it is.',
    },
    {
      title: 'Emotional authenticity',
      text: 'A whisper stays a whisper and a joke still lands. The feeling of the original survives the change of language.',
    },
    {
      title: 'Cultural accuracy',
      text: 'Dialects, forms of address and references suit the people who will listen.',
    },
    {
      title: 'Scalable production',
      text: 'One video or a whole catalogue, one language or all of them: the same pipeline, the same standard.',
    },
  ],
} as const;

/** What the hero does not say already. */
export const featuresContent = {
  heading: 'The data sheet',
  sheet: [
    { term: 'Output', detail: 'Broadcast-ready dubbed audio for video localization' },
    { term: 'Process', detail: 'Translation and voice synthesis of video, in four stages' },
  ],
  quality: {
    term: 'Quality first',
    points: [
      'Every architectural decision maximizes quality.',
      'Errors are caught and corrected early.',
      'Specialized AI for each task.',
      'The result rivals manual workflows in quality.',
    ],
  },
} as const;

/** The words above the signup form. Those of the form are in signup.ts, which loads with it. */
export const signupIntroContent = {
  heading: 'Be Among the First to Experience Next-Gen Dubbing',
  intro:
    'Join the waitlist to hear from us at launch, or apply for the beta to dub your own videos before everyone else.',
} as const;
