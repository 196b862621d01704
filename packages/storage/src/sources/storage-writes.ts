import { chosenIdOf, identifiersOf, recordRejections } from '@linkage/core/internal';
import { type Linkage, linkageDifference } from '@linkage/core/records';
import type { LinkageChange, SourceCall } from '@linkage/server';
import { assertStorable } from '../columns/assert-storable.ts';
import type { Key } from '../columns/key.ts';
import { idTaken, relatedNotFound, unstorableId } from '../failures/source-errors.ts';
import { type Violation, violationIn } from '../failures/violation.ts';
import { type FailedWrite, violationError, writeError } from '../failures/violation-error.ts';
import type { StoredTypes } from './stored-types.ts';

/** Values of a row by field: attributes, and keys of to-one relationships that have a column. */
export type RowValues = Readonly<Record<string, unknown>>;

/** The statements of a library that write the resources of one type. */
export interface WriteStatements<Row extends object, WriteCall> {
  /** Inserts a row. `values` contains `id` if the client chose it. Returns undefined if the id is taken. */
  readonly insert: (values: RowValues, call: WriteCall) => Promise<Row | undefined>;
  /** Updates a row and returns it, or undefined if it does not exist. `values` can be empty. */
  readonly update: (key: Key, values: RowValues, call: WriteCall) => Promise<Row | undefined>;
  /** Deletes a row. Returns whether it existed. */
  readonly delete: (key: Key, call: WriteCall) => Promise<boolean>;
  /** Returns the keys of the members of a to-many relationship. */
  readonly members: (key: Key, relationship: string, call: WriteCall) => Promise<readonly Key[]>;
  /** Adds members to a to-many relationship. Must ignore members that another request has added meanwhile. */
  readonly link: (key: Key, relationship: string, members: readonly Key[], call: WriteCall) => Promise<unknown>;
  /** Removes members from a to-many relationship. */
  readonly unlink: (key: Key, relationship: string, members: readonly Key[], call: WriteCall) => Promise<unknown>;
}

interface Written {
  readonly id?: string;
  readonly attributes: object;
  readonly relationships: object;
}

/** The methods of a source that write. */
export interface StorageWrites<Row extends object, WriteCall> {
  readonly create: (input: Written, call: WriteCall) => Promise<Row>;
  readonly update: (id: string, changes: Written, call: WriteCall) => Promise<Row | null>;
  readonly delete: (id: string, call: WriteCall) => Promise<boolean>;
  readonly relate: (id: string, relationship: string, change: LinkageChange, call: WriteCall) => Promise<boolean>;
}

/** Creates the methods of a source that write, from the statements of a library. */
export function storageWrites<Row extends object, WriteCall extends Pick<SourceCall, 'readable'>>(
  types: StoredTypes,
  name: string,
  statements: WriteStatements<Row, WriteCall>,
): StorageWrites<Row, WriteCall> {
  const { type, columns } = types.typeOf(name);
  const columnOf = (field: string): string | undefined => columns.get(field)?.name;

  /** Returns the keys of members. @throws {JsonApiError} 404 if no row can have one of these ids. */
  function keysOf(relationship: string, linkage: Linkage): readonly Key[] {
    const identifiers = identifiersOf(linkage);
    const keys = types.keysOf(
      types.targetOf(name, relationship).type.name,
      identifiers.map(({ id }) => id),
    );
    if (keys.length === identifiers.length) return keys;
    throw relatedNotFound();
  }

  /** Splits the fields of a request into values of the row and to-many relationships. */
  function split({ attributes, relationships }: Written) {
    assertStorable(attributes, (field) => columns.get(field)?.type, types.rules);
    const values = new Map<string, unknown>(Object.entries(attributes).filter(([, value]) => value !== undefined));
    const toMany: (readonly [string, Linkage])[] = [];
    for (const [field, linkage] of Object.entries(relationships) as [string, Linkage | undefined][]) {
      if (linkage === undefined) continue;
      if (columns.has(field)) values.set(field, keysOf(field, linkage).at(0) ?? null);
      else toMany.push([field, linkage]);
    }
    return { values: Object.fromEntries(values), toMany };
  }

  /** Runs a statement, and converts the constraint that it violated. Only errors of statements can be errors of the client. */
  async function run<Result>(
    write: Pick<FailedWrite, 'readable' | 'hasFields' | 'relationship'>,
    statement: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await statement();
    } catch (error) {
      throw writeError(error, types.detect, { type, columnOf, ...write });
    }
  }

  async function change(
    key: Key,
    relationship: string,
    wanted: LinkageChange,
    call: WriteCall,
    hasFields: boolean,
  ): Promise<void> {
    const target = types.targetOf(name, relationship).type.name;
    const members = await statements.members(key, relationship, call);
    const current = members.map((member) => ({ type: target, id: String(member) }));
    const { added, removed } = linkageDifference(current, wanted);
    const write = { readable: call.readable, hasFields, relationship };
    const unlinked = keysOf(relationship, removed);
    if (unlinked.length > 0) await run(write, async () => statements.unlink(key, relationship, unlinked, call));
    const linked = keysOf(relationship, added);
    if (linked.length > 0) await run(write, async () => statements.link(key, relationship, linked, call));
  }

  /** Whether a violated constraint is the primary key. The databases name it like this if the schema does not. */
  function isOfId({ columns: names, constraint }: Violation): boolean {
    if (names !== undefined) return names.length === 1 && names.at(0) === columnOf('id');
    return constraint === 'PRIMARY' || constraint?.endsWith('_pkey') === true;
  }

  /** Inserts a row. Returns undefined if the id is taken: the statement says it, or violates the constraint of the id. */
  function insert(values: RowValues, call: WriteCall): Promise<Row | undefined> {
    return run({ readable: call.readable }, async () => {
      try {
        return await statements.insert(values, call);
      } catch (error) {
        const violation = violationIn(error, types.detect);
        if (violation?.kind === 'unique' && isOfId(violation) && Object.hasOwn(values, 'id')) return undefined;
        throw error;
      }
    });
  }

  /** Deletes a row. Not all databases say which side of a foreign key was violated: a deletion violates the other one. */
  async function remove(key: Key, call: WriteCall): Promise<boolean> {
    try {
      return await statements.delete(key, call);
    } catch (error) {
      const violation = violationIn(error, types.detect);
      if (violation === undefined || violation.kind === 'value') throw error;
      const kind = violation.kind === 'foreign-key' ? 'referred' : violation.kind;
      const write = { type, columnOf, readable: call.readable, hasFields: false };
      throw violationError({ ...violation, kind }, write, { cause: error });
    }
  }

  const keyOf = (id: string): Key | undefined => types.keysOf(name, [id]).at(0);
  async function update(id: string, changes: Written, call: WriteCall, hasFields: boolean): Promise<Row | null> {
    const key = keyOf(id);
    if (key === undefined) return null;
    const { values, toMany } = split(changes);
    const row = await run({ readable: call.readable, hasFields }, async () => statements.update(key, values, call));
    if (row === undefined) return null;
    for (const [field, replace] of toMany) await change(key, field, { replace }, call, hasFields);
    return row;
  }

  async function create(input: Written, call: WriteCall): Promise<Row> {
    const { values, toMany } = split(input);
    const chosen = chosenIdOf(input);
    const id = chosen === undefined ? undefined : keyOf(chosen);
    if (chosen !== undefined && id === undefined) throw unstorableId();
    const row = await insert(id === undefined ? values : { ...values, id }, call);
    if (row === undefined) throw idTaken(name, true);
    const made = (row as { readonly id: Key }).id;
    // The id of a record can have another type than the column.
    const key = keyOf(String(made)) ?? made;
    for (const [field, replace] of toMany) await change(key, field, { replace }, call, true);
    return row;
  }

  async function relate(id: string, relationship: string, wanted: LinkageChange, call: WriteCall) {
    const replace = Object.hasOwn(wanted, 'replace') ? (wanted as { readonly replace: Linkage }).replace : undefined;
    const relationships = replace === undefined ? {} : { [relationship]: replace };
    // Without a replacement, this finds out whether the resource exists, and locks it if the library does.
    if ((await update(id, { attributes: {}, relationships }, call, false)) === null) return false;
    if (replace === undefined) await change(keyOf(id) as Key, relationship, wanted, call, false);
    return true;
  }

  return {
    create: (input, call) => recordRejections(create(input, call)),
    update: (id, changes, call) => recordRejections(update(id, changes, call, true)),
    async delete(id, call) {
      const key = keyOf(id);
      return key !== undefined && (await recordRejections(remove(key, call)));
    },
    relate: (id, relationship, wanted, call) => recordRejections(relate(id, relationship, wanted, call)),
  };
}
