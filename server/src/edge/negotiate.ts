export const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** More than any browser or cache sends. The rest is ignored. */
const MAX_HEADER = 2_000;

/**
 * Returns the coding of the answer, by RFC 9110, section 12.5.3: the highest weight wins, and among equal weights the
 * fewest bytes. When no available coding is acceptable it is identity: a page is better than a 406.
 */
export function negotiateEncoding(
  header: string | undefined,
  available: (encoding: Encoding) => boolean,
): Encoding {
  if (!header) return 'identity';
  const weights = parseWeights(header.slice(0, MAX_HEADER));
  let best: Encoding = 'identity';
  let bestWeight = 0;
  for (const encoding of ENCODINGS) {
    const weight = weightOf(encoding, weights);
    if (available(encoding) && weight > bestWeight) {
      best = encoding;
      bestWeight = weight;
    }
  }
  return best;
}

/** Identity is acceptable without being named, but then it is never preferred. */
const LEAST = 0.0001;

function weightOf(encoding: Encoding, weights: ReadonlyMap<string, number>): number {
  const any = weights.get('*');
  const own = weights.get(encoding) ?? (encoding === 'gzip' ? weights.get('x-gzip') : undefined);
  if (encoding === 'identity') return own ?? (any === 0 ? 0 : LEAST);
  return own ?? any ?? 0;
}

function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const weight = q === undefined ? 1 : Number(q);
    if (coding) weights.set(coding, weight >= 0 && weight <= 1 ? weight : 0);
  }
  return weights;
}

/** Matches `If-None-Match` by RFC 9110, section 13.1.2: a list or `*`, compared weakly. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return (header.slice(0, MAX_HEADER).match(/(?:W\/)?"[^"]*"/g) ?? []).some(
    (tag) => tag.replace(/^W\//, '') === etag,
  );
}
