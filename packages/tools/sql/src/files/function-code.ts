import type { DraftFunction } from '../model/function-model.ts';
import type { DraftType } from '../model/model.ts';
import { valueCode } from './attribute-schema.ts';
import { functionCode, outputName, queryNames } from './declare-function.ts';
import { type Code, isIdentifier, keyCode, textCode, writeCode } from './text-code.ts';

const ofKind = ({ functions }: DraftType, isList: boolean): readonly DraftFunction[] =>
  functions.filter(({ kind }) => (kind === 'list') === isList);

/** Returns the types that have functions of a kind. */
function typesWith(types: readonly DraftType[], isList: boolean): readonly DraftType[] {
  return types.filter((type) => ofKind(type, isList).length > 0);
}

function actionLines(it: DraftFunction): readonly string[] {
  const given = [it.parameters.length > 0 ? 'input' : '', it.kind === 'resource' ? 'id' : '', 'call'];
  const input = it.parameters.length > 0 ? ', input' : it.kind === 'resource' ? ', {}' : '';
  const id = it.kind === 'resource' ? ', id' : '';
  const call = `await callFunction(db, call, ${writeCode(functionCode(it), '        ', 40)}${input}${id})`;
  const key = `      ${keyCode(it.name)}: async ({ ${given.filter((name) => name !== '').join(', ')} })`;
  if (it.result === undefined) return [`${key} => void (${call}),`];
  return [`${key} => ({`, `        ${outputName(it)}: ${call},`, '      }),'];
}

/** Writes the functions of the actions of a draft. Empty if there are none. */
export function actionsCode(types: readonly DraftType[]): readonly string[] {
  const own = typesWith(types, false);
  if (own.length === 0) return [];
  return [
    '',
    '/** Calls functions of the database: the option `actions` of `createServer`. */',
    'export function createActions<Database>(db: Kysely<Database>): ActionFunctions<typeof api> {',
    '  return {',
    ...own.flatMap((type) => [`    ${keyCode(type.name)}: {`, ...ofKind(type, false).flatMap(actionLines), '    },']),
    '  };',
    '}',
  ];
}

/** Writes the query parameters of functions that choose resources of a collection. Empty if there are none. */
export function parametersCode(types: readonly DraftType[]): readonly string[] {
  const own = typesWith(types, true);
  if (own.length === 0) return [];
  const all = own.map((type): readonly [string, Code] => [
    type.name,
    Object.fromEntries(
      ofKind(type, true).flatMap((it) => queryNames(it).map(({ name, value }) => [name, valueCode(value)])),
    ),
  ]);
  return [
    '',
    '/** Query parameters of functions that choose resources of a collection: the option `typeParameters` of `createServer`. */',
    `export const typeParameters = ${writeCode(Object.fromEntries(all))};`,
  ];
}

const created = 'createKyselySources(api, db as unknown as Kysely<unknown>, mapping, { ...options, databaseSchema })';

/** Writes `createSources`: the sources, whose collections have these parameters. */
export function sourcesCode(types: readonly DraftType[]): readonly string[] {
  return [
    '/** Creates the sources for `createServer`. Fails if the database contradicts the mapping. */',
    'export async function createSources<Database, Context = unknown>(',
    '  db: Kysely<Database>,',
    "  options: Omit<KyselySourceOptions<Context>, 'databaseSchema'> = {},",
    ') {',
    '  const databaseSchema = await readDatabaseSchema(db);',
    ...resultLines(types),
    '}',
  ];
}

function resultLines(types: readonly DraftType[]): readonly string[] {
  const own = typesWith(types, true);
  if (own.length === 0) return [`  return ${created};`];
  const member = (object: string, name: string): string =>
    isIdentifier(name) ? `${object}.${name}` : `${object}[${textCode(name)}]`;
  return [
    `  const sources = ${created};`,
    '  return {',
    '    ...sources,',
    ...own.flatMap((type) => {
      const source = member('sources', type.name);
      const functions = Object.fromEntries(ofKind(type, true).map((it) => [it.name, functionCode(it)]));
      return [
        `    ${keyCode(type.name)}: extendSource(`,
        `      ${source},`,
        `      { list: listOfFunctions(db, ${source}, ${writeCode(functions, '      ', 40)}) },`,
        `      { applies: ['list'], parameters: { list: ${member('typeParameters', type.name)} } },`,
        '    ),',
      ];
    }),
    '  };',
  ];
}
