import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { KnownType } from '../state/knowledge.ts';
import { hasBody, rejectionOf, type Sending, urlOf } from '../state/send.ts';
import { toClient } from '../text/client-code.ts';
import { toCurl, toFetch } from '../text/code.ts';
import { CopyButton } from './copy-button.tsx';

/** The browser must not lay out a long document three times. */
const MAX_BODY = 100_000;

interface Properties {
  readonly sending: Sending;
  /** The type of the collection in the path, for the call of the client. */
  readonly collection?: KnownType | undefined;
}

/** The request as a command, as JavaScript, and as a call of the client. Written only while it is open. */
export function CodeView({ title, ...properties }: Properties & { readonly title: string }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && <Code {...properties} />}
    </details>
  );
}

function Code({ sending, collection }: Properties): JSX.Element {
  const { address, body } = sending;
  const url = urlOf(sending);
  if (url === undefined) return <p>{rejectionOf(address.target)}</p>;
  if (hasBody(address) && body.length > MAX_BODY) return <p>The document is too long: {body.length} characters.</p>;
  const client = toClient(sending, collection);
  return (
    <>
      <CodeBlock title="curl" text={toCurl(sending, url)} />
      <CodeBlock title="fetch" text={toFetch(sending, url)} />
      {client !== undefined && <CodeBlock title="@linkage/client" text={client} />}
    </>
  );
}

function CodeBlock({ title, text }: { readonly title: string; readonly text: string }): JSX.Element {
  return (
    <figure class="code">
      <figcaption>
        {title}
        <CopyButton text={text} name={title} />
      </figcaption>
      <section class="plain" aria-label={title} tabIndex={0}>
        <pre>{text}</pre>
      </section>
    </figure>
  );
}
