import type { ComponentProps } from 'react';
import { Link } from 'wouter';

interface SectionLinkProps extends ComponentProps<'a'> {
  /** Of the section on the home page. */
  id: string;
  /** The page the link stands on: on home it is an anchor in the page, elsewhere it leads there. */
  path: string;
}

export function SectionLink({ id, path, ...anchor }: SectionLinkProps) {
  return path === '/' ? <a {...anchor} href={`#${id}`} /> : <Link {...anchor} href={`/#${id}`} />;
}
