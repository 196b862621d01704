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
const MAX_TYPES = 300;
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

/** The response to a search. */
interface Search {
  /** The type and the text that were searched for. */
  readonly key: string;
  readonly found: readonly Found[];
  readonly failure?: string;
}

/** Returns why a text in the search cannot stay as it is: the document does not contain it. Empty for an empty text. */
export function leftoverText(label: string, type: string, text: string, isTypeWritten: boolean): string {
  if (text !== '' && type === '')
    return `“${cut(text, MAX_TEXT)}” in “${label}” has no type: write the type of the resource, too.`;
  if (text !== '')
    return `“${cut(text, MAX_TEXT)}” in “${label}” is not chosen yet: choose a result, or use the text as the id.`;
  return isTypeWritten ? `“${cut(type, MAX_TEXT)}” in “${label}” has no id: write it, or choose a result.` : '';
}

/**
 * Searches the resources of a type. The API answers with those whose name contains the text, or with its first page. A type and an
 * id can be written, too: a text that is neither chosen nor used makes the control invalid, so that it is not forgotten.
 */
export function ResourcePicker({
  context,
  types,
  label,
  onPick,
}: {
  readonly context: PickerContext;
  /** The names of the types. Empty if the page does not know them. */
  readonly types: readonly string[];
  readonly label: string;
  /** Receives the name of the resource, too. Empty if the search has not found it. */
  readonly onPick: (type: string, id: string, label: string) => void;
}): JSX.Element {
  const { settings, known, headers } = context;
  const [name, setName] = useState(types[0] ?? '');
  const [isTypeWritten, setTypeWritten] = useState(false);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState<Search>();
  const type = known.get(name);
  const key = `${name} ${text}`;
  useEffect(() => {
    if (!isOpen || name === '') return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      const target = type === undefined ? `/${encodeURIComponent(name)}` : searchTarget(type, text);
      const address = { method: 'GET', target } as const;
      const sending = { api: settings.requests, apiUrl: settings.api, address, headers, body: '', ifMatch: undefined };
      send(sending, controller.signal).then(
        ({ document, status }) => {
          const data = member(document, 'data');
          const found = (Array.isArray(data) ? data : []).filter(isObject).flatMap((it) => foundOf(it, type));
          const failure = `The server responds with ${status} to GET ${cut(target, MAX_TEXT)}.`;
          setSearch({ key, found, ...(status >= 300 && { failure }) });
        },
        (error: unknown) => {
          const failure = error instanceof Error ? error.message : 'The request failed.';
          if (!controller.signal.aborted) setSearch({ key, found: [], failure });
        },
      );
    }, DELAY);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [isOpen, name, text, type]);
  const id = text.trim();
  const typed = id.toLowerCase();
  // An API without such a filter answers with its first page.
  const shown = (search?.found ?? [])
    .filter((it) => `${it.id} ${it.label}`.toLowerCase().includes(typed))
    .slice(0, MAX_FOUND);
  const isCurrent = search?.key === key;
  const isKnown = shown.some((it) => it.id === id);
  const pick = (picked: string): void => {
    onPick(name, picked, shown.find((it) => it.id === picked)?.label ?? '');
    setText('');
    setTypeWritten(false);
    setOpen(false);
  };
  /** Picks what can only be meant: the id that is written, or the only result with the name. */
  const pickMeant = (): void => {
    const [first] = shown;
    if (isKnown || (id !== '' && name !== '' && isCurrent && first === undefined)) pick(id);
    else if (first !== undefined && shown.length === 1 && first.label.toLowerCase().includes(typed)) pick(first.id);
  };
  const leftover = leftoverText(label, name, id, isTypeWritten);
  const listId = `types-of-${label}`;
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
          <>
            <input
              aria-label={`Type of ${label}`}
              placeholder="Type, such as people"
              autocomplete="off"
              autocapitalize="off"
              spellcheck={false}
              list={listId}
              value={name}
              onInput={(event) => {
                setName(event.currentTarget.value.trim());
                setTypeWritten(event.currentTarget.value.trim() !== '');
              }}
            />
            <datalist id={listId}>
              {[...known.keys()].slice(0, MAX_TYPES).map((it) => (
                <option key={it} value={it} />
              ))}
            </datalist>
          </>
        )}
        <input
          type="search"
          id={`field-${label}`}
          ref={(element) => element?.setCustomValidity(leftover)}
          aria-label={`Search ${label}`}
          placeholder={name === '' ? 'Id' : `Search ${cut(name, MAX_TEXT)}, or write an id`}
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
            // Enter does not send the form.
            event.preventDefault();
            pickMeant();
          }}
        />
        {isOpen && (
          <button type="button" class="small" onClick={() => setOpen(false)}>
            Close
          </button>
        )}
      </div>
      {types.length === 0 && (
        <p class="dim">The page does not know the type of this relationship. Write a type and an id.</p>
      )}
      {isOpen && (
        <ul class="found" aria-label={`Results for ${label}`}>
          {shown.map((it) => (
            <li key={it.id} class="result">
              <button type="button" class="small" onClick={() => pick(it.id)}>
                {cut(it.label, MAX_TEXT)} <span class="dim">{cut(it.id, MAX_TEXT)}</span>
              </button>
            </li>
          ))}
          {id !== '' && !isKnown && name !== '' && (
            <li class="result">
              <button type="button" class="small" onClick={() => pick(id)}>
                Use the id “{cut(id, MAX_TEXT)}”
              </button>
            </li>
          )}
        </ul>
      )}
      {isOpen && (
        <p role="status" class={search?.failure === undefined || name === '' ? 'dim' : 'bad'}>
          {name === '' ? 'Write the type first.' : statusOf(isCurrent ? search : undefined, shown.length)}
        </p>
      )}
    </div>
  );
}

function statusOf(search: Search | undefined, count: number): string {
  if (search === undefined) return 'Searching…';
  return search.failure ?? (count === 0 ? 'No resource is found.' : '');
}

function foundOf(resource: JsonObject, type: KnownType | undefined): readonly Found[] {
  const id = member(resource, 'id');
  return typeof id === 'string' ? [{ id, label: labelOf(resource, labelField(type)) }] : [];
}
