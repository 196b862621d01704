import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Small } from './controls.tsx';

/** The browser must not lay out a long text at once. */
const LENGTH = 1000;
const MORE = 20_000;

/**
 * A string that shows its beginning, and more on request.
 *
 * @param isJson Whether to show the text as JSON. Only the shown part is written as JSON.
 */
export function LongText({ text, isJson = false }: { readonly text: string; readonly isJson?: boolean }): JSX.Element {
  const [length, setLength] = useState(LENGTH);
  const shown = isJson ? JSON.stringify(text.slice(0, length)) : text.slice(0, length);
  if (text.length <= length) return <>{shown}</>;
  return (
    <>
      {isJson ? shown.slice(0, -1) : shown}…{' '}
      <Small onClick={() => setLength(length + MORE)}>{text.length - length} more characters</Small>
    </>
  );
}
