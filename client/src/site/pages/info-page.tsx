import { type ComponentType, Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';
import { prefixOf } from '#shared/site-languages';
import { buttonLink } from '../../ui/button.tsx';
import tables from '../../ui/ruled-table.module.css';
import { lawFor } from '../content/identity.ts';
import type { Block, InfoContent, Inline, Widget } from '../content/info-content.ts';
import type { PagePath } from '../content/page-list.ts';
import { sentenceGap } from '../content/sentence-gap.ts';
import { useGoToSignup } from '../layout/navigation/go-to-signup.ts';
import { useActiveSection } from '../layout/navigation/use-active-section.ts';
import { useFrame, usePorts, useWords } from '../ports.ts';
import styles from './info-page.module.css';

export type Widgets = Partial<Record<Widget, ComponentType>>;

export type InfoPageName = Exclude<PagePath, '/'> extends `/${infer Name}` ? Name : never;

interface InfoPageProps {
  page: InfoPageName;
  /** The widgets of this page only, so that no other page loads their code. */
  widgets: Widgets | undefined;
}

export function InfoPage({ page, widgets }: InfoPageProps) {
  const { navigationText } = useFrame();
  const { content } = useWords(page);
  const { heading, lead, updated, sections }: InfoContent = content(usePorts().data);
  return (
    <article className={styles['page']}>
      <header className={styles['intro']}>
        <p>
          <Link className={styles['back']} href="/">
            {navigationText.backHome}
          </Link>
        </p>
        <h1 className={styles['heading']}>{heading}</h1>
        <p className={styles['lead']}>{inline(lead)}</p>
        {updated && <p className={styles['small']}>{updated}</p>}
        <BindingVersion page={page} />
      </header>
      <Contents page={page} sections={sections} />
      <div>
        {sections.map((section) => (
          <section key={section.id} id={section.id} className={styles['section']}>
            <h2 className={styles['title']}>{section.heading}</h2>
            <div className={styles['blocks']}>
              {section.blocks.map((block, key) => renderBlock(block, key, widgets))}
            </div>
          </section>
        ))}
      </div>
    </article>
  );
}

function Contents({ page, sections }: Pick<InfoPageProps, 'page'> & Pick<InfoContent, 'sections'>) {
  const { contentsLabel } = useWords('info');
  const active = useActiveSection('article section', page);
  return (
    <nav className={styles['contents']} aria-label={contentsLabel}>
      <details>
        <summary>{contentsLabel}</summary>
        <ul>
          {sections.map(({ id, heading }) => (
            <li key={id}>
              <a href={`#${id}`} aria-current={active === id ? 'location' : undefined}>
                {heading}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}

/** Of a contract, one version can bind. What a law wants people to be told holds as they read it. */
const CONTRACTS: readonly InfoPageName[] = ['terms', 'dpa'];

/** Says of a contract which language's version binds, where the site has several: that of the law, if it has one. */
function BindingVersion({ page }: Pick<InfoPageProps, 'page'>) {
  const { languages, site } = usePorts().data;
  const { language } = usePorts().wording;
  const isGerman = languages.includes('de') && ['de', 'at', 'ch'].includes(lawFor(site));
  const original = isGerman ? 'de' : 'en';
  const { binding } = useWords('info');
  if (languages.length === 1 || !CONTRACTS.includes(page)) return null;
  if (language === original) return <p className={styles['small']}>{binding.own}</p>;
  return (
    <p className={styles['small']}>
      {binding.text}
      {sentenceGap(language)}
      <a href={`${prefixOf(original)}/${page}`} hrefLang={original}>
        {binding.link[original]}
      </a>
    </p>
  );
}

// Blocks and words are fixed when the page is written and never move, so their index is a safe key.
function renderBlock(block: Block, key: number, widgets: Widgets = {}): ReactNode {
  switch (block.kind) {
    case 'text':
      return <p key={key}>{inline(block.text)}</p>;
    case 'subheading':
      return <h3 key={key}>{block.text}</h3>;
    case 'list':
      return (
        <ul key={key} className={styles['list']}>
          {block.items.map((item) => (
            <li key={String(item)}>{inline(item)}</li>
          ))}
        </ul>
      );
    case 'facts':
      return (
        <dl key={key} className={styles['facts']}>
          {block.items.map(({ term, detail }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{inline(detail)}</dd>
            </div>
          ))}
        </dl>
      );
    case 'figures':
      return (
        <dl key={key} className={styles['figures']}>
          {block.items.map(({ value, label }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <span dir="ltr">{value}</span>
              </dd>
            </div>
          ))}
        </dl>
      );
    case 'table':
      return <InfoTable key={key} {...block} />;
    case 'signup':
      return <SignupPaths key={key} />;
    case 'widget': {
      const Widget = widgets[block.widget];
      return Widget && <Widget key={key} />;
    }
  }
}

/** As links: without a script they lead to the form. */
function SignupPaths() {
  const { callsToAction } = useFrame();
  const goToSignup = useGoToSignup();
  return (
    <p className={styles['paths']}>
      {callsToAction.map(({ type, variant, label }) => (
        <Link
          key={type}
          className={buttonLink(variant)}
          href="/#signup"
          onClick={(event) => {
            event.preventDefault();
            goToSignup(type);
          }}
        >
          {label}
        </Link>
      ))}
    </p>
  );
}

function InfoTable({ caption, head, rows }: Extract<Block, { kind: 'table' }>) {
  return (
    <table className={tables['table']}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {head.map((cell) => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={JSON.stringify(row[0])}>
            {row.map((cell, column) => (
              <td key={head[column]} data-label={head[column]}>
                <span>{inline(cell)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Renders running text with its links. */
export function inline(words: Inline): ReactNode {
  if (typeof words === 'string') return words;
  return words.map((part) => {
    if (typeof part === 'string') return <Fragment key={part}>{part}</Fragment>;
    if ('code' in part) return <code key={part.code}>{part.code}</code>;
    const Anchor = part.href.startsWith('/') ? Link : 'a';
    return (
      <Anchor key={part.href} href={part.href}>
        {part.text}
      </Anchor>
    );
  });
}
