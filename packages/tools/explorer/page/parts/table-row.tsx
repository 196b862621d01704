import type { JSX } from 'preact';
import { usePage } from '../hooks/use-page.ts';
import type { Method } from '../state/address.ts';
import { isWritable } from '../state/form.ts';
import { cut, type JsonObject, member, textOf } from '../state/json.ts';
import type { KnownField } from '../state/knowledge.ts';
import { ownActions } from '../state/learned.ts';
import { isDeep, previewOf } from '../state/preview.ts';
import { typeNameOf } from '../state/resource-places.ts';
import { selfTarget } from '../state/targets.ts';
import { AttributeCell, RelationshipCell } from './cell.tsx';
import type { EditedCell } from './cell-dialog.tsx';
import { Link, Small } from './controls.tsx';

const MAX_TEXT = 120;
/** Longer and deeper values cannot be edited in a cell. */
const MAX_VALUE = 20_000;
const MAX_LEVELS = 50;

/** A column of a table. */
export interface Column {
  readonly name: string;
  /** The member of a resource that has its values. */
  readonly part: 'attributes' | 'relationships' | 'meta';
  /** The class of its cells. */
  readonly look: string;
}

interface RowProperties {
  /** The target of the document. */
  readonly target: string;
  readonly row: JsonObject;
  /** Whether the table contains resources of several types. */
  readonly isMixed: boolean;
  readonly columns: readonly Column[];
  /** The names of the included resources by their identities. */
  readonly names: ReadonlyMap<string, string>;
  /** Undefined if rows cannot be selected. */
  readonly isSelected: boolean | undefined;
  readonly edit: (cell: EditedCell) => void;
}

/** A row of a table: the identity of a resource with its actions, and its fields. */
export function Row({ target, row, isMixed, columns, names, isSelected, edit }: RowProperties): JSX.Element {
  const { known, table, targetOf, change, against } = usePage();
  const [typeName, id] = [typeNameOf(row), textOf(member(row, 'id'))];
  const self = selfTarget(known, row, targetOf);
  // In a list of members, the buttons could mean the membership.
  const isMember = target.includes('/relationships/');
  const can = (method: Method): boolean => !isMember && against({ method, target: self }, row) === undefined;
  const editorOf = ({ name, part }: Column): ((element: HTMLElement) => void) | undefined => {
    const field: KnownField | undefined = known.get(typeName)?.fields.get(name);
    if (field === undefined || !isWritable(field, 'update') || part === 'meta' || id === '' || !can('PATCH'))
      return undefined;
    const value = member(member(row, part), name);
    // The members of a to-many relationship can have more pages.
    if (field.kind === 'to-many' || (part === 'attributes' ? value : member(value, 'data')) === undefined)
      return undefined;
    // A value that is too long for a cell is too long for a form, too: the form says so.
    const isLong = (): boolean => previewOf(value, MAX_VALUE).length > MAX_VALUE || isDeep(value, MAX_LEVELS);
    return (element) => (isLong() ? change('PATCH', self) : edit({ row, field, target: self, element }));
  };
  return (
    <tr class={isSelected ? 'selected' : ''}>
      <th scope="row" class="first">
        <div class="identity">
          {isSelected !== undefined && (
            <input
              type="checkbox"
              aria-label={cut(`Select ${typeName} ${id}`, MAX_TEXT)}
              checked={isSelected}
              onChange={(event) => table.select([{ resource: row, target: self }], event.currentTarget.checked)}
            />
          )}
          <Link to={{ method: 'GET', target: self }}>{cut(id, MAX_TEXT) || '–'}</Link>
          {!isMember && (
            <span class="row-actions">
              {ownActions
                .filter(([method]) => can(method))
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
      {columns.map((column) => {
        const value = member(member(row, column.part), column.name);
        const onEdit = editorOf(column);
        return column.part === 'relationships' ? (
          <RelationshipCell key={column.name} {...{ names, onEdit }} name={column.name} relationship={value} />
        ) : (
          <AttributeCell key={column.name} {...{ value, onEdit }} name={column.name} class={column.look} />
        );
      })}
    </tr>
  );
}
