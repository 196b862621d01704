import type { JSX } from 'preact';
import { usePage } from '../hooks/use-page.ts';
import { useRelated } from '../hooks/use-related.ts';
import { labelField, labelOf, wordsOfField } from '../state/form.ts';
import { cut, type Json, type JsonObject, member, objectAt, textOf } from '../state/json.ts';
import type { KnownField } from '../state/knowledge.ts';
import { totalText } from '../state/learned.ts';
import { shortText } from '../state/preview.ts';
import { parseTarget } from '../state/query.ts';
import { keyOf } from '../state/resource-places.ts';
import { selfTarget } from '../state/targets.ts';
import { Link } from './controls.tsx';
import { JsonTree } from './json-tree.tsx';
import { LongText } from './long-text.tsx';
import { VisitList } from './visit-list.tsx';

const MAX_TEXT = 200;
const MAX_DESCRIPTION = 500;
const MAX_FIELDS = 200;
/** Each list can be a request. */
const MAX_LISTS = 20;

/** One resource as a page: its fields with their documentation, what it is related to, and the requests of this visit about it. */
export function RecordView({ resource }: { readonly resource: JsonObject }): JSX.Element {
  const { known, requests, targetOf, isDescribed } = usePage();
  const [type, id] = [textOf(resource['type']), textOf(resource['id'])];
  const described = isDescribed(type) ? known.get(type) : undefined;
  const attributes = objectAt(resource, 'attributes');
  const relationships = Object.keys(objectAt(resource, 'relationships')).slice(0, MAX_FIELDS);
  // In the order of the description.
  const names = [...new Set([...(described?.fields.keys() ?? []), ...Object.keys(attributes)])]
    .filter((name) => Object.hasOwn(attributes, name))
    .slice(0, MAX_FIELDS);
  // A response without linkage does not tell whether a relationship has one member.
  const isOne = (name: string): boolean => {
    const data = member(member(member(resource, 'relationships'), name), 'data');
    return data === undefined ? described?.fields.get(name)?.kind === 'to-one' : !Array.isArray(data);
  };
  const lists = relationships.filter((name) => !isOne(name));
  const { path } = parseTarget(selfTarget(known, resource, targetOf));
  const visits = requests.visits.filter(({ address: { target } }) =>
    `${parseTarget(target).path}/`.startsWith(`${path}/`),
  );
  return (
    <div class="record">
      <h2 dir="auto">
        {cut(labelOf(resource, labelField(known.get(type))), MAX_TEXT)}{' '}
        <span class="dim">
          {cut(type, MAX_TEXT)} {cut(id, MAX_TEXT)}
        </span>
      </h2>
      <dl class="record-fields">
        {names.map((name) => (
          <RecordField key={name} name={name} field={described?.fields.get(name)}>
            <FieldValue value={attributes[name] ?? null} />
          </RecordField>
        ))}
        {relationships.filter(isOne).map((name) => (
          <RecordField key={`to ${name}`} name={name} field={described?.fields.get(name)}>
            <Members resource={resource} name={name} />
          </RecordField>
        ))}
      </dl>
      <div class="lists">
        {lists.slice(0, MAX_LISTS).map((name) => (
          <Members key={name} resource={resource} name={name} isList />
        ))}
      </div>
      {lists.length > MAX_LISTS && <p class="dim">{lists.length - MAX_LISTS} more relationships: see “Document”.</p>}
      <h3>History of this session</h3>
      <VisitList visits={visits} />
    </div>
  );
}

/** A field with its value and its documentation. */
function RecordField({
  name,
  field,
  children,
}: {
  readonly name: string;
  readonly field: KnownField | undefined;
  readonly children: JSX.Element;
}): JSX.Element {
  return (
    <div>
      <dt>{cut(name, MAX_TEXT)}</dt>
      <dd dir="auto">{children}</dd>
      {field !== undefined && <dd class="dim words">{cut(wordsOfField(field), MAX_DESCRIPTION)}</dd>}
    </div>
  );
}

/** The value of an attribute. One with parts is a tree. */
function FieldValue({ value }: { readonly value: Json }): JSX.Element {
  if (value === null) return <span class="dim">null</span>;
  if (typeof value === 'string') return <LongText text={value} />;
  if (typeof value !== 'object') return <>{String(value)}</>;
  const isSimple = Array.isArray(value) && value.length <= MAX_FIELDS && value.every((it) => typeof it !== 'object');
  return isSimple ? <LongText text={value.join(', ')} /> : <JsonTree value={value} place="" issues={[]} />;
}

/** The members of a relationship by name, each with the data of its membership. */
function Members({
  resource,
  name,
  isList = false,
}: {
  readonly resource: JsonObject;
  readonly name: string;
  readonly isList?: boolean;
}): JSX.Element {
  const { known, learned, targetOf } = usePage();
  const { field, members, total, target, failure } = useRelated(resource, name);
  const items = members?.map((it) => {
    const identity = `${shortText(it['type'], MAX_TEXT)} ${shortText(it['id'], MAX_TEXT)}`;
    const label = learned.names.get(keyOf(it))?.label;
    return (
      <li key={identity}>
        <Link to={{ method: 'GET', target: selfTarget(known, it, targetOf) }}>{cut(label ?? identity, MAX_TEXT)}</Link>
        {label !== undefined && <span class="dim"> {identity}</span>}
        <MembershipData of={it} />
      </li>
    );
  });
  const state =
    failure ?? (members === undefined ? (target === undefined ? 'not in the response' : 'Reading…') : 'none');
  const content = items?.length ? <ul>{items}</ul> : <span class={failure === undefined ? 'dim' : 'bad'}>{state}</span>;
  if (!isList) return content;
  const shown = members === undefined || total !== undefined ? '' : `${members.length} shown`;
  return (
    <section class="plain" aria-label={cut(name, MAX_TEXT)}>
      <h3>
        {target === undefined ? cut(name, MAX_TEXT) : <Link to={{ method: 'GET', target }}>{cut(name, MAX_TEXT)}</Link>}{' '}
        <span class="dim">{total === undefined ? shown : totalText(total)}</span>
      </h3>
      {field?.description !== undefined && <p class="dim">{cut(field.description, MAX_DESCRIPTION)}</p>}
      {content}
    </section>
  );
}

/** The data of a membership: `meta` of its identifier. `page` is that of the list. */
function MembershipData({ of: identifier }: { readonly of: JsonObject }): JSX.Element | null {
  const isResource = ['attributes', 'relationships'].some((it) => Object.hasOwn(identifier, it));
  const data = isResource ? [] : Object.entries(objectAt(identifier, 'meta')).filter(([name]) => name !== 'page');
  if (data.length === 0) return null;
  const words = data
    .slice(0, MAX_FIELDS)
    .map(([name, value]) => `${cut(name, MAX_TEXT)}: ${shortText(value, MAX_TEXT)}`);
  return <span class="dim">, {words.join(', ')}</span>;
}
