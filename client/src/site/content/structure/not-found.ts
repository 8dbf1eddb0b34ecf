import { notFound as m } from '../messages.ts';

export const notFoundContent = {
  code: '404',
  heading: m.heading,
  text: m.text,
  home: m.home,
  alsoLabel: m.alsoLabel,
};
