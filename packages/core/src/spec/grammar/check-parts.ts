import { checkKind, type OptionTable, optionTable, readOptions } from '../../internal/options.ts';

const nodeKinds: OptionTable = optionTable(
  {
    shape: ['object', 'array', 'one-or-many', 'link', 'link-or-links', 'string', 'name', 'value'],
    aliases: 'array of strings',
    members: 'object',
    needs: 'array',
    others: 'string',
    names: ['fields', 'any'],
    element: 'string',
  },
  'member',
);

const rules: OptionTable = optionTable(
  {
    id: 'string',
    level: ['must', 'should'],
    spec: 'string',
    requirements: 'array of strings',
    receiver: 'any',
    statement: 'string',
    roles: 'array of strings',
    needsApi: 'boolean',
    visit: 'object',
    missingMember: 'object',
    wrongShape: 'object',
    unknownMember: 'object',
    finish: 'function',
  },
  'member',
);

interface Parts {
  readonly members?: Readonly<Record<string, object | undefined>>;
  readonly nodeKinds?: Readonly<Record<string, object>>;
  readonly rules?: readonly object[];
}

/**
 * Checks the members, the node kinds, and the rules of an extension or a profile.
 *
 * @throws {TypeError} If a node kind or a rule contains an unknown member, or a member has a value of another kind.
 */
export function checkParts(where: string, parts: Parts): void {
  for (const [kind, names] of Object.entries(parts.members ?? {})) {
    if (names !== undefined) checkKind(where, `members.${kind}`, 'object', names);
  }
  for (const [name, kind] of Object.entries(parts.nodeKinds ?? {})) {
    readOptions(`${where}: nodeKinds.${name}`, kind, nodeKinds);
  }
  for (const [index, rule] of (parts.rules ?? []).entries()) readOptions(`${where}: rules[${index}]`, rule, rules);
}
