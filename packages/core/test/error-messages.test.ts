/** The tables of error messages and the sources are under test: each string has a use, and no other text reaches a client. */
import { expect, test } from 'vitest';
import { englishMessages } from '../src/error/chapters/english-messages.ts';
import { readSourceFiles } from './source-files.ts';

const files = readSourceFiles().filter(({ path }) => !path.includes('/error/chapters/'));

/** An application can replace these messages. */
const ofApplication = 'server/src/response/errors/application-errors.ts';

test('no error of the library has a message beside the tables', () => {
  const creating = files.filter(
    ({ path, code }) => !path.startsWith('core/src/error/') && /\berrorObject\(/.test(code),
  );
  expect(creating.map(({ path }) => path)).toEqual([ofApplication]);
});

test('every message has a use', () => {
  const code = files.map((it) => it.code).join('\n');
  const unused = Object.entries(englishMessages as object).flatMap(([group, messages]) =>
    Object.keys(messages as object)
      .filter((name) => name !== 'status' && name !== 'title')
      .filter((name) => !code.includes(`'${group}.${name}'`) && !code.includes(`\`${group}.${name}\``))
      // The end of a key that has an expression.
      .filter((name) => !new RegExp(`['\`.]${name}['\`]`).test(code))
      .map((name) => `${group}.${name}`),
  );
  expect(unused).toEqual([]);
});
