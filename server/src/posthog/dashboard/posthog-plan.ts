import { isDeepStrictEqual } from 'node:util';
import { StartError } from '../../lib/start-error.ts';
import type { WantedDashboard, WantedResource } from './posthog-dashboard.ts';
import type { ResourceKind, RestApi, RestResource } from './rest-api.ts';

/** Only resources with both tags are ours; nothing else is ever changed. */
const MANAGED_BY = 'managed-by:dubkit';
const KEY = 'dubkit:';

export interface PlanStep {
  verb: 'create' | 'update' | 'delete' | 'keep';
  kind: ResourceKind;
  key: string;
  name: string;
  /** Of an update: the fields that differ. */
  differences: string[];
  found: RestResource | null;
  /** The body to send. Insights get the dashboard's id while the plan is applied. */
  body: object;
}

/**
 * Returns the steps from the present state to the wanted one, dashboard first. Reads from PostHog and changes nothing.
 */
export async function planDashboard(api: RestApi, wanted: WantedDashboard): Promise<PlanStep[]> {
  const { dashboard, insights } = wanted;
  const dashboards = byKey(await api.list('dashboards'));
  const found = byKey(await api.list('insights'));
  const dashboardId = dashboards.kept.get(dashboard.key)?.id;
  return [
    planOne('dashboards', dashboard, dashboards.kept.get(dashboard.key), []),
    ...insights.map((insight) => {
      const own = found.kept.get(insight.key);
      const isShown = dashboardId !== undefined && own?.dashboards?.includes(dashboardId);
      return planOne('insights', insight, own, isShown ? [] : ['dashboard']);
    }),
    ...planRemovals('dashboards', dashboards, [dashboard]),
    ...planRemovals('insights', found, insights),
  ];
}

/**
 * Applies the steps. @throws StartError when PostHog refuses one; the earlier steps stay applied, and a new plan
 * continues from there
 */
export async function applyPlan(
  api: RestApi,
  steps: readonly PlanStep[],
  onDone: (step: PlanStep) => void,
): Promise<void> {
  let dashboardId = steps.find(({ kind, verb }) => kind === 'dashboards' && verb !== 'delete')
    ?.found?.id;
  for (const step of steps) {
    const { verb, kind, found } = step;
    if (verb === 'keep') continue;
    if (verb === 'delete') await api.remove(kind, found?.id ?? 0);
    else {
      const dashboards = [...new Set([...(found?.dashboards ?? []), dashboardId])];
      const body = kind === 'insights' ? { ...step.body, dashboards } : step.body;
      if (found) await api.update(kind, found.id, body);
      else {
        const created = await api.create(kind, body);
        await requireTags(api, step, created);
        if (kind === 'dashboards') dashboardId = created.id;
      }
    }
    onDone(step);
  }
}

/** PostHog silently drops tags where its subscription has none. Every later run would then create everything again. */
async function requireTags(api: RestApi, { kind, key, name }: PlanStep, created: RestResource) {
  if (tagsOf(key).every((tag) => created.tags.includes(tag))) return;
  await api.remove(kind, created.id);
  throw new StartError(
    `PostHog kept no tags on ${JSON.stringify(name)}, so the command deleted it again; it needs a PostHog plan with tags, to recognise what it manages`,
  );
}

function planOne(
  kind: ResourceKind,
  wanted: WantedResource,
  found: RestResource | undefined,
  others: string[],
): PlanStep {
  const { key, name, ...content } = wanted;
  const saved = kind === 'insights' ? { saved: true } : {};
  const body = { name, ...content };
  if (!found) {
    const all = { ...body, ...saved, tags: tagsOf(key) };
    return { verb: 'create', kind, key, name, differences: [], found: null, body: all };
  }
  const differing = Object.entries(body).filter(
    ([field, value]) => !isSame(value, found[field as keyof RestResource]),
  );
  const differences = [...differing.map(([field]) => field), ...others];
  const verb = differences.length === 0 ? 'keep' : 'update';
  return { verb, kind, key, name, differences, found, body: Object.fromEntries(differing) };
}

/** Plans to remove our resources that are no longer wanted or exist twice. */
function planRemovals(
  kind: ResourceKind,
  { kept, twice }: ReturnType<typeof byKey>,
  wanted: readonly WantedResource[],
): PlanStep[] {
  const keys = new Set(wanted.map(({ key }) => key));
  const unwanted = [...kept].filter(([key]) => !keys.has(key));
  return [...unwanted, ...twice].map(([key, found]) => {
    const name = found.name ?? '';
    return { verb: 'delete', kind, key, name, differences: [], found, body: {} };
  });
}

/** Returns our resources, the oldest of each key. */
function byKey(resources: readonly RestResource[]) {
  const kept = new Map<string, RestResource>();
  const twice: [string, RestResource][] = [];
  for (const resource of resources.toSorted((a, b) => a.id - b.id)) {
    const tag = resource.tags.find((own) => own.startsWith(KEY));
    if (!tag || !resource.tags.includes(MANAGED_BY)) continue;
    const key = tag.slice(KEY.length);
    if (kept.has(key)) twice.push([key, resource]);
    else kept.set(key, resource);
  }
  return { kept, twice };
}

const tagsOf = (key: string) => [MANAGED_BY, KEY + key];

/** PostHog sets missing fields of a query to null and adds the version of its own format. */
function isSame(wanted: unknown, found: unknown): boolean {
  return isDeepStrictEqual(withoutFillings(wanted), withoutFillings(found ?? ''));
}

function withoutFillings(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFillings);
  if (typeof value !== 'object' || value === null) return value;
  const own = Object.entries(value).filter(([key, part]) => part !== null && key !== 'version');
  return Object.fromEntries(own.map(([key, part]) => [key, withoutFillings(part)]));
}
