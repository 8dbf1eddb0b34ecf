import { notFound as m } from '../site-messages.ts';

export const notFoundContent = {
  code: '404',
  heading: m.heading,
  text: m.text,
  home: m.home,
  alsoLabel: m.alsoLabel,
};
