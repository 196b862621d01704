import type { JSX } from 'preact';
import { usePage } from '../hooks/use-page.ts';
import { labelField, labelOf } from '../state/form.ts';
import { arrayAt, cut, isObject, type JsonObject, member, objectAt, textOf } from '../state/json.ts';
import { ownActions } from '../state/learned.ts';
import { formatTarget, isPlace, parseTarget } from '../state/query.ts';
import { keyOf } from '../state/resource-places.ts';
import { type Answer, finalTarget } from '../state/send.ts';
import { selfTarget } from '../state/targets.ts';
import { recordOf } from '../state/versions.ts';
import { AttributeCell, RelationshipCell, widthOf } from './cell.tsx';
import { Link, Small } from './controls.tsx';
import { PageLinks } from './page-links.tsx';
import { RecordView } from './record-view.tsx';
import { SortHeader } from './sort-header.tsx';

const MAX_ROWS = 200;
const MAX_COLUMNS = 60;
const MAX_TABLES = 20;
const MAX_TEXT = 120;
/** A longer list has the links to its other pages at its end, too. */
const MAX_IN_SIGHT = 10;

/** The primary data: a list as a table with a row for each resource and a column for each field, and one resource as a page. */
export function TableView({ answer }: { readonly answer: Answer }): JSX.Element {
  const { known } = usePage();
  const { document } = answer;
  const target = finalTarget(answer);
  const data = member(document, 'data');
  const rows = (Array.isArray(data) ? data : [data]).filter(isObject);
  if (document === undefined) return <p class="dim">The response does not contain a JSON document.</p>;
  if (rows.length === 0 && Array.isArray(data)) return <EmptyList target={target} />;
  if (rows.length === 0) return <p class="dim">The document does not contain resources.</p>;
  const record = recordOf(answer);
  const included = arrayAt(document, 'included').filter(isObject);
  const types = [...new Set(included.map(typeNameOf))];
  const labels = new Map(types.map((type) => [type, labelField(known.get(type))]));
  const names = new Map(included.map((it) => [keyOf(it), labelOf(it, labels.get(typeNameOf(it)))]));
  return (
    <>
      {record !== undefined && <RecordView resource={record} />}
      {record === undefined && (
        <ResourceTable {...{ target, rows, names }} name="Primary data" isSorted={Array.isArray(data)} />
      )}
      {rows.length > MAX_IN_SIGHT && <PageLinks label="At the end of the list" document={document} />}
      {types.slice(0, MAX_TABLES).map((type) => (
        <ResourceTable
          key={type}
          {...{ target, rows: included.filter((it) => typeNameOf(it) === type), names }}
          name={cut(`Included ${type}`, MAX_TEXT)}
          isSorted={false}
        />
      ))}
      {types.length > MAX_TABLES && <p class="dim">{types.length - MAX_TABLES} more types are in the document.</p>}
    </>
  );
}

interface ResourceTableProperties {
  /** The target of the document. */
  readonly target: string;
  readonly name: string;
  readonly rows: readonly JsonObject[];
  /** The names of the included resources by their identities. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether the headers sort: included resources have no order. */
  readonly isSorted: boolean;
}

function ResourceTable({ target, name, rows, names, isSorted }: ResourceTableProperties): JSX.Element {
  const { known } = usePage();
  const [first] = rows;
  const type = first && known.get(typeNameOf(first));
  const shown = rows.slice(0, MAX_ROWS);
  const namesIn = (part: string): readonly string[] =>
    [...new Set(shown.flatMap((row) => Object.keys(objectAt(row, part))))].slice(0, MAX_COLUMNS);
  const [fields, relationships] = [namesIn('attributes'), namesIn('relationships')];
  // Identifiers have the data of their memberships in `meta`.
  const part = fields.length + relationships.length === 0 ? 'meta' : 'attributes';
  const attributes = part === 'meta' ? namesIn('meta').filter((it) => it !== 'page') : fields;
  const isNumeric = (name: string): boolean => {
    const values = shown.map((row) => member(member(row, part), name) ?? null);
    return values.some((it) => it !== null) && values.every((it) => it === null || typeof it === 'number');
  };
  const classes = new Map(attributes.map((it) => [it, isNumeric(it) ? 'digits' : '']));
  const classOf = (name: string): string => `${classes.get(name) ?? ''} ${widthOf(name)}`;
  const isMixed = new Set(shown.map(typeNameOf)).size > 1;
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
                <SortHeader key={it} target={target} name={it} class={classOf(it)} />
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
            <Row key={index} {...{ target, row, isMixed, part, classes, relationships, names }} />
          ))}
        </tbody>
      </table>
      {rows.length > MAX_ROWS && <p class="dim">{rows.length - MAX_ROWS} more are in the document.</p>}
    </section>
  );
}

interface RowProperties {
  readonly target: string;
  readonly row: JsonObject;
  /** Whether the table contains resources of several types. */
  readonly isMixed: boolean;
  /** The member of the resource that has the values of the columns. */
  readonly part: 'attributes' | 'meta';
  /** The attributes, or the data of memberships, with the classes of their columns. */
  readonly classes: ReadonlyMap<string, string>;
  readonly relationships: readonly string[];
  readonly names: ReadonlyMap<string, string>;
}

function Row({ target, row, isMixed, part, classes, relationships, names }: RowProperties): JSX.Element {
  const { known, targetOf, change, against } = usePage();
  const [typeName, id] = [typeNameOf(row), textOf(member(row, 'id'))];
  const self = selfTarget(known, row, targetOf);
  return (
    <tr>
      <th scope="row" class="first">
        <div class="identity">
          <Link to={{ method: 'GET', target: self }}>{cut(id, MAX_TEXT) || '–'}</Link>
          {/* In a list of members, the buttons could mean the membership. */}
          {!target.includes('/relationships/') && (
            <span class="row-actions">
              {ownActions
                .filter(([method]) => against({ method, target: self }, row) === undefined)
                .map(([method, word]) => (
                  <Small
                    key={method}
                    class="small quiet"
                    aria-label={cut(`${word} ${typeName} ${id}`, MAX_TEXT)}
                    onClick={() => change(method, self)}
                  >
                    {word}
                  </Small>
                ))}
            </span>
          )}
        </div>
      </th>
      {isMixed && <td>{cut(typeName, MAX_TEXT)}</td>}
      {[...classes].map(([name, look]) => (
        <AttributeCell key={name} value={member(member(row, part), name)} class={look} />
      ))}
      {relationships.map((name) => (
        <RelationshipCell key={name} relationship={member(member(row, 'relationships'), name)} names={names} />
      ))}
    </tr>
  );
}

function typeNameOf(resource: JsonObject): string {
  return textOf(member(resource, 'type'));
}

/** Says that a list is empty. If that can be due to its filters or its page, a button shows the list without them. */
function EmptyList({ target: text }: { readonly target: string }): JSX.Element {
  const { open } = usePage();
  const target = parseTarget(text);
  const isFilter = (name: string): boolean => /^filter\b/.test(name);
  const hasFilter = target.parameters.some(([name]) => isFilter(name));
  const parameters = target.parameters.filter(([name]) => !isFilter(name) && !isPlace(name));
  return (
    <p class="dim">
      The list is empty.{' '}
      {parameters.length < target.parameters.length && (
        <Small onClick={() => open({ method: 'GET', target: formatTarget({ ...target, parameters }) })}>
          {hasFilter ? 'Remove the filters' : 'Show the first page'}
        </Small>
      )}
    </p>
  );
}
