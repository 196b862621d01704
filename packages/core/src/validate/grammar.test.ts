import { expect, test } from 'vitest';
import type { Extension } from '../media-type/extension.ts';
import { validateDocument } from './validate-document.ts';

test('an object that stands in several places is looked at in each, in the order of the document', () => {
  const author = { type: 'people' };
  const resource = (id: string): object => ({ type: 'articles', id, relationships: { author: { data: author } } });
  const document = { data: [resource('1'), { type: 'articles' }, resource('2')] };
  expect(validateDocument(document, { as: 'response' }).issues).toMatchObject([
    { rule: 'identifier-id', pointer: '/data/0/relationships/author/data' },
    { rule: 'resource-id', pointer: '/data/1' },
    { rule: 'identifier-id', pointer: '/data/2/relationships/author/data' },
  ]);
});

test('an extension whose member leads to no place is rejected with the name of that place', () => {
  const uri = 'https://example.com/ext';
  const extension: Extension = { uri, namespace: 'v', members: { document: { x: 'v:nowhere' } } };
  expect(() => validateDocument({ data: null }, { extensions: [extension] })).toThrow(
    '"v:nowhere" is not a node kind of a document.',
  );
});
