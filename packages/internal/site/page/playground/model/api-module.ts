import { functionNames } from './known-names.ts';

/** Returns the declaration with its imports and exports, or `undefined` if it does not name its API. */
export function apiModule(declaration: string): { readonly text: string; readonly hasUsers: boolean } | undefined {
  const named = /^(?:export )?const (\w+) = defineApi\(/m.exec(declaration)?.[1];
  if (named === undefined && !/^defineApi\(/m.test(declaration)) return undefined;
  const exported = declaration
    .replace(/^defineApi\(/m, 'const api = defineApi(')
    .replace(/^const (?=(?:api|accessByUser)\b)/gm, 'export const ');
  const alias = /^export const api\b/m.test(exported) ? '' : `\nexport { ${named} as api };\n`;
  const hasUsers = /^export const accessByUser\b/m.test(exported);
  const core = functionNames.filter((name) => declaration.includes(`${name}(`));
  const imports = [
    ...(/from '@linkage\/core'/.test(declaration) ? [] : [`import { ${core.join(', ')} } from '@linkage/core';`]),
    ...(/from 'zod'/.test(declaration) || !/\bz\./.test(declaration) ? [] : ["import { z } from 'zod';"]),
  ];
  return { text: `${[...imports, (exported + alias).trim()].join('\n')}\n`, hasUsers };
}
