import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useNarrow } from '../hooks/use-narrow.ts';
import { usePage } from '../hooks/use-page.ts';
import { useSubmission } from '../hooks/use-submission.ts';
import { cut } from '../state/json.ts';
import { collectionAt } from '../state/knowledge.ts';
import { parseTarget } from '../state/query.ts';
import { hasBody } from '../state/send.ts';
import { relationshipOfDocument, typeOfDocument } from '../state/targets.ts';
import { CodeView } from './code-view.tsx';
import { DocumentView, type View } from './document-view.tsx';
import { EnvironmentView } from './environment-view.tsx';
import { HeadersEditor } from './headers-editor.tsx';
import { QueryBuilder } from './query-builder.tsx';
import { RequestBar } from './request-bar.tsx';

const MAX_NAMES = 10;
const MAX_NAME = 100;

/** The documentation of the type of the request. */
export interface DocsOfRequest {
  readonly isOpen: boolean;
  readonly toggle: () => void;
  /** In a window in which it is not beside the response. */
  readonly inline: JSX.Element | undefined;
}

/** The request: its method and URL, and the parts from which it can be built. */
export function RequestView({ docs }: { readonly docs: DocsOfRequest }): JSX.Element {
  const { settings, known, type, address, setAddress, draft, headers, open, tabs } = usePage();
  const { method, target } = address;
  const [chosen, choose] = useState<View>('form');
  // A description that arrives later must not replace the editor in which the user is.
  const [isHeld, hold] = useState(false);
  useEffect(() => hold(false), [method, target]);
  const view = isHeld ? 'json' : chosen;
  const formType = useMemo(() => typeOfDocument(known, address), [known, method, target]);
  const field = relationshipOfDocument(known, address);
  const isForm = view === 'form' && hasBody(address);
  const submission = useSubmission(isForm ? formType : undefined, isForm && (formType ?? field) !== undefined);
  const isNarrow = useNarrow();
  const query = method === 'GET' && (
    <QueryBuilder
      known={known}
      type={type}
      target={target}
      hasRelatedQueries={settings.relatedQueries !== undefined}
      onTarget={(next) => setAddress({ method, target: next })}
      onRun={(next) => open({ method, target: next })}
    />
  );
  return (
    <section
      aria-label="Request"
      class="request"
      id="request"
      tabIndex={-1}
      // A string that the user corrects is no longer rejected, also if the document does not contain it.
      onInput={submission.clear}
    >
      <RequestBar submission={submission} />
      {!isNarrow && query}
      {hasBody(address) && (
        <DocumentView
          type={formType}
          field={field}
          view={view}
          onView={(next) => {
            hold(false);
            choose(next);
          }}
          onEditor={() => (formType ?? field) === undefined && hold(true)}
          submission={submission}
        />
      )}
      <DraftNotes />
      <div class="panels">
        {isNarrow && query}
        {type !== undefined && (
          <button type="button" aria-expanded={docs.isOpen} onClick={docs.toggle}>
            Documentation<span class="detail">: {cut(type.name, MAX_NAME)}</span>
          </button>
        )}
        <EnvironmentView />
        <HeadersEditor />
        <CodeView
          title="Code"
          sending={{ ...settings, address, headers, body: draft.sent, ifMatch: draft.ifMatch }}
          collection={collectionAt(known, parseTarget(target).path)?.type}
        />
        <button type="button" onClick={tabs.add}>
          Add a tab
        </button>
      </div>
      {docs.inline}
    </section>
  );
}

/** What the request changes, and on which condition. */
function DraftNotes(): JSX.Element {
  const { address, draft } = usePage();
  const { base, changes, ifMatch } = draft;
  return (
    <>
      {changes !== undefined && (
        <p class="dim" role="status">
          {changes.names.length === 0
            ? 'Nothing has changed yet. The request will contain only what you change.'
            : `The request contains only what you have changed: ${namesText(changes.names)}.`}
        </p>
      )}
      {ifMatch !== undefined && (
        <p class="dim">
          The request contains <code>If-Match: {ifMatch}</code>: it fails with 412 if the resource has changed since you
          read it.
        </p>
      )}
      {base !== undefined && ifMatch === undefined && (
        <p class="warn">
          The API does not send a strong <code>ETag</code>, so the request does not have a condition: it can{' '}
          {address.method === 'DELETE' ? 'delete' : 'overwrite'} a change of others.
        </p>
      )}
    </>
  );
}

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => cut(name, MAX_NAME));
  return `${shown.join(', ')}${names.length > MAX_NAMES ? `, and ${names.length - MAX_NAMES} more` : ''}`;
}
