import type { PageData } from '#shared/page';
import type { ConsentStore } from './features/consent/consent-store.ts';
import type { Ports } from './ports.ts';

const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 300_000;

/** The tracker that runs while consent is granted. */
interface Analytics extends Pick<Ports, 'track' | 'pageView'> {
  dispose(): void;
}

interface StartOptions {
  consentId: string;
  /** The server has no grant with this id. */
  onRefused(): void;
  /** The server's PostHog key differs from the one that posthog-js sends. */
  onOutdated(): void;
}

export interface AnalyticsGateDeps {
  consent: Pick<ConsentStore, 'get' | 'recordedId' | 'forget'>;
  /** Loads the code of the transport for this token. Rejects when loading is given up. */
  load(posthogToken: string | null): Promise<(options: StartOptions) => Analytics>;
  /** Returns the latest page data that this page has. */
  asked(): PageData;
  /** Fetches the page data and adopts it. Resolves to false when there is no answer. */
  catchUp(): Promise<boolean>;
  /** Resolves after a delay in milliseconds, or sooner when the network is back. */
  wait(ms: number): Promise<unknown>;
}

/** Runs analytics only while the server holds a grant under this browser's id. */
export function createAnalyticsGate(deps: AnalyticsGateDeps) {
  const { consent } = deps;
  let analytics: Analytics | undefined;
  let measuredId: string | null = null;
  let path: string | undefined;
  /**
   * Increases with each start and stop. Asynchronous work compares it to see whether it is still wanted.
   * The id is not enough, because a visitor who accepts again keeps the same one.
   */
  let generation = 0;

  function stop() {
    generation += 1;
    analytics?.dispose();
    analytics = undefined;
    return generation;
  }

  /** Starts or stops analytics if consent has changed. */
  async function update(): Promise<void> {
    const { status, consentId } = consent.get();
    // A repeated grant keeps the same tracker, so that nothing is reported twice.
    if (analytics && status === 'granted' && consentId === measuredId) return;
    const id = consent.recordedId();
    if (id === measuredId) return;
    measuredId = id;
    const mine = stop();
    if (!id) return;
    // Code that was given up is probably blocked. It is requested again only at the next choice.
    const start = await deps.load(deps.asked().posthogToken).catch(() => undefined);
    if (!start || mine !== generation) return;
    analytics = start({
      consentId: id,
      onRefused: () => void (mine === generation && askAnew()),
      onOutdated: () => void (mine === generation && startAnew()),
    });
    if (path) analytics.pageView(path);
  }

  /** Forgets a grant that the server does not have, and asks for consent to the current text. */
  async function askAnew() {
    const mine = stop();
    const { decidedAt } = consent.get();
    await deps.catchUp();
    if (mine !== generation) return;
    // Another tab may have granted again in the meantime, under the same id.
    if (consent.get().decidedAt === decidedAt) consent.forget();
    measuredId = null;
    void update();
  }

  /** Fetches the page data until the server answers, and starts again if its key is new. */
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

  /** Reports an event and never throws: a lost event must not break the button or form that it reports. */
  const track: Ports['track'] = (name, properties) => {
    try {
      analytics?.track(name, properties);
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: each lost event is logged
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
