import type { Site } from './site.ts';

/**
 * What the browser must know at run time, as one JSON block `#page-data` in every page. It needs no extra request and
 * holds nothing about the visitor except whether the request had `Sec-GPC: 1`.
 */
export interface PageData {
  site: Site;
  /** Public key of the signup interface. */
  publicKey: string;
  /** The consent revision in force, which the server decides. */
  revision: number;
  /** SHA-256 in hex of the consent text on this page: the proof of what was agreed to. */
  textHash: string;
  /** The host that events are passed on to; null when PostHog is not configured. */
  posthogHost: string | null;
  /** The project key that posthog-js sends; null when events leave by our own beacon. */
  posthogToken: string | null;
  /** True when this copy of the page answers a request with `Sec-GPC: 1`. */
  gpc: boolean;
  /** `EVENT_RETENTION_DAYS` and `SIGNUP_RETENTION_DAYS`, which the legal pages name. */
  eventRetentionDays: number;
  signupRetentionDays: number;
}

/** One entry of Vite's `manifest.json`. */
export interface ManifestChunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}
export type Manifest = Record<string, ManifestChunk>;

export interface RenderInput {
  data: PageData;
  /** Vite's manifest of the client build; null in development, where Vite serves the modules. */
  manifest: Manifest | null;
}

export interface GrowthPageInput {
  site: Pick<Site, 'brand'>;
  manifest: Manifest | null;
}

/** The words of the consent dialogs, as data. Their hash goes into the proof, and the text is stored under its hash. */
export interface ConsentText {
  language: 'en';
  title: string;
  description: string;
  accept: string;
  reject: string;
  manage: string;
  save: string;
  policyLink: string;
  preferencesTitle: string;
  analyticsTitle: string;
  analyticsDescription: string;
}

/**
 * The built `entry-server`, the only part of the client that the server loads. It renders pages and knows their words.
 * It has no state and uses neither the network nor the disk.
 */
export interface RenderModule {
  /** Every path that answers 200. Any other path renders the not-found page. */
  paths: readonly string[];
  /** Renders a whole HTML document. Unknown paths give 404. */
  render(path: string, input: RenderInput): Promise<{ status: 200 | 404; html: string }>;
  /** Renders the document of the growth console: a shell without data, which its script fills. */
  growthPage(input: GrowthPageInput): string;
  consentText(posthogHost: string | null): ConsentText;
  /** Returns the content of `manifest.webmanifest`. */
  webManifest(site: Site): object;
}
