import { type OptionTable, optionTable, readOptions } from '../internal/options.ts';

const places: OptionTable = optionTable(
  {
    shape: ['object', 'array', 'one-or-many', 'link', 'link-or-links', 'string', 'name', 'value'],
    kinds: 'array',
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
    ledger: 'array',
    receiver: 'any',
    statement: 'string',
    roles: 'array',
    needsApi: 'boolean',
    visit: 'object',
    incomplete: 'object',
    misshapen: 'object',
    undefinedMember: 'object',
    finish: 'function',
  },
  'member',
);

interface Parts {
  readonly places?: Readonly<Record<string, object>>;
  readonly rules?: readonly object[];
}

/**
 * Checks the places and the rules of an extension or a profile.
 *
 * @throws {TypeError} If a place or a rule contains an unknown member, or a member has a value of another kind.
 */
export function checkParts(where: string, parts: Parts): void {
  for (const [name, place] of Object.entries(parts.places ?? {})) {
    readOptions(`${where}: places.${name}`, place, places);
  }
  for (const [index, rule] of (parts.rules ?? []).entries()) readOptions(`${where}: rules[${index}]`, rule, rules);
}
