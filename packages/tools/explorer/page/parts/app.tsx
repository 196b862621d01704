import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useWide } from '../hooks/use-narrow.ts';
import { type Checks, PageProvider, usePageState } from '../hooks/use-page.ts';
import type { Settings } from '../state/settings.ts';
import { AnswerView } from './answer-view.tsx';
import { Commands } from './commands.tsx';
import { ConflictView } from './conflict-view.tsx';
import { Small } from './controls.tsx';
import { DeletionDialog } from './deletion-dialog.tsx';
import { Navigation } from './navigation.tsx';
import { OperationsView } from './operations-view.tsx';
import { RequestTabs } from './request-tabs.tsx';
import { RequestView } from './request-view.tsx';
import { StartView } from './start-view.tsx';
import { TypeDocs } from './type-docs.tsx';

/** The page. */
export function App({ settings, ...checks }: Checks & { readonly settings: Settings }): JSX.Element {
  const page = usePageState(settings, checks);
  const { type, deletion, requests, address } = page;
  const [showsDocs, setShowsDocs] = useState(false);
  const isWide = useWide();
  // What is above the response must not push it out of sight.
  useEffect(() => {
    if (!isWide) setShowsDocs(false);
  }, [requests.answer]);
  const docs = showsDocs && type !== undefined ? <TypeDocs key={type.name} type={type} /> : undefined;
  const inline = isWide ? undefined : docs;
  return (
    <PageProvider value={page}>
      <button type="button" class="skip" onClick={() => document.getElementById('target')?.focus()}>
        Skip to the request
      </button>
      <Navigation />
      <main>
        <RequestTabs />
        <RequestView docs={{ isOpen: showsDocs, toggle: () => setShowsDocs(!showsDocs), inline }} />
        <OperationsView />
        <ConflictView />
        {address.method === 'GET' && address.target === '/' && <StartView />}
        <AnswerView />
      </main>
      {isWide && docs !== undefined && (
        <aside aria-label="Documentation" tabIndex={0}>
          <Small class="small close" onClick={() => setShowsDocs(false)}>
            Close
          </Small>
          {docs}
        </aside>
      )}
      <Commands />
      {deletion !== undefined && <DeletionDialog deletion={deletion} />}
    </PageProvider>
  );
}
