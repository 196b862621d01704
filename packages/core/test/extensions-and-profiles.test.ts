/** Checks the restrictions of extensions and profiles with the validator. */
import { describe, expect, test } from 'vitest';
import { defineExtension } from '../src/media-type/extension.ts';
import { defineProfile } from '../src/media-type/profile.ts';
import { declaredRules as specifiedRules } from '../src/validate/declared-rules.ts';
import { validateDocument } from '../src/validate/validate-document.ts';

const [aRule] = specifiedRules;
if (aRule === undefined) throw new Error('There are rules.');

/** A rule that takes the name of one of the specification, and looks at nothing. */
const harmless = (id: string) => ({ ...aRule, id, visit: {} });

const dataAndErrors = { data: null, errors: [{ title: 'No' }] };

function rulesBroken(value: unknown, options: Parameters<typeof validateDocument>[1]): readonly string[] {
  return validateDocument(value, options).issues?.map(({ rule }) => rule) ?? [];
}

describe('EXT-01 an extension cannot switch a rule of the specification off', () => {
  test('by a rule of the same name', () => {
    const extension = defineExtension({ uri: 'urn:example:a', rules: [harmless('data-and-errors')] });
    expect(rulesBroken(dataAndErrors, {})).toContain('data-and-errors');
    expect(rulesBroken(dataAndErrors, { extensions: [extension] })).toContain('data-and-errors');
  });

  test('by a member with the name of one', () => {
    const members = { document: { data: null } };
    const extension = defineExtension({ uri: 'urn:example:a', namespace: 'a', members });
    const broken = rulesBroken({ data: 1 }, {});
    expect(broken.length).toBeGreaterThan(0);
    expect(rulesBroken({ data: 1 }, { extensions: [extension] })).toEqual(broken);
  });
});

test('EXT-06 two extensions keep the rules of both', () => {
  const rejecting = (namespace: string) =>
    defineExtension({
      uri: `urn:example:${namespace}`,
      namespace,
      rules: [
        { ...aRule, id: `${namespace}-rejects`, visit: { document: (node, context) => context.report('No.', node) } },
      ],
    });
  const broken = rulesBroken({ meta: {} }, { extensions: [rejecting('a'), rejecting('b')] });
  expect(broken).toEqual(['a-rejects', 'b-rejects']);
});

describe('PRO-01 a profile changes nothing for who ignores it', () => {
  const profile = defineProfile({
    uri: 'https://example.com/profiles/timestamps',
    members: { attributes: { timestamps: 'p:timestamps' }, meta: { page: 'p:timestamps' } },
    nodeKinds: { 'p:timestamps': { shape: 'object', others: 'value', names: 'any' } },
  });
  const attributes = { timestamps: { created: '2020-01-01' } };
  const document = { data: { type: 'articles', id: '1', attributes, meta: { page: { x: 1 } } } };

  test('a document that uses it conforms with and without it', () => {
    expect(rulesBroken(document, {})).toEqual([]);
    expect(rulesBroken(document, { profiles: [profile] })).toEqual([]);
  });

  test('a document that breaks the specification breaks it with the profile as well', () => {
    const broken = { data: { ...document.data, type: 1 } };
    expect(rulesBroken(broken, {}).length).toBeGreaterThan(0);
    expect(rulesBroken(broken, { profiles: [profile] })).toEqual(rulesBroken(broken, {}));
    const sameName = defineProfile({ uri: 'urn:example:p', rules: [harmless('data-and-errors')] });
    expect(rulesBroken(dataAndErrors, { profiles: [sameName] })).toContain('data-and-errors');
  });
});
