import { describe, expect, test } from 'vitest';
import { defineExtension } from './extension.ts';

describe('defineExtension', () => {
  test.each([
    ['EXT-03: a URI alone', { uri: 'https://example.com/ext' }],
    ['EXT-08, EXT-12: with a namespace', { uri: 'https://jsonapi.org/ext/atomic', namespace: 'atomic' }],
    ['EXT-10: with query parameters', { uri: 'urn:example:a', namespace: 'v', parameters: ['id', 'at'] }],
    ['EXT-08: with a namespace of each kind of character', { uri: 'urn:example:a', namespace: 'aZ09' }],
  ])('%s', (_, definition) => {
    const extension = defineExtension(definition);
    expect(extension).toEqual(definition);
    expect(extension).not.toBe(definition);
    expect(Object.isFrozen(extension)).toBe(true);
    expect(Object.isFrozen(definition)).toBe(false);
  });

  test.each([
    ['EXT-03: no URI', { uri: 'atomic' }, '"atomic"'],
    ['EXT-03: a relative reference', { uri: '/ext/atomic' }, '"/ext/atomic"'],
    ['EXT-03: two URIs', { uri: 'https://a.example https://b.example' }, 'https://a.example'],
    ['EXT-08: an empty namespace', { uri: 'https://example.com/ext', namespace: '' }, '""'],
    ['EXT-08: a hyphen', { uri: 'https://example.com/ext', namespace: 'my-ext' }, '"my-ext"'],
    ['EXT-08: a low line', { uri: 'https://example.com/ext', namespace: 'my_ext' }, '"my_ext"'],
    ['EXT-08: a colon', { uri: 'https://example.com/ext', namespace: 'ext:' }, '"ext:"'],
    ['EXT-08: a letter outside ASCII', { uri: 'https://example.com/ext', namespace: 'é' }, '"é"'],
    ['EXT-10: a parameter in capitals', { uri: 'https://example.com/ext', namespace: 'v', parameters: ['Id'] }, '"Id"'],
    ['EXT-10: a parameter without a name', { uri: 'https://example.com/ext', namespace: 'v', parameters: [''] }, '""'],
    ['EXT-10: a parameter with its namespace', { uri: 'urn:x:y', namespace: 'v', parameters: ['v:id'] }, '"v:id"'],
    ['EXT-07: a parameter without a namespace', { uri: 'urn:x:y', parameters: ['id'] }, '`namespace` is required'],
    ['EXT-07: two namespaces', { uri: 'https://example.com/ext', namespace: 'one two' }, '"one two"'],
  ])('rejects %s', (_, definition, named) => {
    expect(() => defineExtension(definition)).toThrow(TypeError);
    expect(() => defineExtension(definition)).toThrow(named);
  });

  test.each([
    ['EXT-07: members', { members: { document: { list: null } } }, '`namespace` is required'],
    ['EXT-07: query parameters', { parameters: ['list'] }, '`namespace` is required'],
    ['EXT-07: places', { nodeKinds: { 'undefined:x': { shape: 'object' } } }, '`namespace` is required'],
    ['EXT-07: places of another namespace', { namespace: 'v', nodeKinds: { 'w:x': { shape: 'object' } } }, '"w:x"'],
    ['EXT-07: places without it', { namespace: 'v', nodeKinds: { vx: { shape: 'object' } } }, '"vx"'],
    ['EXT-09: an empty member name', { namespace: 'v', members: { document: { '': null } } }, '""'],
    ['EXT-09: the namespace in the name', { namespace: 'v', members: { document: { 'v:a': null } } }, '"v:a"'],
    ['EXT-09: an at-member', { namespace: 'v', members: { document: { '@a': null } } }, '"@a"'],
    ['EXT-09: a hyphen at the end', { namespace: 'v', members: { document: { a: null, 'b-': null } } }, '"b-"'],
    ['EXT-10: an empty query parameter', { namespace: 'v', parameters: [''] }, '""'],
    ['EXT-10: a capital', { namespace: 'v', parameters: ['a', 'camelCase'] }, '"camelCase"'],
    ['EXT-10: a digit', { namespace: 'v', parameters: ['a1'] }, '"a1"'],
    ['EXT-10: the namespace in the name', { namespace: 'v', parameters: ['v:a'] }, '"v:a"'],
    ['EXT-10: brackets', { namespace: 'v', parameters: ['a[b]'] }, '"a[b]"'],
  ] as const)('rejects a definition with a fault: %s', (_, definition, named) => {
    const define = () => defineExtension({ uri: 'https://example.com/ext', ...definition });
    expect(define).toThrow(TypeError);
    expect(define).toThrow(named);
  });

  test('EXT-05, EXT-09, EXT-10: members, query parameters and rules', () => {
    const definition = {
      uri: 'https://example.com/ext',
      namespace: 'v',
      members: { document: { 'a-b': null, c_d: null } },
      parameters: ['id', 'all'],
      rules: [],
    } as const;
    const extension = defineExtension(definition);
    expect(extension).toEqual(definition);
    expect(Object.isFrozen(extension.parameters)).toBe(true);
  });

  test.each([[undefined], [null], [1], [['https://example.com/ext']]])('EXT-03: %j is not a URI', (uri) => {
    expect(() => defineExtension({ uri: uri as unknown as string })).toThrow('`uri` must be a URI');
  });

  test.each([[null], [1], [['a']]])('EXT-08: %j is not a namespace', (namespace) => {
    const definition = { uri: 'urn:example:a', namespace: namespace as unknown as string };
    expect(() => defineExtension(definition)).toThrow('`namespace` must contain only');
  });

  test('EXT-07: a list of namespaces is rejected, whatever the compiler was told', () => {
    const definition = { uri: 'https://example.com/ext', namespace: ['one', 'two'] as unknown as string };
    expect(() => defineExtension(definition)).toThrow(TypeError);
  });
});

describe('places', () => {
  const uri = 'https://example.com/ext';
  const nodeKinds = {
    'v:list': { shape: 'array', element: 'v:item' },
    'v:item': { shape: 'object', others: 'value' },
  } as const;

  test('of a document and of its own are known', () => {
    const members = { document: { list: 'v:list', name: null }, resource: { info: 'meta' }, 'v:item': { x: 'v:item' } };
    const extension = defineExtension({ uri, namespace: 'v', members, nodeKinds });
    expect(extension.nodeKinds).toEqual(nodeKinds);
    expect(Object.isFrozen(extension.members.document)).toBe(true);
    expect(Object.isFrozen(extension.nodeKinds['v:list'])).toBe(true);
    expect(Object.isFrozen(members.document)).toBe(false);
  });

  test.each([
    ['a place that is misspelt', { members: { documnet: { list: null } } }, 'documnet'],
    ['an unknown node kind', { members: { links: { list: null } } }, 'links'],
    ['a member that leads nowhere', { members: { document: { list: 'v:lists' } } }, 'v:lists'],
    ['a name of every object', { members: { document: { list: 'constructor' } } }, 'constructor'],
    ['a member of a place', { nodeKinds: { 'v:a': { shape: 'object', members: { b: 'v:b' } } } }, 'v:b'],
    ['an element', { nodeKinds: { 'v:a': { shape: 'array', element: 'v:c' } } }, 'v:c'],
    ['other members', { nodeKinds: { 'v:a': { shape: 'object', others: 'v:d' } } }, 'v:d'],
  ] as const)('%s is rejected when it does not exist', (_, definition, name) => {
    const define = () => defineExtension({ uri, namespace: 'v', ...definition });
    expect(define).toThrow(TypeError);
    expect(define).toThrow(`"${name}"`);
  });
});
