import type { JSX } from 'preact';

/** Returns a message with the names in backticks as code. */
export function withCode(message: string): readonly (JSX.Element | string)[] {
  return message.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
