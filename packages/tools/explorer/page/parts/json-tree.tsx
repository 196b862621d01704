import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { usePage } from '../hooks/use-page.ts';
import { cut, isObject, type Json, type JsonObject } from '../state/json.ts';
import { keyOf, resourcePlaces } from '../state/resource-places.ts';
import type { Issue } from '../state/validate.ts';
import { Link, Small, submits } from './controls.tsx';
import { LongText } from './long-text.tsx';

/** Values above this depth are open at first, and the attributes of resources. */
const OPEN_DEPTH = 3;
/** Attributes are open above this depth: a document can have attributes inside of attributes without end. */
const ATTRIBUTES_DEPTH = 6;
const MAX_NAME = 200;
/** A larger array shows its items in parts: the browser must not draw a large document at once. */
const ITEMS_AT_ONCE = 50;

interface TreeProperties {
  readonly value: Json;
  /** The JSON Pointer to which the tree must open. */
  readonly place: string;
  readonly issues: readonly Issue[];
}

interface Shared {
  readonly place: string;
  /** The identities of the resources of the document, with the pointers to them. */
  readonly resources: ReadonlyMap<string, string>;
  readonly marked: ReadonlySet<string>;
  readonly jump: (pointer: string) => void;
}

/** A document as a tree that folds. Links and identifiers lead to what they name. */
export function JsonTree({ value, place, issues }: TreeProperties): JSX.Element {
  const [jumped, jump] = useState('');
  useEffect(() => jump(place), [place]);
  const resources = useMemo(() => resourcePlaces(value), [value]);
  const marked = useMemo(() => new Set(issues.map(({ pointer }) => pointer)), [issues]);
  const shared: Shared = { place: jumped, resources, marked, jump };
  return (
    <div class="json">
      <Value value={value} name={undefined} pointer="" depth={0} shared={shared} />
    </div>
  );
}

interface ValueProperties {
  readonly value: Json;
  readonly name: string | undefined;
  readonly pointer: string;
  readonly depth: number;
  readonly shared: Shared;
}

function Value(properties: ValueProperties): JSX.Element {
  const { value, name, pointer, shared } = properties;
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
    return <Branch {...properties} value={value} />;
  return (
    <div class={shared.marked.has(pointer) ? 'line marked' : 'line'}>
      {name !== undefined && <span class="name">{cut(name, MAX_NAME)}: </span>}
      <Leaf value={value} />
    </div>
  );
}

/** A value without members. A URL of the API is a link. */
function Leaf({ value }: { readonly value: Json }): JSX.Element {
  const { targetOf } = usePage();
  if (typeof value !== 'string')
    return <span class={value === null ? 'null' : typeof value}>{JSON.stringify(value)}</span>;
  const target = /^(?:https?:\/)?\//.test(value) ? targetOf(value) : undefined;
  const text = <LongText text={value} isJson />;
  if (target === undefined) return <span class="string">{text}</span>;
  return (
    <Link class="string" to={{ method: 'GET', target }}>
      {text}
    </Link>
  );
}

function Branch({
  value,
  name,
  pointer,
  depth,
  shared,
}: ValueProperties & { readonly value: readonly Json[] | JsonObject }): JSX.Element {
  const { place, marked } = shared;
  const leads = place !== '' && (place === pointer || place.startsWith(`${pointer}/`));
  const [isOpen, setOpen] = useState(depth < OPEN_DEPTH || (name === 'attributes' && depth < ATTRIBUTES_DEPTH));
  const [shown, setShown] = useState(ITEMS_AT_ONCE);
  const element = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!leads) return;
    setOpen(true);
    const index = Number(place.slice(pointer.length + 1).split('/')[0]);
    if (Array.isArray(value) && index >= shown) setShown(index + ITEMS_AT_ONCE);
    if (place === pointer) element.current?.scrollIntoView({ block: 'center' });
  }, [place]);
  const isArray = Array.isArray(value);
  const entries: readonly (readonly [string, Json])[] = isArray
    ? value.map((item, index) => [String(index), item])
    : Object.entries(value);
  const rest = entries.length - shown;
  return (
    <details
      ref={element}
      class={marked.has(pointer) ? 'marked' : ''}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {name !== undefined && <span class="name">{cut(name, MAX_NAME)}: </span>}
        <span class="dim">{isArray ? `[${entries.length}]` : `{${labelOf(value)}}`}</span>
        <Jump value={value} pointer={pointer} shared={shared} />
      </summary>
      {isOpen && (
        <div class="members">
          {entries.slice(0, shown).map(([key, item]) => (
            <Value
              key={key}
              value={item}
              name={key}
              pointer={`${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`}
              depth={depth + 1}
              shared={shared}
            />
          ))}
          {rest > 0 && <Small onClick={() => setShown(shown + ITEMS_AT_ONCE * 4)}>{rest} more</Small>}
        </div>
      )}
    </details>
  );
}

/** Returns what identifies an object in one line: its type and id, or its first names. */
function labelOf(value: readonly Json[] | JsonObject): string {
  if (!isObject(value)) return '';
  const { type, id } = value;
  if (typeof type === 'string' && typeof id === 'string') return cut(`${type} ${id}`, MAX_NAME);
  const names = Object.keys(value).slice(0, 5);
  return names.map((name, index) => (index === 4 ? '…' : cut(name, 40))).join(', ');
}

/** A button from an identifier to the resource object in the same document. */
function Jump({ value, pointer, shared }: Pick<ValueProperties, 'value' | 'pointer' | 'shared'>): JSX.Element | null {
  if (!isObject(value) || typeof value['id'] !== 'string' || Object.hasOwn(value, 'attributes')) return null;
  const place = shared.resources.get(keyOf(value));
  if (place === undefined || place === pointer) return null;
  return <Small onClick={submits(() => shared.jump(place))}>included</Small>;
}
