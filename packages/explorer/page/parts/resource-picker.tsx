import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Settings } from '../settings.ts';
import { labelField, labelOf } from '../state/form.ts';
import { cut, isObject, type JsonObject, member } from '../state/json.ts';
import type { Knowledge, KnownType } from '../state/knowledge.ts';
import { formatTarget, type Parameter } from '../state/query.ts';
import { type HeaderField, send } from '../state/send.ts';

/** Where the picker searches. */
export interface PickerContext {
  readonly settings: Settings;
  readonly known: Knowledge;
  readonly headers: readonly HeaderField[];
}

interface Found {
  readonly id: string;
  readonly label: string;
}

const MAX_FOUND = 20;
const MAX_TEXT = 100;
const DELAY = 250;
/** The operators that find a part of a text, the best first. */
const searching = ['iContains', 'contains', 'iStartsWith', 'startsWith'];

/** Returns the target that searches the resources of a type for a text. */
export function searchTarget(type: KnownType, text: string): string {
  const field = labelField(type);
  const operator = searching.find((it) => field?.operators.includes(it));
  const parameters: Parameter[] = [];
  if (text !== '' && field !== undefined && operator !== undefined) {
    // A comma separates values, and a backslash escapes it.
    parameters.push([`filter[${field.name}][${operator}]`, text.replaceAll(/[\\,]/g, '\\$&')]);
  }
  if (type.pageSize !== undefined) parameters.push([type.pageSize.parameter, `${MAX_FOUND}`]);
  return formatTarget({ path: type.path, parameters });
}

/** Searches the resources of a type. The API answers with those whose name contains the text, or with its first page. */
export function ResourcePicker({
  context,
  types,
  label,
  onPick,
}: {
  readonly context: PickerContext;
  /** The names of the types. */
  readonly types: readonly string[];
  readonly label: string;
  readonly onPick: (type: string, id: string) => void;
}): JSX.Element {
  const { settings, known, headers } = context;
  const [name, setName] = useState(types[0] ?? '');
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [found, setFound] = useState<readonly Found[]>();
  const [failure, setFailure] = useState<string>();
  const type = known.get(name);
  useEffect(() => {
    if (!isOpen) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      const target = type === undefined ? `/${encodeURIComponent(name)}` : searchTarget(type, text);
      const address = { method: 'GET', target } as const;
      send({ api: settings.requests, address, headers, body: '', ifMatch: undefined }, controller.signal).then(
        ({ document, status }) => {
          const data = member(document, 'data');
          setFailure(status < 300 ? undefined : `The server responds with ${status}.`);
          setFound((Array.isArray(data) ? data : []).filter(isObject).flatMap((it) => foundOf(it, type)));
        },
        (error: unknown) => {
          if (!controller.signal.aborted) setFailure(error instanceof Error ? error.message : 'The request failed.');
        },
      );
    }, DELAY);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [isOpen, name, text, type]);
  const typed = text.trim().toLowerCase();
  // An API without such a filter answers with its first page.
  const shown = (found ?? [])
    .filter(({ id, label: it }) => `${id} ${it}`.toLowerCase().includes(typed))
    .slice(0, MAX_FOUND);
  const pick = (id: string): void => {
    onPick(name, id);
    setText('');
    setOpen(false);
  };
  const isKnown = shown.some(({ id }) => id === text.trim());
  return (
    <div class="picker">
      <div class="row">
        {types.length > 1 && (
          <select aria-label={`Type of ${label}`} value={name} onChange={(event) => setName(event.currentTarget.value)}>
            {types.map((it) => (
              <option key={it}>{it}</option>
            ))}
          </select>
        )}
        {types.length === 0 && (
          <input
            aria-label={`Type of ${label}`}
            placeholder="type"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
        <input
          type="search"
          aria-label={`Search ${label}`}
          placeholder={`Search ${cut(name, MAX_TEXT) || 'resources'}, or write an id`}
          autocomplete="off"
          spellcheck={false}
          value={text}
          onFocus={() => setOpen(true)}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setOpen(true);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setOpen(false);
            if (event.key !== 'Enter') return;
            // Enter picks the only result, and does not send the form.
            event.preventDefault();
            const [first] = shown;
            if (first !== undefined && shown.length === 1) pick(first.id);
            else if (isKnown) pick(text.trim());
          }}
        />
        {isOpen && (
          <button type="button" class="small" onClick={() => setOpen(false)}>
            Close
          </button>
        )}
      </div>
      {isOpen && (
        <ul class="found" aria-label={`Results for ${label}`}>
          {shown.map(({ id, label: it }) => (
            <li key={id} class="result">
              <button type="button" class="small" onClick={() => pick(id)}>
                {cut(it, MAX_TEXT)} <span class="dim">{cut(id, MAX_TEXT)}</span>
              </button>
            </li>
          ))}
          {typed !== '' && !isKnown && name !== '' && (
            <li class="result">
              <button type="button" class="small" onClick={() => pick(text.trim())}>
                Use the id “{cut(text.trim(), MAX_TEXT)}”
              </button>
            </li>
          )}
        </ul>
      )}
      {isOpen && (
        <p role="status" class={failure === undefined ? 'dim' : 'bad'}>
          {failure ?? (found === undefined ? 'Searching…' : shown.length === 0 ? 'No resource is found.' : '')}
        </p>
      )}
    </div>
  );
}

function foundOf(resource: JsonObject, type: KnownType | undefined): readonly Found[] {
  const id = member(resource, 'id');
  return typeof id === 'string' ? [{ id, label: labelOf(resource, labelField(type)) }] : [];
}
