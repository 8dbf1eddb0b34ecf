import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** One event as an SDK writes it. */
export interface SampleEvent {
  uuid: string;
  event: string;
  timestamp: string;
  distinct_id?: string;
  properties?: Record<string, unknown>;
}

/** A request that a real SDK sent, with its body decoded. */
export interface WireSample {
  scenario: string;
  sdk: string;
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  encoding: 'gzip' | 'none' | 'form+base64' | 'empty';
  body: { batch?: SampleEvent[]; sent_at?: string; [field: string]: unknown } | null;
}

/**
 * The 60 requests that posthog-js 1.434.18 and posthog-node 5.70.0 sent in a browser and in Node. Those that were refused
 * were recorded without properties; they have those of the same SDK's first request.
 */
export function readWireSamples(): WireSample[] {
  const file = new URL('../../posthog/ingest/wire-samples.jsonl', import.meta.url);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as WireSample);
}

/** Returns the bytes that the SDK sent for a body. */
export function encodeBody(
  { encoding }: Pick<WireSample, 'encoding'>,
  body: unknown,
): Uint8Array | undefined {
  const json = JSON.stringify(body);
  switch (encoding) {
    case 'empty':
      return undefined;
    case 'none':
      return Buffer.from(json);
    case 'gzip':
      return gzipSync(json);
    case 'form+base64':
      return Buffer.from(`data=${encodeURIComponent(Buffer.from(json).toString('base64'))}`);
  }
}

/** Returns the path and query that the sample is sent to here. */
export const sampleUrl = ({ path, query }: WireSample): string => {
  const search = new URLSearchParams(query).toString();
  return `/ingest${path}${search && `?${search}`}`;
};

/** Returns the event as if it were one of ours, from that visitor. */
export const asOurs = (event: SampleEvent, consentId: string): SampleEvent => {
  const { distinct_id, ...rest } = event;
  const posthogs = Object.entries(event.properties ?? {}).filter(([name]) =>
    /^(\$|token$)/.test(name),
  );
  const properties = {
    ...Object.fromEntries(posthogs),
    section_name: 'hero',
    distinct_id: consentId,
  };
  return {
    ...rest,
    event: 'section_view',
    properties,
    ...(distinct_id !== undefined && { distinct_id: consentId }),
  };
};
