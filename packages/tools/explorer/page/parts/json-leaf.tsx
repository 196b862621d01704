import type { JSX } from 'preact';
import { formatAddress } from '../state/address.ts';
import type { Json } from '../state/json.ts';
import { LongText } from './long-text.tsx';
import { follow, type Open } from './navigation.tsx';

interface Properties {
  readonly value: Json;
  readonly targetOf: (link: string) => string | undefined;
  readonly open: Open;
}

/** A value without members. A URL of the API is a link. */
export function JsonLeaf({ value, targetOf, open }: Properties): JSX.Element {
  if (typeof value !== 'string') {
    const text =
      value === null ? 'null' : Array.isArray(value) ? '[]' : typeof value === 'object' ? '{}' : String(value);
    return <span class={value === null ? 'null' : typeof value}>{text}</span>;
  }
  const target = /^(?:https?:\/)?\//.test(value) ? targetOf(value) : undefined;
  if (target === undefined)
    return (
      <span class="string">
        <LongText text={value} isJson />
      </span>
    );
  return (
    <a
      class="string"
      href={formatAddress({ method: 'GET', target })}
      onClick={(event) => follow(event, () => open({ method: 'GET', target }))}
    >
      <LongText text={value} isJson />
    </a>
  );
}
