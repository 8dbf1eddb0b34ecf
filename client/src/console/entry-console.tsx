import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Console } from './console.tsx';
import { Failed } from './failed.tsx';
import '../styles/index.css';

// The growth console's own root: no consent, no analytics, nothing of the public pages but their look.
const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root to fill');
createRoot(root).render(
  <ErrorBoundary fallback={<Failed />}>
    <Console brand={root.dataset['brand'] ?? ''} />
  </ErrorBoundary>,
);
