import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Small } from './controls.tsx';

/** A button that copies a string. It says so as long as the text is the same. */
export function CopyButton({ text, name }: { readonly text: string; readonly name: string }): JSX.Element | null {
  const [copied, setCopied] = useState<string>();
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(text),
      () => undefined,
    );
  const word = copied === text ? 'Copied' : 'Copy';
  // A page of another machine without TLS cannot use the clipboard.
  return isSecureContext ? (
    <Small aria-label={`${word} ${name}`} onClick={copy}>
      {word}
    </Small>
  ) : null;
}
