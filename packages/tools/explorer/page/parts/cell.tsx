import type { JSX } from 'preact';
import { usePage } from '../hooks/use-page.ts';
import { cut, hrefOf, isObject, type Json, type JsonObject, member } from '../state/json.ts';
import { shortText } from '../state/preview.ts';
import { keyOf } from '../state/resource-places.ts';
import { Link, Small } from './controls.tsx';

const MAX_TEXT = 120;
/** The maximum number of members of which a cell contains the names. */
const MAX_NAMES = 3;
/** A longer text gets a wide column, in which it can wrap between words. */
const MAX_NARROW = 24;

/** Returns the class of a cell for its text. */
export function widthOf(text: string): string {
  return text.length > MAX_NARROW ? 'wide' : '';
}

interface CellProperties {
  /** The name of the field. */
  readonly name: string;
  /** Begins to edit the value in the cell. Undefined if it cannot be edited. */
  readonly onEdit: ((element: HTMLElement) => void) | undefined;
}

interface AttributeCellProperties extends CellProperties {
  readonly value: Json | undefined;
  /** The class of the column. */
  readonly class: string;
}

/** The cell of an attribute. If it can be edited, it is a button. */
export function AttributeCell({ value, name, onEdit, class: look }: AttributeCellProperties): JSX.Element {
  const isList = Array.isArray(value) && value.length > 0 && value.every((it) => typeof it !== 'object');
  const text = value === undefined ? '' : shortText(isList ? value.slice(0, MAX_TEXT).join(', ') : value, MAX_TEXT);
  const content = value === null ? <span class="dim">null</span> : text;
  return (
    <td class={look.trim() || widthOf(text)} dir="auto">
      {onEdit === undefined ? (
        content
      ) : (
        <button
          type="button"
          class="cell"
          aria-description={cut(`Edit ${name}`, MAX_TEXT)}
          {...(text.trim() === '' && value !== null && { 'aria-label': 'empty' })}
          onClick={(event) => onEdit(event.currentTarget)}
        >
          {content}
        </button>
      )}
    </td>
  );
}

/** Returns the name of a resource. Empty if the page does not know it. */
type NameOf = (identifier: JsonObject) => string;

/** Returns what names a resource, or its identifier: its name if a document has told it, otherwise its type and id. */
function nameOf(identifier: JsonObject, named: NameOf): string {
  return (
    named(identifier) ||
    `${shortText(member(identifier, 'type'), MAX_TEXT)} ${shortText(member(identifier, 'id'), MAX_TEXT)}`
  );
}

/** Returns the members of a relationship in a few words: by name if the page knows those of the first ones. */
function linkageText(relationship: Json | undefined, named: NameOf): string {
  const data = member(relationship, 'data');
  if (!Array.isArray(data)) {
    if (isObject(data)) return cut(nameOf(data, named), MAX_TEXT);
    return data === null ? 'none' : 'related';
  }
  const first = data.filter(isObject).slice(0, MAX_NAMES);
  if (first.length === 0 || !first.every(named)) return data.length === 1 ? '1 member' : `${data.length} members`;
  const rest = data.length - first.length;
  return cut(`${first.map((it) => nameOf(it, named)).join(', ')}${rest > 0 ? `, ${rest} more` : ''}`, MAX_TEXT);
}

interface RelationshipCellProperties extends CellProperties {
  readonly relationship: Json | undefined;
  /** The names of the included resources by their identities. */
  readonly names: ReadonlyMap<string, string>;
}

/** The cell of a relationship: its members in a few words, with a link to them. */
export function RelationshipCell({ relationship, name, names, onEdit }: RelationshipCellProperties): JSX.Element {
  const { targetOf, learned } = usePage();
  const named: NameOf = (it) => names.get(keyOf(it)) || learned.names.get(keyOf(it))?.label || '';
  const href = hrefOf(relationship, 'related');
  const target = href === undefined ? undefined : targetOf(href);
  const text = relationship === undefined ? '' : linkageText(relationship, named);
  return (
    <td class={widthOf(text)}>
      {target === undefined ? text : <Link to={{ method: 'GET', target }}>{text}</Link>}
      {onEdit !== undefined && (
        <Small
          class="small quiet pencil"
          aria-label={cut(`Change ${name}: ${text}`, MAX_TEXT)}
          onClick={(event) => onEdit(event.currentTarget)}
        />
      )}
    </td>
  );
}
