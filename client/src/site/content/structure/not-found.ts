import { notFound as m } from '../site-messages.ts';

export const notFoundContent = {
  code: '404',
  ...m,
};
