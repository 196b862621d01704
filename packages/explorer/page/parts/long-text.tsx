import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

/** The browser must not lay out a long text at once. */
const LENGTH = 2000;
const MORE = 20_000;

/** A text that shows its beginning, and more on request. */
export function LongText({ text }: { readonly text: string }): JSX.Element {
  const [length, setLength] = useState(LENGTH);
  if (text.length <= length) return <>{text}</>;
  return (
    <>
      {text.slice(0, length)}…{' '}
      <button type="button" class="small" onClick={() => setLength(length + MORE)}>
        {text.length - length} more characters
      </button>
    </>
  );
}
