import { Logo } from '../ui/logo.tsx';
import frame from './console-frame.module.css';
import panel from './ui/panel.module.css';
import heading from './ui/view-heading.module.css';
import { commonWords } from './words/console-messages.ts';

export const Brand = ({ brand }: { brand: string }) => (
  <p className={`brand ${frame['brand']}`}>
    <Logo />
    {brand} <span>{commonWords.console}</span>
  </p>
);

/** The frame of the page until its view is known. The server sends it, so that it is painted before a script has come. */
export const FirstView = ({ brand }: { brand: string }) => (
  <>
    <header className={frame['header']}>
      <Brand brand={brand} />
      <div className={frame['nav']} />
    </header>
    <main className={frame['main']}>
      <div className={heading['row']}>
        <p role="status">{commonWords.waiting}</p>
      </div>
      <div className={panel['panel']} data-waiting="true" />
    </main>
  </>
);
