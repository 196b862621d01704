import { describe, expect, test } from 'vitest';
import { defineExtension, type Extension } from '../media-type/extension.ts';
import { defineProfile } from '../media-type/profile.ts';
import type { DocumentNode } from '../spec/grammar/node.ts';
import { validateDocument } from './validate-document.ts';

const uri = 'https://example.com/ext';
const facts = {
  level: 'must',
  spec: uri,
  receiver: 'reject',
  statement: 'Nothing is right.',
  requirements: [],
} as const;

function rulesAndPlaces(value: unknown, extensions: readonly Extension[]): readonly string[] {
  return (validateDocument(value, { extensions }).issues ?? []).map(({ rule, pointer }) => `${rule} ${pointer}`);
}

test('a rule that is called as what every object inherits counts at its level', () => {
  const extension = defineExtension({
    uri,
    rules: [
      {
        ...facts,
        id: 'constructor',
        finish: (root: DocumentNode<unknown>, context) => context.report('No.', root),
      },
    ],
  });
  const options = { extensions: [extension] };
  expect(validateDocument({ data: null }, options).issues).toMatchObject([{ rule: 'constructor', level: 'must' }]);
  expect(
    validateDocument({ data: null }, { ...options, rules: Object.fromEntries([['constructor', 'off']]) }).issues,
  ).toBeUndefined();
});

describe('a rule that does not exist is rejected, each time', () => {
  const extensions = [defineExtension({ uri, rules: [{ ...facts, id: 'own-rule' }] })];
  const profiles = [defineProfile({ uri, rules: [{ ...facts, id: 'their-rule' }] })];
  const given = 'which is not a known rule.';

  test.each([
    ['attributes-objct', {}, ' Did you mean "attributes-object"?'],
    ['own-rul', { extensions }, ' Did you mean "own-rule"?'],
    ['thier-rule', { profiles }, ' Did you mean "their-rule"?'],
    ['own-rule', {}, ''],
    ['toString', {}, ''],
    ['', {}, ''],
  ])('%s', (id, options, hint) => {
    const runRules = (): unknown => validateDocument({ data: null }, { ...options, rules: { [id]: 'off' } });
    const failure = new TypeError(`validateDocument: \`rules\` contains "${id}", ${given}${hint}`);
    expect(runRules).toThrow(failure);
    expect(runRules).toThrow(failure);
  });

  test('those of extensions, profiles and a declared API do exist', () => {
    const rules = { 'own-rule': 'off', 'their-rule': 'should', 'api-types': 'off', other: undefined } as const;
    expect(validateDocument({ data: null }, { extensions, profiles, rules }).issues).toBeUndefined();
  });
});

describe('members of an extension that does not say which it has', () => {
  test('are those of its whole namespace', () => {
    const open = [defineExtension({ uri, namespace: 'open' })];
    expect(rulesAndPlaces({ data: null, 'open:x': 1 }, open)).toEqual([]);
    expect(rulesAndPlaces({ data: null, 'opened:x': 1 }, open)).toEqual(['applied-extensions /opened:x']);
    for (const name of ['open:', 'open:a.b', 'open::x', 'open: x'])
      expect(rulesAndPlaces({ data: null, [name]: 1 }, open)).toEqual([`applied-extensions /${name}`]);
    expect(rulesAndPlaces({ data: null, open: 1 }, open)).toEqual(['defined-members /open']);
  });

  test('are none without a namespace', () => {
    expect(rulesAndPlaces({ data: null, 'undefined:x': 1 }, [defineExtension({ uri })])).toEqual([
      'applied-extensions /undefined:x',
    ]);
  });
});

test('members of a place that no document has stand nowhere', () => {
  const members = { nowhere: { x: null }, document: { y: null } };
  const extensions = [{ uri, namespace: 'v', members }];
  expect(rulesAndPlaces({ data: null, 'v:x': 1, 'v:y': 1 }, extensions)).toEqual(['applied-extensions /v:x']);
});

test('properties of `Object.prototype` are not members of an extension, a profile, or a node kind', () => {
  const names = ['nodeKinds', 'rules', 'members', 'namespace'];
  const definition = { uri };
  try {
    for (const name of names) Object.assign(Object.prototype, { [name]: 'x' });
    expect(
      validateDocument({ data: null }, { extensions: [definition], profiles: [definition] }).issues,
    ).toBeUndefined();
  } finally {
    for (const name of names) Reflect.deleteProperty(Object.prototype, name);
  }
});
