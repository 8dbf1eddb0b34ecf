import type { Typed } from '#shared/message-types';
import type { Placeholders } from './console-placeholders.ts';
import type commonJson from './en/common.json';
import type funnelJson from './en/funnel.json';
import type linksJson from './en/links.json';
import type listJson from './en/list.json';
import type liveJson from './en/live.json';
import type overviewJson from './en/overview.json';
import type peopleJson from './en/people.json';
import type signupsJson from './en/signups.json';
import type trafficJson from './en/traffic.json';

/**
 * The words of the growth console: for the people who run the site, not for its visitors. They have no value here: the build
 * puts the words of the catalogs in place of these names (scripts/vite/messages-plugin.ts).
 */
export declare const commonWords: Words<typeof commonJson, 'common'>;
export declare const funnelWords: Words<typeof funnelJson, 'funnel'>;
export declare const linksWords: Words<typeof linksJson, 'links'>;
export declare const listWords: Words<typeof listJson, 'list'>;
export declare const liveWords: Words<typeof liveJson, 'live'>;
export declare const overviewWords: Words<typeof overviewJson, 'overview'>;
export declare const peopleWords: Words<typeof peopleJson, 'people'>;
export declare const signupsWords: Words<typeof signupsJson, 'signups'>;
export declare const trafficWords: Words<typeof trafficJson, 'traffic'>;

type Words<Catalog, Path extends string> = Typed<Catalog, Path, Placeholders>;
