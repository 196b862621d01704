import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { withCode } from '../shared/with-code.tsx';
import type { Validation } from './check-text.ts';
import { fromRest } from './from-rest.ts';

/** A longer text is not offered as a document of JSON:API. */
const MAX_PLAIN = 1_000_000;

interface Properties {
  readonly text: string;
  readonly validation: Validation | undefined;
  /** The kind of the last pasted text. */
  readonly readAs: string | undefined;
  /** The changes that the page made to plain JSON. */
  readonly changes: readonly string[];
  readonly onConvert: (text: string, changes: readonly string[]) => void;
}

function convert(text: string): ReturnType<typeof fromRest> {
  if (text.length > MAX_PLAIN) return undefined;
  try {
    return fromRest(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Says how the page reads a pasted text, and offers to convert plain JSON to JSON:API. */
export function PasteNotes({ text, validation, readAs, changes, onConvert }: Properties): JSX.Element {
  const hasIssues = (validation?.issues?.length ?? 0) > 0;
  const converted = useMemo(() => (hasIssues ? convert(text) : undefined), [hasIssues, text]);
  return (
    <div class="remark">
      {readAs !== undefined && (
        <p>
          Read as {readAs}.{' '}
          <button type="button" onClick={() => document.getElementById('message')?.focus()}>
            Change
          </button>
        </p>
      )}
      {converted !== undefined && (
        <p>
          This is JSON, but not a document of JSON:API.{' '}
          <button
            type="button"
            onClick={() => onConvert(JSON.stringify(converted.document, null, 2), converted.changes)}
          >
            Show it as JSON:API
          </button>
        </p>
      )}
      {changes.length > 0 && (
        <ul aria-label="Changes">
          {changes.map((it) => (
            <li key={it}>{withCode(it)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
