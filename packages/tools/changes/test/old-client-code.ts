import { type ApiModel, type AttributeModel, type TypeModel, valueKinds } from './model.ts';

const schemas: Readonly<Record<AttributeModel['kind'], readonly [schema: string, type: string]>> = {
  text: ['z.string()', 'string'],
  'text or null': ['z.string().nullable()', 'string | null'],
  short: ['z.string().max(3)', 'string'],
  number: ['z.number()', 'number'],
  'two states': ["z.enum(['a', 'b'])", "'a' | 'b'"],
  'three states': ["z.enum(['a', 'b', 'c'])", "'a' | 'b' | 'c'"],
};

/** Returns the declaration of an API as TypeScript. */
export function declarationText({ types }: ApiModel): string {
  const strings = Object.entries(types).map(([name, { attributes, relationships, clientIds }]) => {
    const fields = Object.entries(attributes).map(([field, { kind, optional, write, ...reading }]) => {
      const options = reading.read ? { ...reading, write } : { read: false };
      return `${field}: attribute(${schemas[kind][0]}${optional ? '.optional()' : ''}, ${JSON.stringify(options)})`;
    });
    const links = Object.entries(relationships).map(([field, { kind, targets, required, include, write }]) => {
      const options = { include, write, ...(kind === 'to-one' && { required }) };
      return `${field}: ${kind === 'to-one' ? 'toOne' : 'toMany'}(${JSON.stringify(targets)}, ${JSON.stringify(options)})`;
    });
    return `  ${name}: { attributes: { ${fields.join(', ')} }, relationships: { ${links.join(', ')} }, clientGeneratedIds: ${clientIds} },`;
  });
  return `const api = defineApi({\n${strings.join('\n')}\n});\n`;
}

/** Returns calls of the typed client that use everything that a client can know of an API. */
export function clientText({ types }: ApiModel): string {
  const functions = Object.entries(types).map(([name, type], index) => {
    const lines = [...readLines(name, type), ...writeLines(name, type)];
    return `export async function use${index}() {\n${lines.map((line) => `  ${line}`).join('\n')}\n}`;
  });
  return `const client = createClient<typeof api>({ baseUrl: 'https://example.com' });\n${functions.join('\n')}\n`;
}

export const imports: string = `import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { createClient } from '@linkage/client';
import { z } from 'zod';
`;

function readLines(name: string, { attributes, relationships }: TypeModel): readonly string[] {
  const include = Object.entries(relationships).filter(([, it]) => it.include);
  const sort = Object.keys(attributes).filter((field) => attributes[field]?.sort);
  const query = `{ include: ${JSON.stringify(include.map(([field]) => field))}, sort: ${JSON.stringify(sort)} }`;
  const reads = Object.entries(attributes)
    .filter(([, { read, onDemand }]) => read && !onDemand)
    .map(([field, { kind, optional }], index) => {
      const type = optional ? `${schemas[kind][1]} | undefined` : schemas[kind][1];
      return `for (const it of page.data) { const value${index}: ${type} = it.${field}; void value${index}; }`;
    });
  const filters = Object.entries(attributes)
    .filter(([, { filter }]) => filter)
    .map(
      ([field]) => `await client.list('${name}', { filter: [{ field: '${field}', operator: 'eq', values: ['a'] }] });`,
    );
  const links = include.map(([field, { kind, targets }]) => {
    const types = targets.map((target) => `'${target}'`).join(' | ');
    const first = kind === 'to-one' ? `it.${field}?.type` : `it.${field}?.[0]?.type`;
    return `for (const it of page.data) { const target: ${types} | undefined = ${first}; void target; }`;
  });
  return [`const page = await client.list('${name}', ${query});`, ...reads, ...filters, ...links];
}

function writeLines(name: string, { attributes, clientIds }: TypeModel): readonly string[] {
  const created = Object.entries(attributes).filter(([, { write, optional }]) => write !== false && !optional);
  const values = created.map(([field, { kind }]) => `${field}: ${JSON.stringify(valueKinds[kind].values[0])}`);
  const id = clientIds ? "id: 'new', " : '';
  const updates = Object.entries(attributes)
    .filter(([, { write }]) => write === true)
    .flatMap(([field, { kind }]) =>
      valueKinds[kind].values.map(
        (value) => `await client.update('${name}', '1', { attributes: { ${field}: ${JSON.stringify(value)} } });`,
      ),
    );
  return [`await client.create('${name}', { ${id}attributes: { ${values.join(', ')} } });`, ...updates];
}
