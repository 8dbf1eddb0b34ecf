import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import '../ui/input-method.ts';
import { loadCode } from '../ui/load-code.ts';
import { proof } from './api/growth-api.ts';
import { Console } from './console-view.tsx';
import { LINK } from './session/sign-in.tsx';
import { Failed } from './ui/panel.tsx';
import '../styles/index.css';
import './console.css';

// The entry of the growth console: no consent, no analytics, and only the styles of the public pages.
const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root to fill');
// The signs and digits of a change are in faces that would come with the first change, and what is beside it would move.
for (const name of ['Archivo', 'Instrument Sans', 'JetBrains Mono'])
  void document.fonts.load(`1em '${name}'`, '−0');
proof.ask = async () =>
  (await (await loadCode(() => import('./people/passkey.ts'))).signInByPasskey()).ok;
// In a tab with the console open, a link changes only what follows the #.
addEventListener('hashchange', () => LINK.test(location.hash) && location.reload());
createRoot(root).render(
  <ErrorBoundary fallback={<Failed />}>
    <Console
      brand={root.dataset['brand'] ?? ''}
      siteUrl={root.dataset['url'] ?? location.origin}
      sendsMail={root.dataset['mail'] === 'on'}
      languages={root.dataset['languages'] ?? ''}
    />
  </ErrorBoundary>,
);
