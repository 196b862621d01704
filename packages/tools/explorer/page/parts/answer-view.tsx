import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { usePage } from '../hooks/use-page.ts';
import { formatAddress } from '../state/address.ts';
import { cut, errorsOf } from '../state/json.ts';
import { AnswerNotes } from './answer-notes.tsx';
import { AnswerTabs } from './answer-tabs.tsx';
import { Small } from './controls.tsx';
import { ErrorList } from './error-list.tsx';
import { PageLinks } from './page-links.tsx';

const MAX_TARGET = 200;
/** A response of which less is in the window is not seen. */
const MARGIN = 80;
const CANCELED = 'You have canceled the request. If it changes data, the server can have executed it.';

/** The response: its status, what the user can do next, and its document. */
export function AnswerView(): JSX.Element {
  const { known, address, requests } = usePage();
  const { answer, failure, isSending } = requests;
  const isOther = answer !== undefined && formatAddress(answer.address) !== formatAddress(address);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // The response to a change can be below a long form, out of sight. The list of operations shows their results by itself.
    if (answer === undefined || isOther || answer.address.method === 'GET') return;
    const { top = 0 } = section.current?.getBoundingClientRect() ?? {};
    if (top > innerHeight - MARGIN) section.current?.scrollIntoView({ block: 'nearest' });
  }, [answer]);
  // How to begin, as long as there is no response.
  const startText =
    known.size > 0
      ? 'Choose a type, or write a path and press Send.'
      : 'Write the path of a collection, such as /articles, and press Send.';
  return (
    <section aria-label="Response" class="answer" aria-busy={isSending} ref={section}>
      <p role="status" class="summary">
        {answer === undefined ? (
          <span class={failure === undefined ? 'dim' : 'bad'}>{failure ?? (isSending ? 'Sending…' : startText)}</span>
        ) : (
          <>
            <strong class={`status s${String(answer.status).charAt(0)}`}>
              {answer.status} {answer.statusText}
            </strong>
            <span class="dim">
              {isOther && `${answer.address.method} ${cut(answer.address.target, MAX_TARGET)}, `}
              {answer.milliseconds.toFixed(0)} ms, {sizeText(answer.bytes)}
              {answer.isCut && ': the page has stopped reading here'}
            </span>
          </>
        )}
      </p>
      {isSending && (
        <Small class="small cancel" onClick={() => requests.fail(CANCELED)}>
          Cancel the request
        </Small>
      )}
      {answer !== undefined && (
        <>
          <AnswerNotes answer={answer} />
          <PageLinks document={answer.document} />
          <ErrorList errors={errorsOf(answer.document)} />
        </>
      )}
      <AnswerTabs answer={answer} />
    </section>
  );
}

function sizeText(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const kibibytes = bytes / 1024;
  return kibibytes < 1000 ? `${kibibytes.toFixed(1)} KiB` : `${(kibibytes / 1024).toFixed(1)} MiB`;
}
