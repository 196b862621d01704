import { validateDocument } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { fromRest } from '../page/validator/from-rest.ts';
import { readPaste } from '../page/validator/read-paste.ts';

const created = '{"data":{"type":"articles","attributes":{"title":"A"}}}';

describe('a pasted text', () => {
  test.each([
    ['{"data":{"type":"articles","id":"1"}}', {}, undefined],
    [created, { message: 'request', method: 'POST' }, 'a request that creates a resource'],
    ['{"atomic:operations":[]}', { message: 'request', method: 'POST', isAtomic: true }, 'a request with operations'],
    ['{"atomic:results":[]}', { message: 'response', isAtomic: true }, 'a response with the results of operations'],
    [
      '{"data":[],"links":{"next":"/a?page%5Bafter%5D=x"}}',
      { message: 'response', isCursor: true },
      'a page with cursors',
    ],
    ['{', {}, undefined],
    ['', {}, undefined],
    ['{"data":1}\n{"data":2}\n', {}, 'the first of 2 documents, one in each line'],
  ])('%s is read', (text, choices, as) => expect(readPaste(text)).toMatchObject({ choices, ...(as && { as }) }));

  test('with a request line is a request, without its secrets', () => {
    const message = `PATCH /articles/1/relationships/tags HTTP/1.1\r\nAuthorization: x\r\nContent-Type: text/plain\r\n\r\n${created}`;
    expect(readPaste(message)).toEqual({
      ...{ text: created, headers: 'Content-Type: text/plain', as: 'a PATCH request' },
      choices: { message: 'request', method: 'PATCH', isRelationship: true },
    });
  });

  test('with a status line is a response, also if its resource has no id', () => {
    const { choices, as } = readPaste(`HTTP/1.1 201 Created\n\n${created}`);
    expect([choices, as]).toEqual([{ message: 'response', method: 'POST' }, 'a response with its headers']);
  });

  test('of an object whose prototype has other members is read by its own', () => {
    Object.assign(Object.prototype, { 'atomic:operations': 1 });
    try {
      expect(readPaste('{"data":null}').as).toBeUndefined();
    } finally {
      Reflect.deleteProperty(Object.prototype, 'atomic:operations');
    }
  });
});

describe('plain JSON', () => {
  const converted = (value: unknown) => fromRest(value) as NonNullable<ReturnType<typeof fromRest>>;

  test.each([
    [{ id: 1, title: 'A', author: { id: 2, name: 'B' }, tags: [{ id: 3 }], size: { width: 1 } }],
    [[{ id: 1 }, { id: 2, parent: { id: 1 } }]],
    [{ articles: [{ id: 1, title: 'A' }], total: 1 }],
    [{ title: 'without an id' }],
  ])('%j becomes a document without mistakes but for the missing id', (value) => {
    const { document, changes } = converted(value);
    const { issues = [] } = validateDocument(document, { as: 'response' });
    expect(issues.filter(({ rule }) => !/id/.test(rule))).toEqual([]);
    expect(changes.length).toBeGreaterThan(0);
  });

  test('related resources are included once, in relationships', () => {
    const author = { id: 2, name: 'B' };
    expect(
      converted([
        { id: 1, author },
        { id: 3, author },
      ]).document,
    ).toEqual({
      data: ['1', '3'].map((id) => ({
        ...{ type: 'resources', id },
        relationships: { author: { data: { type: 'author', id: '2' } } },
      })),
      included: [{ type: 'author', id: '2', attributes: { name: 'B' } }],
    });
  });

  test.each([[null], [1], [[]], [[1]], [{}], [{ data: [] }], [{ errors: [] }]])('%j stays as it is', (value) =>
    expect(fromRest(value)).toBeUndefined(),
  );

  test('a list of 100,000 ends', () => {
    // Quadratic work would take longer than the limit of a test.
    converted(Array.from({ length: 100_000 }, (_, id) => ({ id, author: { id } })));
  });
});
