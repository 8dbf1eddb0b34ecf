/** Returns the revision and the text hash that a grant must name. */
export async function readAsked(url: string): Promise<Asked> {
  const page = await (await fetch(url)).text();
  const [, block = ''] = /<script[^>]*id="page-data"[^>]*>([^<]*)</.exec(page) ?? [];
  const { revision, textHash } = JSON.parse(block) as Asked;
  return { revision, textHash };
}

export interface Asked {
  revision: number;
  textHash: string;
}

/** Maps every page in the site's sitemap to the ETag of its brotli coding. */
export async function readPages(url: string): Promise<ReadonlyMap<string, string>> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  );
  if (paths.length === 0) throw new Error('the sitemap lists no page');
  const pages = new Map<string, string>();
  for (const path of paths) {
    const { headers } = await fetch(`${url}${path}`, { headers: { 'Accept-Encoding': 'br' } });
    pages.set(path, headers.get('etag') ?? '');
  }
  return pages;
}
