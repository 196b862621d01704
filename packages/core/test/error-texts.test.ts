/** The tables of error texts and the sources are under test: each text has a use, and no other text reaches a client. */
import { expect, test } from 'vitest';
import { englishTexts } from '../src/error/chapters/english-texts.ts';
import { readSourceFiles } from './source-files.ts';

const files = readSourceFiles().filter(({ path }) => !path.includes('/error/chapters/'));

/** An application can replace these texts. */
const ofApplication = 'server/src/response/errors/application-errors.ts';

test('no error of the library has a text beside the tables', () => {
  const creating = files.filter(
    ({ path, code }) => !path.startsWith('core/src/error/') && /\berrorObject\(/.test(code),
  );
  expect(creating.map(({ path }) => path)).toEqual([ofApplication]);
});

test('every text has a use', () => {
  const code = files.map((it) => it.code).join('\n');
  const unused = Object.entries(englishTexts as object).flatMap(([group, texts]) =>
    Object.keys(texts as object)
      .filter((name) => name !== 'status' && name !== 'title')
      .filter((name) => !code.includes(`'${group}.${name}'`) && !code.includes(`\`${group}.${name}\``))
      // The end of a key that has an expression.
      .filter((name) => !new RegExp(`['\`.]${name}['\`]`).test(code))
      .map((name) => `${group}.${name}`),
  );
  expect(unused).toEqual([]);
});
