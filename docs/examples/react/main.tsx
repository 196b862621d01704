import { QueryClientProvider } from '@tanstack/react-query';
import { ReactQueryDevtools } from '@tanstack/react-query-devtools';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Article } from './article.tsx';
import { Drafts } from './drafts.tsx';
import { List, Scroll } from './lists.tsx';
import { queryClient, start } from './page.ts';

function App() {
  const [id, setId] = useState<string>();
  const [screen, setScreen] = useState<'list' | 'scroll'>('list');
  return (
    <QueryClientProvider client={queryClient}>
      <nav>
        <button type="button" onClick={() => setScreen('list')}>
          List
        </button>
        <button type="button" onClick={() => setScreen('scroll')}>
          Scroll
        </button>
      </nav>
      <main>{screen === 'list' ? <List onOpen={setId} /> : <Scroll />}</main>
      {id !== undefined && <Article id={id} key={id} onClose={() => setId(undefined)} />}
      <Drafts />
      <ReactQueryDevtools />
    </QueryClientProvider>
  );
}

await start(document.querySelector('#state')?.textContent ?? '');
createRoot(document.querySelector('#root') as Element).render(<App />);
