import type { JSX } from 'preact';

/** A string in which words between backticks are code, as in the messages of the validator and of many servers. */
export function CodeWords({ text }: { readonly text: string }): JSX.Element {
  const parts = text.split('`');
  if (parts.length % 2 === 0) return <>{text}</>;
  return <>{parts.map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}</>;
}
