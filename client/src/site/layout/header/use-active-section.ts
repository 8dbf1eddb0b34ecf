import { useEffect, useState } from 'react';

/** The sections in page order. Those without a link in the nav clear the highlight. */
const sections = ['hero', 'pipeline', 'benefits', 'features', 'signup'];

/** Returns the section that crosses the middle of the window, on the home page. */
export function useActiveSection(path: string): string | undefined {
  const [active, setActive] = useState<string>();
  useEffect(() => {
    setActive(undefined);
    if (path !== '/') return;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) if (entry.isIntersecting) setActive(entry.target.id);
      },
      { rootMargin: '-45% 0px -54% 0px' },
    );
    for (const id of sections) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [path]);
  return active;
}
