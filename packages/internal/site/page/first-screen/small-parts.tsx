import type { JSX } from 'preact';
import type { ShownRequest } from './first-screen-data.ts';

interface RequestChoiceProperties {
  readonly requests: readonly ShownRequest[];
  readonly request: ShownRequest;
  readonly onChoose: (request: ShownRequest) => void;
}

/** The requests of the first page. */
export function RequestChoice({ requests, request, onChoose }: RequestChoiceProperties): JSX.Element {
  return (
    <fieldset>
      <legend class="visually-hidden">Request</legend>
      {requests.map((it) => (
        <label key={it.label}>
          <input type="radio" name="request" checked={it === request} onChange={() => onChoose(it)} />
          <span>{it.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Code with colors; while it waits for that of the declaration, without them. */
export function Code({ html, waits }: { readonly html: string; readonly waits: boolean }): JSX.Element {
  return (
    <div
      class={`code ${waits ? 'waits' : ''}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a pane that scrolls
      tabIndex={0}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
