import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { createQueryClient } from './query-client';
import { createAppRouter } from './router';
import './styles.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element');
const queryClient = createQueryClient();
const reactRoot = createRoot(root);
// A transition keeps the page responsive while the first screen renders.
startTransition(() =>
  reactRoot.render(
    <StrictMode>
      <App router={createAppRouter(queryClient)} queryClient={queryClient} />
    </StrictMode>,
  ),
);
