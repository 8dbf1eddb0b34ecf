import { DAY_MS } from '#shared/limits';
import type { RenderModule } from '#shared/page';
import type { Site } from '#shared/site';
import { type Language, manifestPath, prefixOf } from '#shared/site-languages';
import type { World } from '../lib/world.ts';
import { compressText, createResource, type Resource } from './resource.ts';

export interface MachineFilesOptions extends Pick<World, 'now'> {
  site: Site;
  render: Pick<RenderModule, 'paths' | 'webManifest'>;
  languages: readonly Language[];
}

const TEXT = 'text/plain; charset=utf-8';
/** RFC 9116, section 2.5.5 recommends less than a year. Each start renews the date. */
const CONTACT_VALID_DAYS = 360;
/** Since when the signal is honoured as it is now. Update the date when that behaviour changes. */
const GPC_SINCE = '2026-11-21';

/**
 * Creates the files that search engines, browsers and researchers request at fixed paths, from the site's own identity.
 */
export async function createMachineFiles(
  options: MachineFilesOptions,
): Promise<Map<string, Resource>> {
  const { site, render, languages } = options;
  const manifests = languages.map(
    async (language): Promise<[path: string, type: string, text: string]> => [
      manifestPath(language),
      'application/manifest+json',
      JSON.stringify(await render.webManifest(site, language)),
    ],
  );
  const files: [path: string, type: string, text: string][] = [
    ['/robots.txt', TEXT, robots(site)],
    ['/sitemap.xml', 'application/xml; charset=utf-8', sitemap(site, render.paths, languages)],
    ...(await Promise.all(manifests)),
    ['/.well-known/security.txt', TEXT, securityContact(options)],
    [
      '/.well-known/gpc.json',
      'application/json',
      JSON.stringify({ gpc: true, lastUpdate: GPC_SINCE }),
    ],
  ];
  const headers = { cacheControl: 'no-cache', vary: 'Accept-Encoding' };
  return new Map(
    files.map(([path, type, text]) => [
      path,
      createResource({ type, ...headers, ...compressText(text) }),
    ]),
  );
}

const lines = (...all: string[]) => `${all.join('\n')}\n`;

const robots = ({ url }: Site) =>
  lines('User-agent: *', 'Allow: /', '', `Sitemap: ${url}/sitemap.xml`);

/** Has no `lastmod`: nobody records when a page last changed, and a guess is worse than nothing. */
function sitemap({ url }: Site, paths: readonly string[], languages: readonly Language[]) {
  const addressOf = (path: string, language: Language) =>
    escapeXml(url + prefixOf(language) + path);
  const alternate = (hreflang: string, href: string) =>
    `    <xhtml:link rel="alternate" hreflang="${hreflang}" href="${href}"/>`;
  const alternatesOf = (path: string) => [
    ...languages.map((language) => alternate(language, addressOf(path, language))),
    alternate('x-default', addressOf(path, 'en')),
  ];
  return lines(
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...languages.flatMap((language) =>
      paths.flatMap((path) => [
        '  <url>',
        `    <loc>${addressOf(path, language)}</loc>`,
        ...alternatesOf(path),
        '  </url>',
      ]),
    ),
    '</urlset>',
  );
}

/** RFC 9116. The expiry is a whole day, so that a restart on the same day changes nothing. */
function securityContact({ site, now }: MachineFilesOptions) {
  const [expires] = new Date(now() + CONTACT_VALID_DAYS * DAY_MS).toISOString().split('T');
  return lines(
    `Contact: mailto:${site.email}`,
    `Expires: ${expires}T00:00:00Z`,
    // The languages in which its people answer, whatever the site is offered in.
    'Preferred-Languages: en',
    `Canonical: ${site.url}/.well-known/security.txt`,
  );
}

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&apos;');
