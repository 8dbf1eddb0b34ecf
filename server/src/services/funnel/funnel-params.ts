import { type FunnelQuery, funnelQuerySchema } from '#shared/funnel';
import { formatStep, parseStep } from '#shared/funnel-step-text';
import { SITE_FUNNEL } from '#shared/site-funnels';
import { describeIssues, type Issue } from '../issues.ts';

/** The parameters of an address: each name with all its values. */
export type Params = Readonly<Record<string, readonly string[]>>;

export type FunnelParams =
  | { ok: true; query: FunnelQuery; labels: string[] }
  | { ok: false; issues: Issue[] };

const DAY_SECONDS = 86_400;

/** A funnel in an address. Without `step` it is the site's own funnel. `window` is in days. */
export function parseFunnelParams({ step: steps = [], window, ...others }: Params): FunnelParams {
  const issues: Issue[] = [];
  const parsed = steps.map((text, index) => {
    try {
      return parseStep(text);
    } catch (error) {
      const message = error instanceof Error ? error.message : '';
      issues.push({ path: `step.${index}`, message });
      return null;
    }
  });
  if (window && !/^[1-9]\d{0,3}$/.test(window.join())) {
    issues.push({ path: 'window', message: 'expected a whole number of days, from 1 to 9999' });
  }
  if (issues.length > 0) return { ok: false, issues };
  const known = funnelQuerySchema.safeParse({
    ...single(others),
    steps:
      parsed.length > 0
        ? parsed
        : SITE_FUNNEL.map(({ event, properties }) => ({ event, properties })),
    ...(window && { windowSeconds: Number(window[0]) * DAY_SECONDS }),
  });
  if (!known.success) return { ok: false, issues: describeIssues(known.error) };
  return { ok: true, query: known.data, labels: known.data.steps.map(labelOf) };
}

/** A repeated parameter stays a list, which the schema refuses. */
export const single = (params: Params): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(params).map(([name, values]) => [
      name,
      values.length === 1 ? values[0] : values,
    ]),
  );

const SITE_LABELS = new Map(SITE_FUNNEL.map((step) => [formatStep(step), step.label]));

function labelOf(step: FunnelQuery['steps'][number]): string {
  const { event, properties } = step;
  const words = Object.entries(properties).map(([name, value]) => `${name} ${value}`);
  return SITE_LABELS.get(formatStep(step)) ?? [event ?? 'any event', ...words].join(', ');
}
