import { type ErrorCode, type ErrorObject, errorObject, JsonApiError } from '@linkage/core';
import type { SourceCall } from '@linkage/server';
import type { DriverError, Violation } from '../dialects/failure.ts';
import { columnOf, type Table } from '../mapping/table.ts';

/** A field of a type that an error names. */
interface NamedField {
  readonly name: string;
  readonly pointer: string;
}

/** How a failed write is reported. */
interface Reporting {
  readonly table: Table;
  /** The call of the write: it tells which fields the caller can read. */
  readonly call: Pick<SourceCall, 'readable'>;
  /** Whether the document of the request is a resource, so that pointers lead to its fields. */
  readonly hasFields?: boolean;
}

/** Returns the fields of these columns that an error can name: requests can write them, and the caller can read them. */
function fieldsOf({ table, call }: Reporting, columns: readonly string[]): readonly NamedField[] {
  const { type } = table;
  const canBeNamed = (name: string, { write }: { readonly write: boolean } = { write: false }): boolean =>
    write && call.readable?.has(name) !== false;
  const attributes = [...table.columns.keys()]
    .filter((name) => canBeNamed(name, type.attributes.get(name)) && columns.includes(columnOf(table, name).name))
    .map((name) => ({ name, pointer: `/data/attributes/${name}` }));
  const relationships = [...table.edges]
    .filter(
      ([name, edge]) =>
        edge.kind === 'column' && columns.includes(edge.column) && canBeNamed(name, type.relationships.get(name)),
    )
    .map(([name]) => ({ name, pointer: `/data/relationships/${name}` }));
  return [...attributes, ...relationships];
}

const neededElsewhere = 'A related resource cannot be without this one.';

/** Whether a violation is about another table, or about a relationship that is written at its own URL. */
function isElsewhere({ table, hasFields }: Reporting, { table: named }: Violation): boolean {
  return hasFields === false || (named !== undefined && named !== table.name.split('.').at(-1));
}

/** The columns of the type's own table that a violation names. */
function columnsOf(reporting: Reporting, violation: Violation): readonly string[] {
  const { columns, constraint } = violation;
  if (isElsewhere({ ...reporting, hasFields: true }, violation)) return [];
  return columns ?? (constraint === undefined ? undefined : reporting.table.constraints.get(constraint)) ?? [];
}

function report(reporting: Reporting, code: ErrorCode, detail: string, fields: readonly NamedField[]): ErrorObject {
  const [field, ...others] = fields;
  if (field === undefined || others.length > 0 || reporting.hasFields === false) return errorObject(code, detail);
  return errorObject(code, detail, { source: { pointer: field.pointer } });
}

/** The code of an error about a value: that of attributes where it points to one. */
function codeOf(fields: readonly NamedField[]): ErrorCode {
  return fields.length === 1 && fields[0]?.pointer.startsWith('/data/attributes/')
    ? 'ATTRIBUTE_INVALID'
    : 'VALUE_REJECTED';
}

function problemOf(reporting: Reporting, violation: Violation): ErrorObject {
  const fields = fieldsOf(reporting, columnsOf(reporting, violation));
  const names = fields.map(({ name }) => name);
  const [name] = names.length === 1 ? names : [];
  switch (violation.kind) {
    case 'unique': {
      const detail = `Another resource has this ${names.join(' and ')}, which only one can have.`;
      const unnamed = 'A value that only one resource can have is taken.';
      return report(reporting, 'CONSTRAINT_VIOLATED', names.length === 0 ? unnamed : detail, fields);
    }
    case 'exclusion': {
      const detail = 'The values conflict with those of another resource.';
      return report(reporting, 'CONSTRAINT_VIOLATED', detail, fields);
    }
    case 'foreign-key': {
      const detail = 'The linkage names a resource that does not exist.';
      return report(reporting, 'RELATED_RESOURCE_NOT_FOUND', detail, fields);
    }
    case 'referred':
      return errorObject('CONSTRAINT_VIOLATED', 'Other resources refer to this one.');
    case 'not-null': {
      // A member of a relationship that cannot be without this resource: no value of the request is at fault.
      if (isElsewhere(reporting, violation)) return errorObject('CONSTRAINT_VIOLATED', neededElsewhere);
      const unnamed = 'The request leaves empty what must have a value.';
      const detail = name === undefined ? unnamed : `\`${name}\` must have a value.`;
      return report(reporting, codeOf(fields), detail, fields);
    }
    case 'check':
      return report(reporting, codeOf(fields), 'The request breaks a rule for the values of this type.', fields);
    case 'value': {
      const detail = `${name === undefined ? 'A value of the request' : `The value of \`${name}\``} cannot be stored.`;
      return report(reporting, codeOf(fields), detail, fields);
    }
    case 'raised':
      return errorObject('CONSTRAINT_VIOLATED', 'The request breaks a rule of the data.');
  }
}

/** What a statement ran into; undefined if it failed for another reason. */
export function violationOf({ dialect }: Table, error: unknown): Violation | undefined {
  return error instanceof Error && !JsonApiError.is(error) ? dialect.violationOf(error as DriverError) : undefined;
}

/** What a failed write is to a client: an answer where it ran into a constraint, else the failure as it is. */
export function refusalOf(error: unknown, reporting: Reporting): unknown {
  const violation = violationOf(reporting.table, error);
  return violation === undefined ? error : new JsonApiError(problemOf(reporting, violation), { cause: error });
}

/** What a failed deletion is to a client. Databases that do not say which side of a foreign key is at fault mean the other. */
export function deletionRefusalOf(error: unknown, reporting: Reporting): unknown {
  const violation = violationOf(reporting.table, error);
  if (violation === undefined) return error;
  const kind = violation.kind === 'foreign-key' ? 'referred' : violation.kind;
  return new JsonApiError(problemOf(reporting, { ...violation, kind }), { cause: error });
}

/** What a failed read is to a client: a value that the database does not read is nothing that a resource has. */
export function readRefusalOf(error: unknown, table: Table, by: 'ids' | 'filter'): unknown {
  if (violationOf(table, error)?.kind !== 'value') return error;
  const problem =
    by === 'ids'
      ? errorObject('NOT_FOUND', 'There is no resource with this id.')
      : errorObject('FILTER_VALUE_INVALID', 'A value of the filter is not valid for its field.');
  return new JsonApiError(problem, { cause: error });
}
