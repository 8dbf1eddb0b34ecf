import type { FunnelBreakdown } from '#shared/funnel-breakdowns';
import { commonWords, funnelWords } from '../words/console-messages.ts';

const { none, ...others } = funnelWords.breakdowns;

/** In the order in which they can be chosen. */
export const BREAKDOWN_NAMES: Readonly<Record<FunnelBreakdown | 'none', string>> = {
  none,
  ...commonWords.by,
  ...others,
};
