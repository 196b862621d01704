import type { JSX } from 'preact';
import { cut, type JsonObject, member } from '../state/json.ts';
import { shortText } from '../state/preview.ts';
import { CodeWords } from './code-words.tsx';

const MAX_ERRORS = 100;
const MAX_LENGTH = 2000;

/** Error objects, each with the place that it names. */
export function ErrorList({ errors }: { readonly errors: readonly JsonObject[] }): JSX.Element | null {
  if (errors.length === 0) return null;
  return (
    <ul class="errors">
      {errors.slice(0, MAX_ERRORS).map((error, index) => {
        const source = member(error, 'source');
        const rejection = member(member(error, 'meta'), 'rejection');
        const place = member(source, 'pointer') ?? member(source, 'parameter') ?? member(source, 'header');
        return (
          <li key={index}>
            <strong>{shortText(member(error, 'title') ?? member(error, 'code') ?? 'Error', MAX_LENGTH)}</strong>{' '}
            <CodeWords text={shortText(member(error, 'detail') ?? '', MAX_LENGTH)} />
            {typeof rejection === 'string' && <CodeWords text={` ${shortText(rejection, MAX_LENGTH)}`} />}
            {typeof place === 'string' && <code class="place">{cut(place, MAX_LENGTH) || 'the whole document'}</code>}
          </li>
        );
      })}
      {errors.length > MAX_ERRORS && <li>{errors.length - MAX_ERRORS} more errors</li>}
    </ul>
  );
}
