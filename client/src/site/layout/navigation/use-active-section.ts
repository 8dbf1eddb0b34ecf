import { useEffect, useState } from 'react';

/** Returns the id of the section of a page that crosses the middle of the window. */
export function useActiveSection(selector: string, path: string): string | undefined {
  const [active, setActive] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other elements
  useEffect(() => {
    setActive(undefined);
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) if (entry.isIntersecting) setActive(entry.target.id);
      },
      { rootMargin: '-45% 0px -54% 0px' },
    );
    for (const section of document.querySelectorAll(selector)) observer.observe(section);
    return () => observer.disconnect();
  }, [selector, path]);
  return active;
}
