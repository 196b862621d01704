/** The names of the files contain the contracts: what changes without its contract fails here. */
import { expect, test } from 'vitest';
import { errorTable } from '../../../core/src/error/chapters/error-table.ts';
import { openApiDocument } from '../src/index.ts';
import { createWitness } from './witness.ts';

const description = await createWitness().describe();
const document = openApiDocument(description, { info: { title: 'Witness', version: '1' } });

/** Returns the paths of the members of a value and their kinds, with `*` for names that the API chooses. */
function shapeOf(value: unknown, path: string, found: Set<string>): void {
  if (Array.isArray(value)) for (const one of value) shapeOf(one, `${path}[]`, found);
  else if (typeof value !== 'object' || value === null) found.add(`${path}: ${value === null ? 'null' : typeof value}`);
  else {
    const isNamed = /(?:^|\.)(?:types|fields|schemas|parameters|limits)$/.test(path);
    // A JSON Schema can have any keyword.
    if (/(?:schema|schemas\.\*|parameters\.\*)$/.test(path)) found.add(`${path}: schema`);
    else for (const [name, one] of Object.entries(value)) shapeOf(one, `${path}.${isNamed ? '*' : name}`, found);
  }
}

test('the shape of a description changes with its contract', async () => {
  const shape = new Set<string>();
  shapeOf(description, '', shape);
  const lines = [...shape].sort().join('\n');
  expect(lines).toContain('.types.*.endpoints[].statuses[]: number');
  await expect(`${lines}\n`).toMatchFileSnapshot(`contracts/description-${description.contract}.txt`);
});

test('the document of the witness changes with its contract', async () => {
  const { document: contract } = document['x-linkage-contract'] as { readonly document: number };
  // A release can add a code, and a client must expect others.
  const codes = JSON.stringify(Object.keys(errorTable));
  const withoutCodes = (_: string, value: unknown) => (JSON.stringify(value) === codes ? ['…'] : value);
  await expect(`${JSON.stringify(document, withoutCodes, 1)}\n`).toMatchFileSnapshot(
    `contracts/document-${contract}.txt`,
  );
});
