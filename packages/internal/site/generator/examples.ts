/** The documents that readers of the validator can begin with: those of docs/rules.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../../scripts/workspace.ts';
import { type Choices, defaultChoices } from '../page/validator/choices.ts';
import type { Example } from '../page/validator/examples.ts';

/** The rules whose documents are examples. */
const rules: readonly string[] = [
  ...['top-level-members', 'data-and-errors', 'included-without-data', 'primary-data', 'full-linkage'],
  ...['unique-resources', 'resource-type', 'identification-strings', 'local-id', 'attributes-object', 'field-names'],
  ...['reserved-field-names', 'relationship-object', 'linkage', 'link-value', 'error-status', 'create-data'],
  ...['update-data', 'atomic-data', 'cursor-page-metadata'],
];

const roles: Readonly<Record<string, Partial<Choices>>> = {
  create: { message: 'request', method: 'POST' },
  update: { message: 'request', method: 'PATCH' },
  relationship: { isRelationship: true },
  'update-relationship': { message: 'request', method: 'PATCH', isRelationship: true },
};

/** Returns the choices that the first line of an example names: "Rejected at `"/data"`: title (as create)". */
function choicesOf(rule: string, line: string): Choices {
  const role = /\(as ([\w-]+)/.exec(line)?.[1] ?? '';
  const isAtomic = rule.startsWith('atomic-') || line.includes('/ext/atomic');
  return {
    ...defaultChoices,
    ...(isAtomic && { message: 'request' as const, isAtomic }),
    ...(Object.hasOwn(roles, role) && roles[role]),
    isCursor: rule.startsWith('cursor-'),
    isSparse: line.includes('sparse fieldsets'),
    // The examples are about requirements. Recommendations would hide them.
    isStrict: false,
  };
}

/** Returns one accepted and one rejected document of each rule. */
export function examples(): readonly Example[] {
  const page = readFileSync(join(root, 'docs/rules.md'), 'utf8');
  return rules.flatMap((rule) => {
    const section = page.split(`\n### ${rule}\n`)[1]?.split(/\n##/)[0] ?? '';
    const found = [...section.matchAll(/^(Accepted|Rejected)[^\n]*: ([^\n]+)\n\n```json\n([\s\S]*?)\n```/gm)];
    return found.map(([whole, kind, title = '', text = '']) => ({
      rule,
      isBroken: kind === 'Rejected',
      title: title.replace(/ \((?:as|with) [^)]*\)$/, ''),
      text: JSON.stringify(JSON.parse(text), null, 2),
      choices: choicesOf(rule, whole.slice(0, whole.indexOf('\n'))),
    }));
  });
}
