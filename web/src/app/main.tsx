import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import * as language from '#strings/language';
import { App } from './app';
import { createQueryClient } from './query-client';
import { createAppRouter } from './router';
import './styles.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to draw in');
document.documentElement.lang = language.tag;
const queryClient = createQueryClient();
const page = createRoot(root);
// Bit by bit: drawn in one go, the first screen would hold up whoever begins to type.
startTransition(() =>
  page.render(
    <StrictMode>
      <App router={createAppRouter(queryClient)} queryClient={queryClient} />
    </StrictMode>,
  ),
);
