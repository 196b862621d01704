/** The examples of the playground: TypeScript files that the compiler checks, each with its records beside it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../../scripts/workspace.ts';
import type { PlaygroundExample } from '../page/playground/model/examples.ts';

/** The names of the files, in the order of the list. */
export const exampleNames: readonly string[] = [
  ...['articles', 'fieldsets', 'sorting', 'filters', 'pages', 'several-types', 'tree', 'many-to-many'],
  ...['hidden-fields', 'values', 'users'],
];

interface ExampleFile {
  readonly title: string;
  readonly target: string;
  readonly records: Readonly<Record<string, readonly object[]>>;
}

/** Returns the records as JSON, each in a line of its own. */
function formatRecords(records: ExampleFile['records']): string {
  const types = Object.entries(records).map(([type, list]) => {
    const lines = list.map((record) => `    ${spaced(record)}`);
    return `  ${JSON.stringify(type)}: [\n${lines.join(',\n')}\n  ]`;
  });
  return `{\n${types.join(',\n')}\n}\n`;
}

function spaced(record: object): string {
  // No string of an example contains a line feed.
  return JSON.stringify(record, null, 1).replaceAll(/\n */g, ' ');
}

/** Returns an example. */
function exampleOf(name: string): PlaygroundExample {
  const folder = join(root, 'packages/internal/site/page/playground/examples');
  const { title, target, records }: ExampleFile = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  const declaration = readFileSync(join(folder, `${name}.ts`), 'utf8');
  return { title, target, declaration, records: formatRecords(records) };
}

/** Returns the examples. */
export function playgroundExamples(): readonly PlaygroundExample[] {
  return exampleNames.map(exampleOf);
}

/** Returns the example of the first page: its declaration without the imports, which the playground does not need. */
export function firstExample(): PlaygroundExample {
  const example = exampleOf('first-screen');
  return { ...example, declaration: example.declaration.replaceAll(/^import .*\n/gm, '').trim() };
}
