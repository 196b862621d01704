import { describe, expect, test } from 'vitest';
import type { DocumentRole } from '../grammar/visitors.ts';
import { validateDocument } from './validate-document.ts';

function messagesOf(document: unknown, as?: DocumentRole): readonly string[] {
  const { issues = [] } = validateDocument(document, { level: 'should', as });
  return issues.map(({ message }) => message);
}

describe('a message says what is wrong', () => {
  test.each([
    ['a document', { meta: {}, bad: 1 }],
    ['a resource object', { data: { type: 'articles', id: '1', bad: 1 } }],
    ['a link object', { meta: {}, links: { self: { href: '/', bad: 1 } } }],
  ])('defined-members: of %s', (name, document) => {
    expect(messagesOf(document)).toEqual([`"bad" is no member of ${name}.`]);
  });

  test.each(['relationship', 'update-relationship'] as const)('defined-members: of an identifier, as %s', (as) => {
    const wanted = '"attributes" is no member of a resource identifier object.';
    expect(messagesOf({ data: [{ type: 'people', id: '9', attributes: {} }] }, as)).toEqual([wanted]);
  });

  test('full-linkage: of a local id', () => {
    const document = { data: null, included: [{ type: 'people', lid: 'x' }] };
    expect(messagesOf(document)).toContain('No relationship leads from the primary data to "people" "x".');
  });

  test.each([
    [{ data: 'x' }, 'Primary data is null, an object or an array, not "x".'],
    [{ data: ['x'] }, 'An element of the primary data is an object, not "x".'],
  ])('primary-data: %j', (document, message) => {
    expect(messagesOf(document)).toEqual([message]);
  });

  test.each([['en_US'], [['en', 'en_US', 'de']]])('link-languages: the wrong one of %j', (hreflang) => {
    const wanted = 'hreflang is a language tag or an array of them, not "en_US".';
    expect(messagesOf({ meta: {}, links: { self: { href: '/', hreflang } } })).toEqual([wanted]);
  });

  test.each([
    [{ type: 'people', id: '9' }, '"people" "9" stands here before.'],
    [{ type: 'people', lid: 'x' }, '"people" "x" stands here before.'],
  ])('repeated-linkage: %j', (identifier, message) => {
    const document = { data: { type: 'a', id: '1', relationships: { b: { data: [identifier, identifier] } } } };
    expect(messagesOf(document)).toEqual([message]);
  });

  test.each([
    [{ type: 'people', id: '9' }, 'The document holds "people" "9" before.'],
    [{ type: 'people', lid: 'x' }, 'The document holds "people" "x" before.'],
  ])('unique-resources: %j', (resource, message) => {
    const data = { type: 'a', id: '1', relationships: { b: { data: resource } } };
    const document = { data, included: [resource, { ...resource, attributes: {} }] };
    expect(messagesOf(document, 'create')).toEqual([message]);
  });
});
