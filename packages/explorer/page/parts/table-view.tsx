import type { JSX } from 'preact';
import type { Settings } from '../settings.ts';
import { formatAddress } from '../state/address.ts';
import { isObject, type Json, type JsonObject, member } from '../state/json.ts';
import type { Knowledge } from '../state/knowledge.ts';
import { draftOfUpdate } from '../text/draft.ts';
import { type Edit, follow, type Open } from './navigation.tsx';

interface Properties {
  readonly settings: Settings;
  readonly known: Knowledge;
  readonly document: Json | undefined;
  readonly targetOf: (link: string) => string | undefined;
  readonly open: Open;
  readonly edit: Edit;
}

const MAX_ROWS = 200;

/** The primary data as a table: a row for each resource, and a column for each field. */
export function TableView(properties: Properties): JSX.Element {
  const { document } = properties;
  const data = member(document, 'data');
  const rows = (Array.isArray(data) ? data : [data]).filter(isObject);
  if (rows.length === 0) return <p>The document has no resources.</p>;
  const included = member(document, 'included');
  const others = Array.isArray(included) ? included.filter(isObject) : [];
  const types = [...new Set(others.map((it) => String(it['type'])))];
  return (
    <>
      <ResourceTable {...properties} name="Primary data" rows={rows} />
      {types.map((type) => (
        <ResourceTable
          key={type}
          {...properties}
          name={`Included ${type}`}
          rows={others.filter((it) => it['type'] === type)}
        />
      ))}
    </>
  );
}

function ResourceTable({
  name,
  rows,
  ...properties
}: Properties & { readonly name: string; readonly rows: readonly JsonObject[] }): JSX.Element {
  const namesIn = (part: string): readonly string[] => {
    const all = rows.slice(0, MAX_ROWS).flatMap((row) => Object.keys(isObject(row[part]) ? row[part] : {}));
    return [...new Set(all)];
  };
  const [attributes, relationships] = [namesIn('attributes'), namesIn('relationships')];
  return (
    <section class="plain scroll" tabIndex={0} aria-label={name}>
      <table>
        <caption>{name}</caption>
        <thead>
          <tr>
            {['id', ...attributes, ...relationships].map((it) => (
              <th key={it} scope="col">
                {it}
              </th>
            ))}
            {properties.settings.writes && <th scope="col">Actions</th>}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_ROWS).map((row) => (
            <Row
              key={`${row['type']} ${row['id']}`}
              {...properties}
              row={row}
              attributes={attributes}
              relationships={relationships}
            />
          ))}
        </tbody>
      </table>
      {rows.length > MAX_ROWS && <p class="dim">{rows.length - MAX_ROWS} more are in the document.</p>}
    </section>
  );
}

interface RowProperties extends Properties {
  readonly row: JsonObject;
  readonly attributes: readonly string[];
  readonly relationships: readonly string[];
}

function Row({ row, attributes, relationships, settings, known, targetOf, open, edit }: RowProperties): JSX.Element {
  const type = known.get(String(row['type']));
  const link = member(member(row, 'links'), 'self');
  const href = typeof link === 'string' ? link : member(link, 'href');
  const self =
    (typeof href === 'string' ? targetOf(href) : undefined) ??
    `${type?.path ?? `/${row['type']}`}/${encodeURIComponent(String(row['id']))}`;
  return (
    <tr>
      <th scope="row">
        <a
          href={formatAddress({ method: 'GET', target: self })}
          onClick={(event) => follow(event, () => open({ method: 'GET', target: self }))}
        >
          {String(row['id'])}
        </a>
      </th>
      {attributes.map((name) => (
        <td key={name}>{cellText(member(row['attributes'], name))}</td>
      ))}
      {relationships.map((name) => (
        <td key={name}>
          <RelationshipCell relationship={member(row['relationships'], name)} targetOf={targetOf} open={open} />
        </td>
      ))}
      {settings.writes && (
        <td class="actions">
          <button
            type="button"
            class="small"
            aria-label={`Edit ${row['type']} ${row['id']}`}
            onClick={() => edit({ method: 'PATCH', target: self }, draftOfUpdate(row, type))}
          >
            Edit
          </button>
          <button
            type="button"
            class="small"
            aria-label={`Delete ${row['type']} ${row['id']}`}
            onClick={() => edit({ method: 'DELETE', target: self }, '')}
          >
            Delete
          </button>
        </td>
      )}
    </tr>
  );
}

function cellText(value: Json | undefined): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

function RelationshipCell({
  relationship,
  targetOf,
  open,
}: Pick<Properties, 'targetOf' | 'open'> & { readonly relationship: Json | undefined }): JSX.Element | null {
  const data = member(relationship, 'data');
  const link = member(member(relationship, 'links'), 'related');
  const href = typeof link === 'string' ? link : member(link, 'href');
  const target = typeof href === 'string' ? targetOf(href) : undefined;
  const text = Array.isArray(data)
    ? `${data.length} members`
    : isObject(data)
      ? `${data['type']} ${data['id']}`
      : data === null
        ? 'none'
        : 'related';
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
