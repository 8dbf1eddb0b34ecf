import type { PageData } from '#shared/page';
import type { ConsentStore } from './features/consent/consent-store.ts';
import type { Ports } from './ports.ts';

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 300_000;

/** What measures while consent is granted. */
interface Analytics extends Pick<Ports, 'track' | 'pageView'> {
  dispose(): void;
}

interface StartOptions {
  consentId: string;
  /** The server knows no such grant. */
  onRefused(): void;
  /** The server has another key now than the one that posthog-js sends. */
  onOutdated(): void;
}

export interface AnalyticsGateDeps {
  consent: Pick<ConsentStore, 'get' | 'recordedId' | 'forget'>;
  /** Loads the code of the transport that the token stands for. Rejects when it is given up. */
  load(posthogToken: string | null): Promise<(options: StartOptions) => Analytics>;
  /** The latest page data that this page knows of. */
  asked(): PageData;
  /** Fetches the page data and adopts it. Resolves to false when there is no answer. */
  catchUp(): Promise<boolean>;
  /** Resolves after a delay in milliseconds, or sooner when the network is back. */
  wait(ms: number): Promise<unknown>;
}

/** Analytics exists exactly while the server holds a grant under this browser's id. */
export function createAnalyticsGate(deps: AnalyticsGateDeps) {
  const { consent } = deps;
  let analytics: Analytics | undefined;
  let measuredId: string | null = null;
  let path: string | undefined;
  /**
   * Rises with each start and stop. Asynchronous work compares it to see whether it is still wanted. The
   * id alone does not tell, because a visitor who accepts again keeps the same one.
   */
  let generation = 0;

  function stop() {
    generation += 1;
    analytics?.dispose();
    analytics = undefined;
    return generation;
  }

  /** Consent may have changed. */
  async function update(): Promise<void> {
    const { status, consentId } = consent.get();
    // A grant that is merely repeated goes on: nothing is reported twice.
    if (analytics && status === 'granted' && consentId === measuredId) return;
    const id = consent.recordedId();
    if (id === measuredId) return;
    measuredId = id;
    const mine = stop();
    if (!id) return;
    // Something blocks code that is given up. It is requested again at the next choice, not before.
    const start = await deps.load(deps.asked().posthogToken).catch(() => undefined);
    if (!start || mine !== generation) return;
    analytics = start({
      consentId: id,
      onRefused: () => void (mine === generation && askAnew()),
      onOutdated: () => void (mine === generation && startAnew()),
    });
    if (path) analytics.pageView(path);
  }

  /** The server knows no such grant, or asks something else by now: forgets it, and asks that. */
  async function askAnew() {
    const mine = stop();
    const { decidedAt } = consent.get();
    await deps.catchUp();
    if (mine !== generation) return;
    // Another tab may have granted again meanwhile, under the same id.
    if (consent.get().decidedAt === decidedAt) consent.forget();
    measuredId = null;
    void update();
  }

  /** A newer page has the right key, if any does. */
  async function startAnew() {
    const mine = stop();
    const { posthogToken } = deps.asked();
    for (let waitMs = FIRST_RETRY_MS; !(await deps.catchUp()); waitMs *= 2) {
      if (mine !== generation) return;
      await deps.wait(Math.min(waitMs, LAST_RETRY_MS));
      if (mine !== generation) return;
    }
    if (mine !== generation || deps.asked().posthogToken === posthogToken) return;
    measuredId = null;
    void update();
  }

  /** An event that is lost must not cost the visitor the outcome of the press that it reports. */
  const track: Ports['track'] = (name, properties) => {
    try {
      analytics?.track(name, properties);
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: no loss of an event goes unsaid
      console.error(error);
    }
  };
  return {
    update: () => void update(),
    track,
    pageView(next: string) {
      path = next;
      analytics?.pageView(next);
    },
  };
}
