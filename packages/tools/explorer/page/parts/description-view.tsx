import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { cut } from '../state/json.ts';
import type { Description } from './use-description.ts';

const MAX_LENGTH = 200;

/** The source of the types and fields that the page knows, and a field for the URL of another one. */
export function DescriptionView({ description }: { readonly description: Description }): JSX.Element {
  const { described, source, read } = description;
  const [url, setUrl] = useState('');
  return (
    <details class="description">
      <summary>Description{described === undefined ? '' : `: ${described.kind}`}</summary>
      <p class="dim break">
        {source === undefined
          ? 'The page learns types and fields from documents. A description, such as an OpenAPI document in JSON, tells all of them.'
          : cut(source, MAX_LENGTH)}
      </p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (url.trim() !== '') read(url.trim());
        }}
      >
        <input
          aria-label="URL of a description"
          placeholder="/openapi.json"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={url}
          onInput={(event) => setUrl(event.currentTarget.value)}
        />
        <button type="submit" class="small">
          Read
        </button>
      </form>
    </details>
  );
}

/** Why the page has no description, although it has tried to read one. */
export function DescriptionFailure({ failure }: Pick<Description, 'failure'>): JSX.Element {
  return (
    <p role="status" class="bad">
      {failure !== undefined && `The description cannot be read: ${cut(failure, MAX_LENGTH)}`}
    </p>
  );
}
