import { createContext, useContext, useSyncExternalStore } from 'react';
import type { EventName, EventProperties } from '#shared/events';
import type { PageData } from '#shared/page';

/** Reports one event. Before consent this does nothing at all: nothing is kept for later. */
export type Track = <N extends EventName>(name: N, properties: EventProperties[N]) => void;

export type ConsentStatus = 'unknown' | 'refused' | 'granted';
export interface ConsentView {
  status: ConsentStatus;
  /** The browser sends the Global Privacy Control signal, which means no. */
  gpc: boolean;
  /** Of a browser that granted at some time, until it is erased. */
  consentId: string | null;
  /** When the choice in force was clicked, in milliseconds since 1970; null while it is unknown. */
  decidedAt: number | null;
  /** The server holds that choice too, as far as it is told of it. */
  isRecorded: boolean;
}

/** What pages may ask of consent; the store behind it is in features/consent. */
export interface ConsentPort {
  get(): ConsentView;
  subscribe(listener: () => void): () => void;
  /** Opens the dialog behind *Cookie settings*. */
  openPreferences(): void;
  /** *Turn analytics off*: one click. */
  turnOff(): void;
  /** All that the server held under this browser's id is erased: the id is given up too. */
  erased(): void;
}

/**
 * How pages and features reach each other without importing each other. The browser's composition
 * root (entry-client) and the renderer (entry-server) each supply one.
 */
export interface Ports {
  data: PageData;
  track: Track;
  consent: ConsentPort;
  /** A page view begins: called once for each, with the path without query. */
  pageView(path: string): void;
}

const PortsContext = createContext<Ports | null>(null);
export const PortsProvider = PortsContext.Provider;

export function usePorts(): Ports {
  const ports = useContext(PortsContext);
  if (!ports) throw new Error('usePorts is called outside of PortsProvider');
  return ports;
}

export interface ToastMessage {
  kind: 'success' | 'error';
  title: string;
  text: string;
}

const ShowToastContext = createContext<(message: ToastMessage) => void>(() => {});
export const ShowToastProvider = ShowToastContext.Provider;
/** Shows a message above the page. What shows it outlives the page that asks. */
export const useShowToast = () => useContext(ShowToastContext);

/** On the server and while hydrating nothing is known of the visitor, so that the HTML is the same for all. */
export function useConsent(): ConsentView {
  const { consent, data } = usePorts();
  return useSyncExternalStore(consent.subscribe, consent.get, () =>
    data.gpc ? gpcView : unknownView,
  );
}
const unknownView: ConsentView = {
  status: 'unknown',
  gpc: false,
  consentId: null,
  decidedAt: null,
  isRecorded: true,
};
const gpcView: ConsentView = { ...unknownView, gpc: true };
