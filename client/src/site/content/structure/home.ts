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
  ...m.timeline,
  /** Completes the name of both buttons for screen readers. */
  theLine: `${gap}${m.timeline.theLine}`,
};

export const pipelineContent = {
  heading: m.pipeline.heading,
  intro: m.pipeline.intro,
  stages: [
    { id: 'analysis', ...m.pipeline.analysis },
    { id: 'translation', ...m.pipeline.translation },
    { id: 'synthesis', ...m.pipeline.synthesis },
    { id: 'mixing', ...m.pipeline.mixing },
  ],
} as const;

export const benefitsContent = {
  heading: m.benefits.heading,
  benefits: [
    { id: 'quality', ...m.benefits.quality },
    { id: 'feeling', ...m.benefits.feeling },
    { id: 'culture', ...m.benefits.culture },
    { id: 'scale', ...m.benefits.scale },
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
