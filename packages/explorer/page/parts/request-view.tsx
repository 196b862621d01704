import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Settings } from '../settings.ts';
import { type Address, type Method, methods } from '../state/address.ts';
import { collectionAt, type Knowledge, type KnownType } from '../state/knowledge.ts';
import { parseTarget } from '../state/query.ts';
import { type Answer, type HeaderField, hasBody } from '../state/send.ts';
import type { Validate } from '../state/validate.ts';
import { BodyEditor } from './body-editor.tsx';
import { CodeView } from './code-view.tsx';
import { HeadersEditor } from './headers-editor.tsx';
import type { Open } from './navigation.tsx';
import { QueryBuilder } from './query-builder.tsx';

interface Properties {
  readonly settings: Settings;
  readonly known: Knowledge;
  readonly type: KnownType | undefined;
  readonly address: Address;
  readonly body: string;
  readonly headers: readonly HeaderField[];
  readonly answer: Answer | undefined;
  readonly isSending: boolean;
  readonly validate: Validate;
  readonly ifMatch: string | undefined;
  readonly onAddress: (address: Address) => void;
  readonly onMethod: (method: Method) => void;
  readonly onBody: (body: string) => void;
  readonly onHeaders: (headers: readonly HeaderField[]) => void;
  readonly onSubmit: () => void;
  /** Adds the change to the operations, and returns why it cannot. Absent if the server has no endpoint for operations. */
  readonly onCollect: (() => string | undefined) | undefined;
  readonly open: Open;
}

/** The request: its method and URL, and the parts from which it can be built. */
export function RequestView(properties: Properties): JSX.Element {
  const {
    settings,
    address,
    body,
    headers,
    ifMatch,
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
  const [refusal, setRefusal] = useState<string>();
  useEffect(() => setRefusal(undefined), [address, body]);
  const sending = { api: settings.api, address, headers, body, ifMatch: isWrite ? ifMatch : undefined };
  return (
    <section aria-label="Request" class="request">
      <form
        class="bar"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
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
          <button type="button" onClick={() => setRefusal(onCollect())}>
            Add to operations
          </button>
        )}
      </form>
      {refusal !== undefined && (
        <p role="alert" class="bad">
          {refusal}
        </p>
      )}
      {!isWrite && (
        <QueryBuilder
          known={properties.known}
          type={properties.type}
          target={address.target}
          onTarget={(target) => onAddress({ ...address, target })}
          onRun={(target) => open({ method: 'GET', target })}
        />
      )}
      {hasBody(address) && <BodyEditor {...properties} />}
      {isWrite && ifMatch !== undefined && (
        <p class="dim">
          The request contains <code>If-Match: {ifMatch}</code>: it fails with 412 if the resource has changed since you
          read it.
        </p>
      )}
      <details>
        <summary>Header fields{headers.length > 0 ? ` (${headers.length})` : ''}</summary>
        <HeadersEditor headers={headers} onHeaders={onHeaders} />
      </details>
      <CodeView
        title="Code"
        sending={sending}
        collection={collectionAt(properties.known, parseTarget(address.target).path)?.type}
      />
    </section>
  );
}
