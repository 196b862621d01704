import { expect, test } from 'vitest';
import { splitOutput } from './types.ts';

test('tells listed files from errors', () => {
  const error = "packages/core/src/index.ts(1,1): error TS2304: Cannot find name 'Buffer'.";
  const output = `${error}\n/a/node_modules/@types/node/index.d.ts\nC:/a/b.json\r\n  The file is in the program because:\n/a/x.tsx`;
  expect(splitOutput(output)).toEqual([
    ['/a/node_modules/@types/node/index.d.ts', 'C:/a/b.json', '/a/x.tsx'],
    [error, '  The file is in the program because:'],
  ]);
});
