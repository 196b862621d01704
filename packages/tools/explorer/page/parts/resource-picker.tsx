import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { usePage } from '../hooks/use-page.ts';
import { useSearch } from '../hooks/use-search.ts';
import { cut } from '../state/json.ts';
import { Choice, Small, TextBox } from './controls.tsx';

const MAX_TEXT = 100;
const MAX_TYPES = 300;

/** Returns why a string in the search cannot stay as it is: the document does not contain it. Empty for an empty text. */
function leftoverText(label: string, type: string, text: string, isTypeWritten: boolean): string {
  if (text !== '' && type === '')
    return `“${cut(text, MAX_TEXT)}” in “${label}” has no type: write the type of the resource, too.`;
  if (text !== '')
    return `“${cut(text, MAX_TEXT)}” in “${label}” is not chosen yet: choose a result, or use the text as the id.`;
  return isTypeWritten ? `“${cut(type, MAX_TEXT)}” in “${label}” has no id: write it, or choose a result.` : '';
}

interface ResourcePickerProperties {
  /** The names of the types. Empty if the page does not know them. */
  readonly types: readonly string[];
  readonly label: string;
  readonly onPick: (type: string, id: string) => void;
}

/**
 * Searches the resources of a type. The API answers with those whose name contains the text, or with its first page. A type and an
 * id can be written, too: a string that is neither chosen nor used makes the control invalid, so that it is not forgotten.
 */
export function ResourcePicker({ types, label, onPick }: ResourcePickerProperties): JSX.Element {
  const { known } = usePage();
  const [name, setName] = useState(types[0] ?? '');
  const [isTypeWritten, setTypeWritten] = useState(false);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const { found: shown, failure, isCurrent } = useSearch(name, text, isOpen);
  const id = text.trim();
  const typed = id.toLowerCase();
  const isKnown = shown.some((it) => it.id === id);
  const pick = (picked: string): void => {
    onPick(name, picked);
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
  const result = failure ?? (shown.length === 0 ? 'No resource is found.' : '');
  const status = name === '' ? 'Write the type first.' : isCurrent ? result : 'Searching…';
  const listId = `types-of-${label}`;
  return (
    <div class="picker">
      <div class="row">
        {types.length > 1 && <Choice aria-label={`Type of ${label}`} value={name} options={types} onChoose={setName} />}
        {types.length === 0 && (
          <>
            <TextBox
              aria-label={`Type of ${label}`}
              placeholder="Type, such as people"
              autocapitalize="off"
              list={listId}
              value={name}
              onText={(written) => {
                setName(written.trim());
                setTypeWritten(written.trim() !== '');
              }}
            />
            <datalist id={listId}>
              {[...known.keys()].slice(0, MAX_TYPES).map((it) => (
                <option key={it} value={it} />
              ))}
            </datalist>
          </>
        )}
        <TextBox
          type="search"
          id={`field-${label}`}
          control={(element) => element?.setCustomValidity(leftover)}
          aria-label={`Search ${label}`}
          placeholder={name === '' ? 'Id' : `Search ${cut(name, MAX_TEXT)}, or write an id`}
          value={text}
          onFocus={() => setOpen(true)}
          onText={(written) => {
            setText(written);
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
        {isOpen && <Small onClick={() => setOpen(false)}>Close</Small>}
      </div>
      {types.length === 0 && (
        <p class="dim">The page does not know the type of this relationship. Write a type and an id.</p>
      )}
      {isOpen && (
        <ul class="found" aria-label={`Results for ${label}`}>
          {shown.map((it) => (
            <li key={it.id} class="result">
              <Small onClick={() => pick(it.id)}>
                {cut(it.label, MAX_TEXT)} <span class="dim">{cut(it.id, MAX_TEXT)}</span>
              </Small>
            </li>
          ))}
          {id !== '' && !isKnown && name !== '' && (
            <li class="result">
              <Small onClick={() => pick(id)}>Use the id “{cut(id, MAX_TEXT)}”</Small>
            </li>
          )}
        </ul>
      )}
      {isOpen && (
        <p role="status" class={failure === undefined || name === '' ? 'dim' : 'bad'}>
          {status}
        </p>
      )}
    </div>
  );
}
