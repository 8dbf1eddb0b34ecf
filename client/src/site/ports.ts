import { type ComponentType, createContext, use, useContext, useSyncExternalStore } from 'react';
import type { EventName, EventProperties } from '#shared/events';
import type { PageData } from '#shared/page';
import type { SignupType } from '#shared/signups';
import type { Frame, Wording, Words, WordsName } from './content/languages.ts';

/** Reports one event. Before consent this does nothing and keeps nothing for later. */
export type Track = <N extends EventName>(name: N, properties: EventProperties[N]) => void;

export type ConsentStatus = 'unknown' | 'refused' | 'granted';
export interface ConsentView {
  status: ConsentStatus;
  /** True if the browser sends the Global Privacy Control signal, which means no. */
  gpc: boolean;
  /** The id of a browser that has granted at some time, until it is erased. */
  consentId: string | null;
  /**
   * The time of the click on the current choice, in milliseconds since 1970; null while it is unknown, or if the browser
   * keeps no cookies.
   */
  decidedAt: number | null;
  /** True once the server has recorded that choice, if it needs to. */
  isRecorded: boolean;
}

/** The part of consent that pages use; the store behind it is in features/consent. */
export interface ConsentPort {
  get(): ConsentView;
  subscribe(listener: () => void): () => void;
  /** Opens the dialog behind *Cookie settings*, or leads to `/cookies#choice` if nobody can see it. */
  openPreferences(): void;
  /** Returns the page data that the question now rests on. */
  asked(): PageData;
  /** @param source `preferences` where the page asks as the dialog does, `footer` for *Turn analytics off* */
  decide(analytics: boolean, source: 'preferences' | 'footer'): void;
  /** Loads what offers to erase what was measured, for somebody who has turned analytics off. */
  offer?(): Promise<{ Offer: ComponentType }>;
  /** Turns analytics off for an erasure: at the press under the id, and under `null` once the server has erased. */
  withdraw(consentId: string | null): void;
  /** Sends the choice if the server has not recorded it. */
  refresh(): void;
}

/**
 * Lets pages and features call each other without imports. The browser's composition root (entry-client) and
 * the renderer (entry-server) each supply their own.
 */
export interface Ports {
  data: PageData;
  /** The words of the page's language. */
  wording: Wording;
  track: Track;
  consent: ConsentPort;
  /** Starts a page view. Called once for each, with the path without query. */
  pageView(path: string): void;
}

const PortsContext = createContext<Ports | null>(null);
export const PortsProvider = PortsContext.Provider;

export function usePorts(): Ports {
  const ports = useContext(PortsContext);
  if (!ports) throw new Error('no PortsProvider');
  return ports;
}

/** The words that every page has. */
export const useFrame = (): Frame => usePorts().wording.frame;

/** Words of one page or feature. They load with its code; if they have not, the component waits for them. */
export function useWords<Name extends WordsName>(name: Name): Words[Name] {
  const { wording } = usePorts();
  return wording.loaded(name) ?? use(wording.load(name));
}

export interface ToastMessage {
  /** Decides the colour: that of a path to sign up, or neutral, or that of an error. */
  kind: SignupType | 'neutral' | 'error';
  title: string;
  text: string;
}

interface Toasts {
  /** Shows a message above the page. It stays visible when the visitor changes the page. */
  showToast(message: ToastMessage): void;
  /** Hides a message of this kind in a moment: the page shows what it says. Without a kind, at once: it is no longer true. */
  hideToast(kind?: ToastMessage['kind']): void;
}
const ToastsContext = createContext<Toasts>({ showToast() {}, hideToast() {} });
export const ToastsProvider = ToastsContext.Provider;
export const useToasts = () => useContext(ToastsContext);

/**
 * The consent view on the server and during hydration: nothing is known of the visitor, so that the HTML is
 * the same for everyone.
 */
export function useConsent(): ConsentView {
  const { consent, data } = usePorts();
  return useSyncExternalStore(consent.subscribe, consent.get, () =>
    data.gpc ? gpcView : unknownView,
  );
}
export const unknownView: ConsentView = {
  status: 'unknown',
  gpc: false,
  consentId: null,
  decidedAt: null,
  isRecorded: true,
};
const gpcView: ConsentView = { ...unknownView, gpc: true };
