import type { JSX } from 'preact';
import type { Settings } from '../settings.ts';
import { formatAddress } from '../state/address.ts';
import { cut, hrefOf, isObject, type Json, type JsonObject, member, textOf } from '../state/json.ts';
import { allMethods, type Knowledge, selfTarget } from '../state/knowledge.ts';
import { shortText } from '../state/preview.ts';
import { formatTarget, isPlace, listOf, parseTarget, withValue } from '../state/query.ts';
import { type Change, follow, type Open } from './navigation.tsx';

interface Properties {
  readonly settings: Settings;
  readonly known: Knowledge;
  readonly document: Json | undefined;
  /** The target of the document. */
  readonly target: string;
  readonly targetOf: (link: string) => string | undefined;
  readonly open: Open;
  readonly change: Change;
}

const MAX_ROWS = 200;
const MAX_COLUMNS = 60;
const MAX_TABLES = 20;
const MAX_TEXT = 120;
/** A longer text gets a wide column. */
const MAX_NARROW = 24;

/** The primary data as a table: a row for each resource, and a column for each field. */
export function TableView(properties: Properties): JSX.Element {
  const { document } = properties;
  const data = member(document, 'data');
  const rows = (Array.isArray(data) ? data : [data]).filter(isObject);
  if (document === undefined) return <p class="dim">The response does not contain a JSON document.</p>;
  if (rows.length === 0)
    return <p class="dim">{Array.isArray(data) ? 'The list is empty.' : 'The document does not contain resources.'}</p>;
  const included = member(document, 'included');
  const tables = new Map<string, JsonObject[]>();
  for (const resource of Array.isArray(included) ? included.filter(isObject) : []) {
    const type = textOf(member(resource, 'type'));
    const rowsOfType = tables.get(type) ?? [];
    tables.set(type, rowsOfType);
    rowsOfType.push(resource);
  }
  return (
    <>
      <ResourceTable {...properties} name="Primary data" rows={rows} isSorted={Array.isArray(data)} />
      {[...tables].slice(0, MAX_TABLES).map(([type, rowsOfType]) => (
        <ResourceTable
          key={type}
          {...properties}
          name={cut(`Included ${type}`, MAX_TEXT)}
          rows={rowsOfType}
          isSorted={false}
        />
      ))}
      {tables.size > MAX_TABLES && <p class="dim">{tables.size - MAX_TABLES} more types are in the document.</p>}
    </>
  );
}

function ResourceTable({
  name,
  rows,
  isSorted,
  ...properties
}: Properties & {
  readonly name: string;
  readonly rows: readonly JsonObject[];
  /** Whether the headers sort: included resources have no order. */
  readonly isSorted: boolean;
}): JSX.Element {
  const type = properties.known.get(textOf(member(rows[0], 'type')));
  const namesIn = (part: string): readonly string[] => {
    const names = new Set<string>();
    for (const row of rows.slice(0, MAX_ROWS)) {
      const fields = member(row, part);
      for (const field of isObject(fields) ? Object.keys(fields) : []) names.add(field);
    }
    return [...names].slice(0, MAX_COLUMNS);
  };
  const [attributes, relationships] = [namesIn('attributes'), namesIn('relationships')];
  const isMixed = new Set(rows.slice(0, MAX_ROWS).map((row) => textOf(member(row, 'type')))).size > 1;
  return (
    <section class="plain scroll" tabIndex={0} aria-label={name}>
      <table>
        <caption>{name}</caption>
        <thead>
          <tr>
            <th scope="col" class="first">
              id
            </th>
            {isMixed && <th scope="col">type</th>}
            {[...attributes, ...relationships].map((it) =>
              isSorted && type?.fields.get(it)?.canSort === true ? (
                <SortHeader key={it} {...properties} name={it} />
              ) : (
                <th key={it} scope="col" class={widthOf(it)}>
                  {cut(it, MAX_TEXT)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_ROWS).map((row, index) => (
            <Row key={index} {...properties} {...{ row, isMixed, attributes, relationships }} />
          ))}
        </tbody>
      </table>
      {rows.length > MAX_ROWS && <p class="dim">{rows.length - MAX_ROWS} more are in the document.</p>}
    </section>
  );
}

/** The header of a column. A click sorts by it, a second one in the other direction, and a third one as the API does. */
function SortHeader({ name, target: text, open }: Properties & { readonly name: string }): JSX.Element {
  const target = parseTarget(text);
  const [first = '', ...rest] = listOf(target, 'sort');
  const direction = first === name ? 'ascending' : first === `-${name}` ? 'descending' : 'none';
  const next = direction === 'none' ? name : direction === 'ascending' ? `-${name}` : '';
  const others = [direction === 'none' ? first : '', ...rest].filter((it) => it.replace(/^-/, '') !== name);
  const sorted = withValue(target, 'sort', [next, ...others].filter(Boolean).join(','));
  // The other pages are those of the old order.
  const parameters = sorted.parameters.filter(([it]) => !isPlace(it));
  return (
    <th scope="col" class={widthOf(name)} aria-sort={direction}>
      <button
        type="button"
        class="sort"
        onClick={() => open({ method: 'GET', target: formatTarget({ path: target.path, parameters }) })}
      >
        {cut(name, MAX_TEXT)}
        <span aria-hidden="true">{{ none: '', ascending: ' ↑', descending: ' ↓' }[direction]}</span>
      </button>
    </th>
  );
}

interface RowProperties extends Properties {
  readonly row: JsonObject;
  /** Whether the table contains resources of several types. */
  readonly isMixed: boolean;
  readonly attributes: readonly string[];
  readonly relationships: readonly string[];
}

function Row({ row, isMixed, attributes, relationships, ...properties }: RowProperties): JSX.Element {
  const { settings, known, target, targetOf, open, change } = properties;
  const [typeName, id] = [textOf(member(row, 'type')), textOf(member(row, 'id'))];
  const type = known.get(typeName);
  const self = selfTarget(known, row, targetOf);
  return (
    <tr>
      <th scope="row" class="first">
        <div class="identity">
          <a
            href={formatAddress({ method: 'GET', target: self })}
            onClick={(event) => follow(event, () => open({ method: 'GET', target: self }))}
          >
            {cut(id, MAX_TEXT) || '–'}
          </a>
          {/* In a list of members, the buttons could mean the membership. */}
          {settings.writes && !target.includes('/relationships/') && (
            <span class="row-actions">
              {(type?.methods ?? allMethods).has('PATCH') && (
                <button
                  type="button"
                  class="small"
                  aria-label={cut(`Edit ${typeName} ${id}`, MAX_TEXT)}
                  onClick={() => change('PATCH', self)}
                >
                  Edit
                </button>
              )}
              {(type?.methods ?? allMethods).has('DELETE') && (
                <button
                  type="button"
                  class="small"
                  aria-label={cut(`Delete ${typeName} ${id}`, MAX_TEXT)}
                  onClick={() => change('DELETE', self)}
                >
                  Delete
                </button>
              )}
            </span>
          )}
        </div>
      </th>
      {isMixed && <td>{cut(typeName, MAX_TEXT)}</td>}
      {attributes.map((name) => (
        <Cell key={name} value={member(member(row, 'attributes'), name)} />
      ))}
      {relationships.map((name) => (
        <td key={name} class={widthOf(linkageText(member(member(row, 'relationships'), name)))}>
          <RelationshipCell relationship={member(member(row, 'relationships'), name)} targetOf={targetOf} open={open} />
        </td>
      ))}
    </tr>
  );
}

/** A value of an attribute. A long one needs a column in which it can wrap between words. */
function Cell({ value }: { readonly value: Json | undefined }): JSX.Element {
  const text = value === undefined ? '' : shortText(value, MAX_TEXT);
  return (
    <td class={widthOf(text)} dir="auto">
      {text}
    </td>
  );
}

function widthOf(text: string): string {
  return text.length > MAX_NARROW ? 'wide' : '';
}

/** Returns what a relationship contains in a few words. */
function linkageText(relationship: Json | undefined): string {
  const data = member(relationship, 'data');
  if (Array.isArray(data)) return data.length === 1 ? '1 member' : `${data.length} members`;
  if (!isObject(data)) return data === null ? 'none' : 'related';
  return cut(`${shortText(member(data, 'type'), MAX_TEXT)} ${shortText(member(data, 'id'), MAX_TEXT)}`, MAX_TEXT);
}

function RelationshipCell({
  relationship,
  targetOf,
  open,
}: Pick<Properties, 'targetOf' | 'open'> & { readonly relationship: Json | undefined }): JSX.Element | null {
  const href = hrefOf(relationship, 'related');
  const target = href === undefined ? undefined : targetOf(href);
  const text = linkageText(relationship);
  if (target === undefined) return relationship === undefined ? null : <span>{text}</span>;
  return (
    <a
      href={formatAddress({ method: 'GET', target })}
      onClick={(event) => follow(event, () => open({ method: 'GET', target }))}
    >
      {text}
    </a>
  );
}
