import { gap, home as m } from '../site-messages.ts';

export const heroContent = {
  /** Two lines where there is room. */
  heading: m.hero.heading,
  intro: (brand: string) => m.hero.intro({ brand }),
  actions: [
    { type: 'notifyme', variant: 'notify', label: m.hero.notifyme },
    { type: 'beta', variant: 'beta', label: m.hero.beta },
  ],
  statsLabel: m.hero.stats,
  stats: [m.hero.accuracy, m.hero.languages, m.hero.speed],
} as const;

/** Around the lines of dubbing-lines.ts. */
export const timelineText = {
  label: m.timeline.label,
  caption: m.timeline.caption,
  legend: m.timeline.legend,
  play: m.timeline.play,
  pause: m.timeline.pause,
  /** Completes the name of both buttons for screen readers. */
  theLine: `${gap}${m.timeline.theLine}`,
  /** Said where voices are heard (Art. 50 of the AI Act). */
  synthetic: m.timeline.synthetic,
  original: m.timeline.original,
  dubbed: m.timeline.dubbed,
  words: m.timeline.words,
  lips: m.timeline.lips,
  /** What the languages of the timeline are called, for people who do not read their scripts. */
  languages: m.timeline.languages,
};

export const pipelineContent = {
  heading: m.pipeline.heading,
  intro: m.pipeline.intro,
  stages: [
    { id: 'analysis', title: m.pipeline.analysis.title, text: m.pipeline.analysis.text },
    { id: 'translation', title: m.pipeline.translation.title, text: m.pipeline.translation.text },
    { id: 'synthesis', title: m.pipeline.synthesis.title, text: m.pipeline.synthesis.text },
    { id: 'mixing', title: m.pipeline.mixing.title, text: m.pipeline.mixing.text },
  ],
} as const;

export const benefitsContent = {
  heading: m.benefits.heading,
  benefits: [
    { id: 'quality', title: m.benefits.quality.title, text: m.benefits.quality.text },
    { id: 'feeling', title: m.benefits.feeling.title, text: m.benefits.feeling.text },
    { id: 'culture', title: m.benefits.culture.title, text: m.benefits.culture.text },
    { id: 'scale', title: m.benefits.scale.title, text: m.benefits.scale.text },
  ],
} as const;

/** What the hero does not say already. */
export const featuresContent = {
  heading: m.features.heading,
  sheet: [m.features.process, m.features.output],
  quality: {
    term: m.features.quality.term,
    points: (['decisions', 'errors', 'tasks', 'result'] as const).map((id, index) => ({
      id,
      text: m.features.quality.points[index],
    })),
  },
};

/** The words above the signup form. Those of the form are in signup.ts, which loads with it. */
export const signupIntroContent = m.signup;
