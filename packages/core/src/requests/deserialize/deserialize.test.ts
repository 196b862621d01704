import { describe, expect, test } from 'vitest';
import { deepFreeze } from '../../../test/frozen.ts';
import { deserialize } from './deserialize.ts';

type Fields = Readonly<Record<string, unknown>>;

const linkText = (text: string) => deserialize(JSON.parse(text));
const linkOne = (document: unknown): Fields => deserialize(document, { collection: false }).data as Fields;
const linkMany = (document: unknown): readonly Fields[] => deserialize(document, { collection: true }).data;

const dan = { type: 'people', id: '9', attributes: { name: 'Dan' } };
const toDan = { data: { type: 'people', id: '9' } };

describe('one object per resource', () => {
  test('with its attributes and with the objects it is related to', () => {
    const comments = { data: [{ type: 'comments', id: '5' }] };
    const document = {
      data: { type: 'articles', id: '1', attributes: { title: 'A' }, relationships: { author: toDan, comments } },
      included: [dan, { type: 'comments', id: '5', attributes: { body: 'x' }, relationships: { author: toDan } }],
    };
    const person = { type: 'people', id: '9', name: 'Dan' };
    expect(linkOne(document)).toStrictEqual({
      type: 'articles',
      id: '1',
      title: 'A',
      author: person,
      comments: [{ type: 'comments', id: '5', body: 'x', author: person }],
    });
    const article = linkOne(document) as { author: object; comments: readonly { author: object }[] };
    expect(article.comments[0]?.author).toBe(article.author);
  });

  test('in cycles, also of one resource with itself', () => {
    const article = { type: 'articles', id: '1', relationships: { author: toDan } };
    const articles = { data: [{ type: 'articles', id: '1' }] };
    const data = linkOne({ data: article, included: [{ ...dan, relationships: { articles, friend: toDan } }] });
    const author = data['author'] as Fields;
    expect(author['articles']).toEqual([expect.anything()]);
    expect((author['articles'] as readonly object[])[0]).toBe(data);
    expect(author['friend']).toBe(author);
  });

  test('for every place in primary data', () => {
    const second = { type: 'people', id: '10', relationships: { friend: toDan } };
    const [first, other] = linkMany({ data: [dan, second] });
    expect(other?.['friend']).toBe(first);
  });

  test('the same id in another type is another resource, and so is the same text as a local id', () => {
    const friends = [{ type: 'people', lid: '9' }, { type: 'pets', id: '9' }, toDan.data];
    const data = linkOne({
      data: { type: 'people', id: '1', relationships: { friends: { data: friends } } },
      included: [dan, { type: 'people', lid: '9', attributes: { name: 'New' } }],
    });
    expect(data['friends']).toStrictEqual([
      { type: 'people', lid: '9', name: 'New' },
      { type: 'pets', id: '9' },
      { type: 'people', id: '9', name: 'Dan' },
    ]);
  });

  test('the first of two counts, in primary data before included', () => {
    const again = { ...dan, attributes: { name: 'Other' }, relationships: { friend: toDan } };
    const [one, two] = linkMany({ data: [dan, again], included: [again] });
    expect(one).toStrictEqual({ type: 'people', id: '9', name: 'Dan' });
    expect(two).toBe(one);
    const author = linkOne({
      data: { type: 'articles', id: '1', relationships: { author: toDan } },
      included: [dan, again],
    })['author'];
    expect(author).toStrictEqual({ type: 'people', id: '9', name: 'Dan' });
  });
});

describe('attributes', () => {
  const other = { '@note': 1, '@': 2, 'ext:note': 3, type: 'x', id: 'y' };

  test.each([
    ['with an id', { id: '1' }],
    ['with a local id', { lid: '1' }],
  ])('NAM-10, RES-10, EXT-09: of a resource %s, only fields are attributes', (_, identity) => {
    const article = (attributes: object) => ({ type: 'articles', ...identity, attributes });
    const document = {
      data: [article({ title: 'A', ...other }), { type: 'articles', id: '2', attributes: { title: 'B' } }],
      included: [{ type: 'articles', id: '3', attributes: { ...other, title: 'C' } }],
    };
    const { data, included } = deserialize(deepFreeze(document));
    expect(data).toStrictEqual([
      { type: 'articles', ...identity, title: 'A' },
      { type: 'articles', id: '2', title: 'B' },
    ]);
    expect(included).toStrictEqual([{ type: 'articles', id: '3', title: 'C' }]);
  });

  test('the members of their values are free', () => {
    const title = { '@note': 1, 'a:b': 2, type: 3 };
    expect(linkOne({ data: { type: 'articles', id: '1', attributes: { title } } })['title']).toBe(title);
  });
});

describe('relationships', () => {
  const article = (relationships: unknown) => ({ data: { type: 'articles', id: '1', relationships }, included: [dan] });

  test.each([
    ['without data', { links: { related: '/articles/1/author' } }],
    ['with meta only', { meta: { count: 3 } }],
    ['that is not an object', 'people/9'],
    ['that is null', null],
  ])('one %s is absent, so it does not look empty', (_, author) => {
    expect(linkOne(article({ author }))).toStrictEqual({ type: 'articles', id: '1' });
  });

  test('an empty one is null or an empty array', () => {
    const data = linkOne(article({ author: { data: null }, comments: { data: [] } }));
    expect(data).toStrictEqual({ type: 'articles', id: '1', author: null, comments: [] });
  });

  test('an identifier whose resource is not in the document stays what it is', () => {
    const identifier = { type: 'people', id: '10', meta: { since: 2020 } };
    const data = linkOne(article({ author: { data: identifier }, readers: { data: [identifier, toDan.data] } }));
    expect(data['author']).toBe(identifier);
    expect(data['readers']).toEqual([identifier, { type: 'people', id: '9', name: 'Dan' }]);
  });

  test('at-members and members of extensions are none', () => {
    const data = linkOne(article({ '@note': toDan, 'ext:author': toDan, author: { '@a': 1, 'ext:b': 2, ...toDan } }));
    expect(data).toStrictEqual({ type: 'articles', id: '1', author: { type: 'people', id: '9', name: 'Dan' } });
  });

  test('no field takes the place of type and id', () => {
    const data = linkOne({
      data: { type: 'a', id: '1', attributes: { type: 'x', id: 'y' }, relationships: { type: toDan, id: toDan } },
    });
    expect(data).toStrictEqual({ type: 'a', id: '1' });
  });
});

describe('primary data', () => {
  test('null and an empty array stay', () => {
    expect(deserialize({ data: null }).data).toBeNull();
    expect(deserialize({ data: [], included: [dan] }).data).toEqual([]);
  });

  test('identifiers are linked to included resources, others stay', () => {
    const unlinked = { type: 'people', id: '10', meta: { a: 1 } };
    const { data, included } = deserialize({ data: [toDan.data, unlinked], included: [dan] });
    expect(data).toEqual([{ type: 'people', id: '9', name: 'Dan' }, unlinked]);
    expect((data as readonly object[])[0]).toBe(included?.[0]);
    expect((data as readonly object[])[1]).toBe(unlinked);
    expect(linkOne({ data: toDan.data, included: [dan] })).toEqual({ type: 'people', id: '9', name: 'Dan' });
  });

  test('a resource without fields is one object as well', () => {
    const marker = { type: 'markers', id: '1' };
    const owner = { type: 'collections', id: '2', relationships: { marker: { data: { ...marker } } } };
    const { data, included } = deserialize({ data: marker, included: [owner] });
    expect(included?.[0]?.['marker']).toBe(data);
    expect(deserialize({ data: [{ ...marker, links: {} }] }).data).toStrictEqual([marker]);
  });

  test.each([
    [true, { data: null }, /The primary data must be a collection, but it is null\./],
    [true, { data: dan }, /The primary data must be a collection, but it is an object\./],
    [false, { data: [dan] }, /The primary data must not be a collection, but it is an array of 1 element\./],
  ])('is rejected when it is not what `collection: %s` says', (collection, document, message) => {
    expect(() => deserialize(document, { collection })).toThrow(message);
  });
});

describe('the other members of a document', () => {
  test('stand beside the data where they are in the document', () => {
    const members = { jsonapi: { version: '1.1' }, links: { self: '/people/9' }, meta: { took: 3 } };
    const result = deserialize({ data: dan, ...members });
    expect(result).toEqual({ data: expect.anything(), ...members, resourceOf: expect.any(Function) });
    expect(Object.isFrozen(result)).toBe(true);
    expect(Object.keys(deserialize({ data: null }))).toEqual(['data', 'resourceOf']);
  });

  test('included resources to which nothing leads are there too', () => {
    expect(deserialize({ data: null, included: [dan] }).included).toEqual([{ type: 'people', id: '9', name: 'Dan' }]);
  });

  test.each([
    [
      { errors: [{ status: '404', title: 'Not Found', detail: 'No article 7.' }] },
      'contains errors: 404 Not Found No article 7.',
    ],
    [{ errors: [{ title: 'Gone' }] }, /contains errors: Gone$/],
    [{ errors: [] }, /contains errors$/],
    [{ errors: { title: 'Gone' } }, /contains errors$/],
    [{ errors: [null, 1] }, /contains errors$/],
    [{ errors: [{ title: { deep: 1 } }] }, /contains errors$/],
    [{ meta: {} }, 'The document must contain `data`.'],
    [{ 'atomic:results': [] }, 'The document must contain `data`.'],
    [null, 'The document must be an object, but it is null.'],
    [[dan], 'The document must be an object, but it is an array of 1 element.'],
    ['{"data":null}', 'The document must be an object, but it is "{\\"data\\":null}".'],
    [undefined, 'The document must be an object, but it is undefined.'],
  ])('%j has none to link', (document, message) => {
    expect(() => deserialize(document)).toThrow(TypeError);
    expect(() => deserialize(document)).toThrow(message);
  });

  test('data counts where errors stand beside it, against the rules', () => {
    expect(linkOne({ data: dan, errors: [] })).toEqual({ type: 'people', id: '9', name: 'Dan' });
  });

  test('the errors of a document are the cause', () => {
    const errors = [{ title: 'Not Found' }];
    expect(() => deserialize({ errors })).toThrow(expect.objectContaining({ cause: errors }));
  });
});

describe('resourceOf', () => {
  test('gives the resource object, with links and meta of the resource and of its relationships', () => {
    const author = { ...toDan, links: { related: '/articles/1/author' }, meta: { order: 1 } };
    const article = {
      type: 'articles',
      id: '1',
      attributes: { meta: 'field' },
      relationships: { author },
      meta: { a: 1 },
    };
    const { data, included, resourceOf } = deserialize({ data: [article], included: [dan] }, { collection: true });
    expect(data[0]?.['meta']).toBe('field');
    expect(resourceOf(data[0] as object)).toBe(article);
    expect(resourceOf(data[0]?.['author'] as object)).toBe(dan);
    expect(resourceOf(included?.[0] as object)).toBe(dan);
  });

  test('gives undefined for what was not made of a resource', () => {
    const { data, resourceOf } = deserialize({ data: { type: 'a', id: '1', relationships: { author: toDan } } });
    expect(resourceOf((data as Fields)['author'] as object)).toBeUndefined();
    expect(resourceOf({})).toBeUndefined();
    expect(resourceOf(dan)).toBeUndefined();
    expect(deserialize({ data: toDan.data, included: [dan] }).resourceOf(toDan.data)).toBeUndefined();
  });
});

describe('any name', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'length'];

  test.each(names)('%s may be a type, an id, an attribute', (name) => {
    const identifier = `{"type":"${name}","id":"${name}"}`;
    const { data } = linkText(`{
      "data":{"type":"a","id":"1","attributes":{"${name}":{"polluted":1}},"relationships":{"to":{"data":${identifier}}}},
      "included":[{"type":"${name}","id":"${name}","attributes":{"name":"x"}}]}`);
    const made = data as Fields;
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
    expect(Object.getOwnPropertyDescriptor(made, name)?.value).toEqual({ polluted: 1 });
    expect(made['to']).toStrictEqual({ type: name, id: name, name: 'x' });
  });

  test.each(names)('%s may be a relationship', (name) => {
    const { data } = linkText(`{
      "data":[{"type":"a","id":"1","relationships":{"${name}":{"data":{"type":"a","id":"2"}}}},
              {"type":"a","id":"2","relationships":{"${name}":{"data":[{"type":"a","id":"1"}]}}},
              {"type":"a","id":"3","relationships":{}}]}`);
    const [one, two, three] = data as readonly Fields[];
    const own = (object: Fields | undefined) => Object.getOwnPropertyDescriptor(object, name);
    expect(own(one)).toMatchObject({ enumerable: true, writable: true, configurable: true });
    expect(own(one)?.value).toBe(two);
    expect(own(two)?.value[0]).toBe(one);
    expect(own(three)).toBeUndefined();
    for (const it of [one, two, three]) expect(Object.getPrototypeOf(it)).toBe(Object.prototype);
  });

  test.each(names)('%s of a resource that is not there leads to nothing', (name) => {
    const identifier = { type: name, id: name };
    const data = linkOne({
      data: { type: 'a', id: '1', relationships: { to: { data: identifier } } },
      included: [dan],
    });
    expect(data['to']).toBe(identifier);
  });

  test('nothing that is inherited is a relationship, and Object.prototype stays as it is', () => {
    const before = Reflect.ownKeys(Object.prototype);
    const relationships = Object.create({ author: toDan });
    expect(linkOne({ data: { type: 'a', id: '1', attributes: {}, relationships }, included: [dan] })).toStrictEqual({
      type: 'a',
      id: '1',
    });
    expect(Reflect.ownKeys(Object.prototype)).toEqual(before);
  });
});

describe('what is not as it should be', () => {
  test.each([
    ['values in the place of resources', [1, null, 'x', [dan], true]],
    ['no type and no id', [{ attributes: { a: 1 } }], [{ type: undefined, a: 1 }]],
    ['attributes that are not an object', [{ ...dan, attributes: 'text' }], [toDan.data]],
    ['attributes that are an array', [{ ...dan, attributes: ['a'] }], [toDan.data]],
    ['relationships that are not an object', [{ ...dan, relationships: [toDan] }], [{ ...toDan.data, name: 'Dan' }]],
  ])('%s', (_, data: readonly unknown[], expected: readonly unknown[] = data) => {
    expect(deserialize({ data, included: data }).data).toStrictEqual(expected);
  });

  test('values in the place of identifiers stay', () => {
    const linkage = [1, null, 'x', [toDan.data], { type: 'people' }, {}];
    const data = linkOne({
      data: { type: 'a', id: '1', relationships: { to: { data: linkage }, other: { data: 'x' } } },
    });
    expect(data).toEqual({ type: 'a', id: '1', to: linkage, other: 'x' });
  });

  test('resources that nothing identifies are never taken for each other', () => {
    const nameless = {
      type: 'people',
      attributes: { name: 'A' },
      relationships: { friend: { data: { type: 'people' } } },
    };
    const untyped = { id: '1', attributes: {}, relationships: { friend: { data: { id: '1' } } } };
    const data = linkMany({ data: [nameless, { ...nameless }, untyped, { ...untyped }] });
    expect(new Set(data).size).toBe(4);
    expect(data[0]?.['friend']).toEqual({ type: 'people' });
    expect(data[2]?.['friend']).toEqual({ id: '1' });
  });

  test('ids that are numbers are told apart from strings', () => {
    const to = {
      data: [
        { type: 'a', id: 1 },
        { type: 'a', id: '1' },
      ],
    };
    const data = linkMany({ data: [{ type: 'a', id: 1, relationships: { to } }] });
    const linked = data[0]?.['to'] as readonly object[];
    expect(linked[0]).toBe(data[0]);
    expect(linked[1]).toBe(to.data[1]);
  });

  test('included that is not an array', () => {
    expect(deserialize({ data: dan, included: dan })).not.toHaveProperty('included');
  });
});

test('the document stays as it is, and its attribute values are shared', () => {
  const tags = ['a'];
  const resource = { type: 'people', id: '1', attributes: { tags }, relationships: { friend: toDan } };
  const [first] = linkMany(deepFreeze({ data: [resource, toDan.data], included: [structuredClone(dan)] }));
  expect(first?.['tags']).toBe(tags);
  expect(Object.isFrozen(first)).toBe(false);
});

test('a chain of 100,000 resources needs no stack', () => {
  const count = 100_000;
  const data = Array.from({ length: count }, (_, index) => ({
    type: 'a',
    id: String(index),
    relationships: { next: { data: index + 1 < count ? { type: 'a', id: String(index + 1) } : null } },
  }));
  let steps = 0;
  for (let at: Fields | null = linkMany({ data })[0] ?? null; at !== null; at = at['next'] as Fields | null) steps++;
  expect(steps).toBe(count);
});
