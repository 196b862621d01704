import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { KnownType } from '../state/knowledge.ts';
import type { Sending } from '../state/send.ts';
import { toClient } from '../text/client-code.ts';
import { toCurl, toFetch } from '../text/code.ts';

/** The request as a command, as JavaScript, and as a call of the client. */
export function CodeView({
  sending,
  collection,
}: {
  readonly sending: Sending;
  readonly collection: KnownType | undefined;
}): JSX.Element {
  const client = toClient(sending, collection);
  return (
    <>
      <CodeBlock title="curl" text={toCurl(sending)} />
      <CodeBlock title="fetch" text={toFetch(sending)} />
      {client !== undefined && <CodeBlock title="@linkage/client" text={client} />}
    </>
  );
}

function CodeBlock({ title, text }: { readonly title: string; readonly text: string }): JSX.Element {
  const [copied, setCopied] = useState<string>();
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(text),
      () => undefined,
    );
  return (
    <figure class="code">
      <figcaption>
        {title}
        <button type="button" class="small" aria-label={`Copy ${title}`} onClick={copy}>
          {copied === text ? 'Copied' : 'Copy'}
        </button>
      </figcaption>
      <section class="plain" aria-label={title} tabIndex={0}>
        <pre>{text}</pre>
      </section>
    </figure>
  );
}
