/** The SQL statements of a request, over tables with the names of the declaration. */
import type { Api, RelationshipDefinition } from '@linkage/core';
import { createKyselySources, createNodeSqliteDialect, explainStatements } from '@linkage/kysely';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import type { Inputs } from '../playground/model/question.ts';
import { respond } from '../playground/worker/answer-question.ts';

/** A database that answers each query with one row, in which every column is `1`: statements follow one another as with real rows. */
const database = {
  prepare: (sql: string) => {
    const row = Object.fromEntries(
      [
        ...sql
          .split(' from ', 1)
          .join('')
          .matchAll(/ as "(\w+)"/g),
      ].map(([, name = '']) => [name, '1']),
    );
    const columns = Object.keys(row).map((name) => ({ name }));
    const rows = columns.length === 0 ? [] : [row];
    return {
      all: () => rows,
      iterate: () => rows.values(),
      columns: () => columns,
      run: () => ({ changes: 1, lastInsertRowid: 1 }),
    };
  },
  close: () => undefined,
};

/** Returns how a relationship is stored: in a column, in that of its inverse, or in a table between both. */
function storageOf(api: Api, type: string, { name, kind, targets }: RelationshipDefinition): object {
  if (kind === 'to-one') return { column: `${name}_id` };
  const inverse = [...(api.types.get(targets[0] ?? '')?.relationships.values() ?? [])].find(
    (it) => it.kind === 'to-one' && it.targets.includes(type),
  );
  if (inverse !== undefined) return { foreignKey: `${inverse.name}_id` };
  return { through: `${type}_${name}`, from: `${type}_id`, to: `${targets[0]}_id` };
}

/** Returns the statements of a request, each with its lines. Empty if the server responds without the database. */
export async function statementsOf(
  api: Api,
  request: Pick<Inputs, 'target' | 'method' | 'body'>,
): Promise<readonly string[]> {
  const found: string[] = [];
  const dialect = explainStatements(createNodeSqliteDialect(database), ({ sql }) => void found.push(sql));
  const mapping = Object.fromEntries(
    [...api.types.values()].map(({ name, relationships }) => [
      name,
      {
        table: name,
        relationships: Object.fromEntries([...relationships.values()].map((it) => [it.name, storageOf(api, name, it)])),
      },
    ]),
  );
  const sources = createKyselySources(api, new Kysely<unknown>({ dialect }), mapping as never);
  await respond(createServer(api, sources as never, { onError: () => undefined }), request);
  return found.map((sql) => sql.replaceAll(/ (from|where|order by|limit) /g, '\n$1 '));
}
