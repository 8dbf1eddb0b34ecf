import type { FunnelBreakdown } from '#shared/funnel';
import { FIELD_NAMES } from '../ui/field-names.ts';
import { funnelWords } from '../words/console-messages.ts';

const { none, ...others } = funnelWords.breakdowns;

/** In the order in which they can be chosen. */
export const BREAKDOWN_NAMES: Readonly<Record<FunnelBreakdown | 'none', string>> = {
  none,
  ...FIELD_NAMES,
  ...others,
};
