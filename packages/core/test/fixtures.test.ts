/** The fixtures of the specification site's JSON Schemas: `../shared/jsonapi-schemas` beside the project. */
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { DocumentRole } from '../src/spec/grammar/visitors.ts';
import { validateDocument } from '../src/validate/validate-document.ts';
import { isMissing, readSharedJson, sharedPath } from './shared.ts';

/** Fixtures that 1.1 overrules, or that the schemas read more narrowly than the text, each with the reason. */
const anyMeta = 'A meta object holds any members: the member-name rules do not apply inside.';
const overruled: Readonly<Record<string, string>> = {
  '1.0/tests/response/invalid/jsonapi/meta_is_not_valid.json': anyMeta,
  '1.0/tests/response/invalid/meta/meta_must_have_valid_members.json': anyMeta,
  '1.0/tests/response/invalid/relationships/meta_not_valid.json': anyMeta,
  '1.0/tests/response/invalid/links/link_must_be_valid_uri.json':
    'A link is a URI reference, and "wrong" is a relative one.',
  '1.1/tests/response/valid/with_failure/only_errors/one_error.json':
    'Two errors have one id, and the id of an error is unique.',
};

const folder = 'jsonapi-schemas/';
const missing = isMissing(folder);
const files = missing
  ? []
  : globSync('1.*/tests/**/*.json', { cwd: fileURLToPath(sharedPath(folder)) })
      .map((file) => file.replaceAll('\\', '/'))
      .sort();

function roleOf(file: string): DocumentRole {
  if (file.includes('/relationship/update/')) return 'update-relationship';
  if (file.includes('/resource/create/')) return 'create';
  return file.includes('/resource/update/') ? 'update' : 'response';
}

function agrees(file: string): boolean {
  const isValid = validateDocument(readSharedJson(folder + file), { as: roleOf(file) }).issues === undefined;
  return isValid === file.includes('/valid/');
}

describe.skipIf(missing)(
  missing ? 'fixtures (skipped: ../shared/jsonapi-schemas is not beside the project)' : 'fixtures',
  () => {
    test('are there', () => {
      expect(files.length).toBeGreaterThan(100);
    });

    test.each(files.filter((file) => !Object.hasOwn(overruled, file)))('%s', (file) => {
      expect(agrees(file)).toBe(true);
    });

    test('what is overruled is judged otherwise', () => {
      expect(Object.keys(overruled).filter((file) => agrees(file) || !files.includes(file))).toEqual([]);
    });
  },
);
