import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Settings } from '../settings.ts';
import { type Address, type Method, methods } from '../state/address.ts';
import { cut } from '../state/json.ts';
import { collectionAt, type Knowledge, type KnownType, typeOfDocument } from '../state/knowledge.ts';
import type { CheckPatterns } from '../state/patterns.ts';
import { parseTarget } from '../state/query.ts';
import { type Answer, type HeaderField, hasBody } from '../state/send.ts';
import type { Validate } from '../state/validate.ts';
import { CodeView } from './code-view.tsx';
import { DocumentView, type View } from './document-view.tsx';
import { HeadersEditor } from './headers-editor.tsx';
import type { Open } from './navigation.tsx';
import { QueryBuilder } from './query-builder.tsx';
import type { Draft } from './use-draft.ts';
import { useMistakes } from './use-mistakes.ts';
import { useNarrow } from './use-narrow.ts';
import { type Place, useRefusal } from './use-refusal.tsx';

const MAX_NAMES = 10;
const MAX_NAME = 100;

/** The documentation of the type of the request. */
export interface DocsOfRequest {
  readonly isOpen: boolean;
  readonly toggle: () => void;
  /** In a window in which it is not beside the response. */
  readonly inline: JSX.Element | undefined;
}

interface Properties {
  readonly settings: Settings;
  readonly known: Knowledge;
  readonly type: KnownType | undefined;
  readonly address: Address;
  readonly draft: Draft;
  /** The header fields to send. */
  readonly headers: readonly HeaderField[];
  /** The header fields as the user has written them. */
  readonly fields: readonly HeaderField[];
  /** The choice of the environment. */
  readonly environment: JSX.Element;
  readonly docs: DocsOfRequest;
  readonly answer: Answer | undefined;
  readonly isSending: boolean;
  readonly validate: Validate;
  readonly checkPatterns: CheckPatterns;
  readonly onAddress: (address: Address) => void;
  readonly onMethod: (method: Method) => void;
  readonly onHeaders: (headers: readonly HeaderField[]) => void;
  /** Sends the request, and returns why it cannot. */
  readonly onSubmit: () => string | undefined;
  /** Adds the change to the operations, and returns why it cannot. Absent if the server has no endpoint for operations. */
  readonly onCollect: (() => string | undefined) | undefined;
  readonly open: Open;
}

/** The request: its method and URL, and the parts from which it can be built. */
export function RequestView(properties: Properties): JSX.Element {
  const {
    settings,
    address,
    draft,
    headers,
    fields,
    docs,
    isSending,
    onAddress,
    onMethod,
    onHeaders,
    onSubmit,
    onCollect,
    open,
  } = properties;
  const offered = settings.writes ? methods : methods.filter((method) => method === 'GET');
  const isWrite = address.method !== 'GET';
  const { refuse, clear, show } = useRefusal();
  const [chosen, choose] = useState<View>('form');
  // A description that arrives later must not replace the editor in which the user is.
  const [isHeld, hold] = useState(false);
  useEffect(() => hold(false), [address.method, address.target]);
  const view = isHeld ? 'json' : chosen;
  const [showsAll, setShowsAll] = useState(false);
  useEffect(() => setShowsAll(false), [address.method, address.target]);
  useEffect(clear, [address, draft.text]);
  const { ifMatch, changes } = draft;
  const sending = { api: settings.api, address, headers, body: draft.sent, ifMatch };
  const formType = isWrite ? typeOfDocument(properties.known, address) : undefined;
  const isForm = formType !== undefined && view === 'form' && hasBody(address);
  const { method } = address;
  const form = useMistakes(
    isForm ? formType : undefined,
    draft.text,
    method === 'POST',
    draft.base?.version.resource,
    properties.checkPatterns,
  );
  /** A form is checked before it is sent. The server of an API that the page does not know well decides in the end. */
  const submit = async (at: Place, isChecked = true): Promise<void> => {
    setShowsAll(true);
    // A date that is not complete, or a text in a search that is not chosen, would be missing in the document.
    const unfinished = isForm ? document.querySelector<HTMLInputElement>('.document input:invalid') : null;
    if (unfinished !== null && isChecked) return refuse(at, unfinished.validationMessage, unfinished);
    const mistakes = isForm && isChecked ? await form.check() : new Map<string, string>();
    if (mistakes.size > 0) {
      const [name] = mistakes.keys();
      const text = `${mistakes.size === 1 ? 'One field does' : `${mistakes.size} fields do`} not fit the description.`;
      return refuse(at, text, document.getElementById(`field-${name}`));
    }
    end(at, onSubmit());
  };
  const end = (at: Place, reason: string | undefined): void => (reason === undefined ? clear() : refuse(at, reason));
  const refusalAt = (at: Place): JSX.Element | null =>
    show(
      at,
      form.shown.size > 0 && (
        <button type="button" class="small" onClick={() => void submit(at, false)}>
          Send anyway
        </button>
      ),
    );
  const isNarrow = useNarrow();
  const query = !isWrite && (
    <QueryBuilder
      known={properties.known}
      type={properties.type}
      target={address.target}
      onTarget={(target) => onAddress({ ...address, target })}
      onRun={(target) => open({ method: 'GET', target })}
    />
  );
  return (
    <section
      aria-label="Request"
      class="request"
      id="request"
      tabIndex={-1}
      // A text that the user corrects is no longer refused, also if the document does not contain it.
      onInput={clear}
    >
      <form
        class="bar"
        // The keyboard repeats a key that is held: one press sends one request.
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.repeat) event.preventDefault();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void submit('bar');
        }}
      >
        <select
          aria-label="Method"
          value={address.method}
          onChange={(event) => onMethod(event.currentTarget.value as Method)}
        >
          {offered.map((method) => (
            <option key={method}>{method}</option>
          ))}
        </select>
        <input
          id="target"
          aria-label="Path and query"
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          value={address.target}
          onInput={(event) => onAddress({ ...address, target: event.currentTarget.value })}
        />
        <button type="submit" class="primary" disabled={isWrite && !settings.writes}>
          {isSending ? 'Sending…' : 'Send'}
        </button>
        {isWrite && onCollect !== undefined && (
          <button type="button" onClick={() => end('bar', onCollect())}>
            Add to operations
          </button>
        )}
      </form>
      {refusalAt('bar')}
      {!isNarrow && query}
      {hasBody(address) && (
        <DocumentView
          {...properties}
          type={formType}
          view={view}
          onView={(next) => {
            hold(false);
            choose(next);
          }}
          onEditor={() => formType === undefined && hold(true)}
          mistakes={form.shown}
          showsAll={showsAll}
          onSubmit={() => void submit('document')}
          refusal={refusalAt('document')}
        />
      )}
      {changes !== undefined && (
        <p class="dim" role="status">
          {changes.names.length === 0
            ? 'Nothing has changed yet. The request will contain only what you change.'
            : `The request contains only what you have changed: ${namesText(changes.names)}.`}
        </p>
      )}
      {isWrite && ifMatch !== undefined && (
        <p class="dim">
          The request contains <code>If-Match: {ifMatch}</code>: it fails with 412 if the resource has changed since you
          read it.
        </p>
      )}
      {draft.base !== undefined && ifMatch === undefined && (
        <p class="warn">
          The API does not send a strong <code>ETag</code>, so the request does not have a condition: it can{' '}
          {method === 'DELETE' ? 'delete' : 'overwrite'} a change of others.
        </p>
      )}
      <div class="panels">
        {isNarrow && query}
        {properties.type !== undefined && (
          <button type="button" aria-expanded={docs.isOpen} onClick={docs.toggle}>
            Documentation<span class="detail">: {cut(properties.type.name, MAX_NAME)}</span>
          </button>
        )}
        {properties.environment}
        <details>
          <summary>Header fields{fields.length > 0 ? ` (${fields.length})` : ''}</summary>
          <HeadersEditor headers={fields} onHeaders={onHeaders} />
        </details>
        <CodeView
          title="Code"
          sending={sending}
          collection={collectionAt(properties.known, parseTarget(address.target).path)?.type}
        />
      </div>
      {docs.inline}
    </section>
  );
}

function namesText(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => cut(name, MAX_NAME));
  return `${shown.join(', ')}${names.length > MAX_NAMES ? `, and ${names.length - MAX_NAMES} more` : ''}`;
}
