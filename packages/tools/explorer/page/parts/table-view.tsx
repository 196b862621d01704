import type { JSX } from 'preact';
import type { Settings } from '../settings.ts';
import { formatAddress } from '../state/address.ts';
import { labelField, labelOf } from '../state/form.ts';
import { cut, isObject, type Json, type JsonObject, member, textOf } from '../state/json.ts';
import { allMethods, type Knowledge, selfTarget } from '../state/knowledge.ts';
import { keyOf } from '../state/resource-places.ts';
import { AttributeCell, RelationshipCell, widthOf } from './cell.tsx';
import { EmptyList } from './empty-list.tsx';
import { type Change, follow, type Open } from './navigation.tsx';
import { PageLinks } from './page-links.tsx';
import { SortHeader } from './sort-header.tsx';

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
/** A longer list has the links to its other pages at its end, too. */
const MAX_IN_SIGHT = 10;

/** The primary data as a table: a row for each resource, and a column for each field. */
export function TableView(properties: Properties): JSX.Element {
  const { document, known } = properties;
  const data = member(document, 'data');
  const rows = (Array.isArray(data) ? data : [data]).filter(isObject);
  if (document === undefined) return <p class="dim">The response does not contain a JSON document.</p>;
  if (rows.length === 0 && Array.isArray(data)) return <EmptyList {...properties} />;
  if (rows.length === 0) return <p class="dim">The document does not contain resources.</p>;
  const included = member(document, 'included');
  const tables = new Map<string, JsonObject[]>();
  const names = new Map<string, string>();
  for (const resource of Array.isArray(included) ? included.filter(isObject) : []) {
    const type = textOf(member(resource, 'type'));
    const rowsOfType = tables.get(type) ?? [];
    tables.set(type, rowsOfType);
    rowsOfType.push(resource);
  }
  for (const [type, resources] of tables) {
    const field = labelField(known.get(type));
    for (const resource of resources) names.set(keyOf(resource), labelOf(resource, field));
  }
  return (
    <>
      <ResourceTable {...properties} name="Primary data" rows={rows} names={names} isSorted={Array.isArray(data)} />
      {rows.length > MAX_IN_SIGHT && <PageLinks label="At the end of the list" {...properties} />}
      {[...tables].slice(0, MAX_TABLES).map(([type, rowsOfType]) => (
        <ResourceTable
          key={type}
          {...properties}
          name={cut(`Included ${type}`, MAX_TEXT)}
          rows={rowsOfType}
          names={names}
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
  names,
  isSorted,
  ...properties
}: Properties & {
  readonly name: string;
  readonly rows: readonly JsonObject[];
  /** The names of the included resources by their identities. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether the headers sort: included resources have no order. */
  readonly isSorted: boolean;
}): JSX.Element {
  const type = properties.known.get(textOf(member(rows[0], 'type')));
  const shown = rows.slice(0, MAX_ROWS);
  const namesIn = (part: string): readonly string[] => {
    const names = new Set<string>();
    for (const row of shown) {
      const fields = member(row, part);
      for (const field of isObject(fields) ? Object.keys(fields) : []) names.add(field);
    }
    return [...names].slice(0, MAX_COLUMNS);
  };
  const [attributes, relationships] = [namesIn('attributes'), namesIn('relationships')];
  const isNumeric = (name: string): boolean => {
    const values = shown.map((row) => member(member(row, 'attributes'), name) ?? null);
    return values.some((it) => it !== null) && values.every((it) => it === null || typeof it === 'number');
  };
  const classes = new Map(attributes.map((it) => [it, isNumeric(it) ? 'digits' : '']));
  const classOf = (name: string): string => `${classes.get(name) ?? ''} ${widthOf(name)}`;
  const isMixed = new Set(shown.map((row) => textOf(member(row, 'type')))).size > 1;
  return (
    <section class="plain scroll" tabIndex={0} aria-label={name}>
      <table>
        <caption>
          {name}: {rows.length === 1 ? '1 resource' : `${rows.length} resources`}
        </caption>
        <thead>
          <tr>
            <th scope="col" class="first">
              id
            </th>
            {isMixed && <th scope="col">type</th>}
            {[...attributes, ...relationships].map((it) =>
              isSorted && type?.fields.get(it)?.canSort === true ? (
                <SortHeader key={it} {...properties} name={it} class={classOf(it)} />
              ) : (
                <th key={it} scope="col" class={classOf(it)}>
                  {cut(it, MAX_TEXT)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            <Row key={index} {...properties} {...{ row, isMixed, classes, relationships, names }} />
          ))}
        </tbody>
      </table>
      {rows.length > MAX_ROWS && <p class="dim">{rows.length - MAX_ROWS} more are in the document.</p>}
    </section>
  );
}

interface RowProperties extends Properties {
  readonly row: JsonObject;
  /** Whether the table contains resources of several types. */
  readonly isMixed: boolean;
  /** The attributes, with the classes of their columns. */
  readonly classes: ReadonlyMap<string, string>;
  readonly relationships: readonly string[];
  readonly names: ReadonlyMap<string, string>;
}

function Row({ row, isMixed, classes, relationships, names, ...properties }: RowProperties): JSX.Element {
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
                  class="small quiet"
                  aria-label={cut(`Edit ${typeName} ${id}`, MAX_TEXT)}
                  onClick={() => change('PATCH', self)}
                >
                  Edit
                </button>
              )}
              {(type?.methods ?? allMethods).has('DELETE') && (
                <button
                  type="button"
                  class="small quiet"
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
      {[...classes].map(([name, look]) => (
        <AttributeCell key={name} value={member(member(row, 'attributes'), name)} class={look} />
      ))}
      {relationships.map((name) => (
        <RelationshipCell
          key={name}
          relationship={member(member(row, 'relationships'), name)}
          names={names}
          targetOf={targetOf}
          open={open}
        />
      ))}
    </tr>
  );
}
