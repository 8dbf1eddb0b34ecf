import type { Offers } from '#shared/site';
import { offers as m } from '../messages.ts';

/**
 * What the site promises to those who sign up, unless `data/site.json` has promises of its own. Only the server loads it:
 * pages get the promises of their language with their data.
 */
export const offers: Offers = {
  notifyme: m.notifyme,
  beta: m.beta,
  short: m.short,
  welcome: m.welcome,
};
