import type { Site } from './site.ts';

/**
 * What the browser must know at run time, as the one JSON block `#page-data` in every page: no extra
 * request, nothing about the visitor except whether the request bore `Sec-GPC: 1`.
 */
export interface PageData {
  site: Site;
  /** Public key of the signup interface. */
  publicKey: string;
  /** The consent revision in force; owned by the server. */
  revision: number;
  /** SHA-256 in hex of the consent text that this page shows: the proof of what was agreed to. */
  textHash: string;
  /** The host that events are passed on to, or null when PostHog is not configured. */
  posthogHost: string | null;
  /** What posthog-js sends as its project's key; null where events leave by our own beacon. */
  posthogToken: string | null;
  /** True when this copy of the page answers a request with `Sec-GPC: 1`. */
  gpc: boolean;
  /** `EVENT_RETENTION_DAYS`, `SIGNUP_RETENTION_DAYS`: the legal pages name them. */
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
  /** Of the client build; null in development, where Vite serves the modules. */
  manifest: Manifest | null;
}

export interface GrowthPageInput {
  site: Pick<Site, 'brand'>;
  manifest: Manifest | null;
}

/** What the consent dialogs say, as data: its hash goes into the proof, the text is kept by hash. */
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
 * The built `entry-server`: the one thing of the client that the server loads. It renders pages and
 * knows the words; it has no state and touches neither the network nor the disk.
 */
export interface RenderModule {
  /** Every path that answers 200; anything else renders the not-found page. */
  paths: readonly string[];
  /** A whole HTML document. Unknown paths give 404. */
  render(path: string, input: RenderInput): Promise<{ status: 200 | 404; html: string }>;
  /** The document of the growth console: a shell without data, which its script fills. */
  growthPage(input: GrowthPageInput): string;
  consentText(posthogHost: string | null): ConsentText;
  /** `manifest.webmanifest`, to be written as JSON. */
  webManifest(site: Site): object;
}
