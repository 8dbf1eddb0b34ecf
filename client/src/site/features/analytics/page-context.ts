import type { EventContext } from '#shared/events';
import type { Language } from '#shared/site-languages';
import { mayBeRefused } from '#shared/text';

/**
 * Returns the path without query, the page's language, the referrer's host, the `utm_*` that led to this site and the class
 * of the viewport. The document's `lang` is not used, because browsers that translate a page change it. It is called when an
 * event happens, and never before consent, unless the visitor asks to see what would be stored.
 */
export function pageContext(language: Language): EventContext {
  const context: EventContext = {
    // No page of ours has a percent sign in its path. A mangled link of a message may have one, before its token.
    path: location.pathname.split('%')[0] as string,
    language,
    viewport: innerWidth < 640 ? 'small' : innerWidth < 1024 ? 'medium' : 'large',
  };
  // Anything else would be refused by the server, with the event.
  const [, host, before] = /^[\w-]+:\/\/([\w.-]+)[:/][^?]*.?(.*)/.exec(document.referrer) ?? [];
  const isOurs = host === location.hostname;
  if (host && !isOurs) context.referrerHost = host;
  // Navigating within the page drops the query, but the browser still knows the address it loaded.
  const [loaded] = performance.getEntriesByType('navigation');
  const { search } = new URL(loaded?.name ?? location.href);
  // A link that opened in another tab comes from an address of ours that may name the campaign. Two campaigns do not mix.
  for (const [name, value] of new URLSearchParams(
    isOurs && !/utm_/i.test(search) ? before : search,
  )) {
    // Some programs write the name in capitals, and some write `&` as `&amp;`. The server reads it likewise.
    const [, key] = /\butm_(source|medium|campaign|term|content)$/.exec(name.toLowerCase()) ?? [];
    // An e-mail address in a link is not ours to pass on, and the server refuses events that contain one.
    if (key && value && !mayBeRefused(value)) context.utm = { [key]: value, ...context.utm };
  }
  return context;
}
