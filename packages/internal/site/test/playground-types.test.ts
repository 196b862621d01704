/**
 * The types of the playground for its examples and for a table of schemas, as files that the compiler checks: each printed
 * type must equal the inferred type. After a change, `-u` writes the files.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../../../scripts/workspace.ts';
import { exampleNames } from '../generator/playground-examples.ts';
import { formatValue, typeName } from '../page/playground/types/format-name.ts';
import { printTypes } from '../page/playground/types/print-types.ts';
import { readDeclaration } from '../page/playground/worker/run-declaration.ts';

const folder = join(root, 'packages/internal/site');
const declarations: readonly (readonly [name: string, file: string])[] = [
  ...exampleNames.map((name) => [name, `page/playground/examples/${name}.ts`] as const),
  ['schemas', 'test/fixtures/playground-types/schemas.ts'],
];

describe.each(declarations)('the types of %s', (name, file) => {
  const { api, mistake } = readDeclaration(readFileSync(join(folder, file), 'utf8'));
  if (api === undefined) throw new Error(`${file}: ${mistake.message}`);

  test.each([...api.types.values()])('are those of the compiler: $name', async (type) => {
    const printed = typeName(type.name);
    const typed = `typeof api, ${formatValue(type.name)}`;
    const checks = [
      ['Record', 'StoredRecord', ''],
      ['Create', 'CreateInput', ''],
      ['Create', 'CreateInput', "['attributes']"],
      ['Create', 'CreateInput', "['relationships']"],
      ['Update', 'UpdateInput', ''],
      ['Update', 'UpdateInput', "['attributes']"],
      ['Update', 'UpdateInput', "['relationships']"],
      ['Include', 'IncludePath', ''],
    ].map(([suffix, inferred, part]) => `  isSame<${printed}${suffix}${part}, ${inferred}<${typed}>${part}>(true);`);
    const text = [
      '// Written by playground-types.test.ts.',
      "import type { CreateInput, IncludePath, StoredRecord, UpdateInput } from '@linkage/core';",
      "import { test } from 'vitest';",
      `import type { api } from '../../../${file}';`,
      "import { isSame } from './is-same.ts';",
      printTypes(api, type),
      `test('the printed types of ${type.name} are those of the compiler', () => {`,
      ...checks,
      '});\n',
    ].join('\n');
    await expect(text).toMatchFileSnapshot(`fixtures/playground-types/${name}-${type.name}.test-d.ts`);
  });
});
