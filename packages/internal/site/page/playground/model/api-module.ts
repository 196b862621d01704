import { functionNames } from './known-names.ts';

/** Returns the declaration with its imports and exports, or `undefined` if it does not name its API. */
export function apiModule(declaration: string): { readonly text: string; readonly hasUsers: boolean } | undefined {
  const named = /^(?:export )?const (\w+) = defineApi\(/m.exec(declaration)?.[1];
  if (named === undefined && !/^defineApi\(/m.test(declaration)) return undefined;
  const withApi =
    named === undefined
      ? declaration.replace(/^defineApi\(/m, 'export const api = defineApi(')
      : declaration.replace(/^(?:export )?const \w+ = defineApi\(/m, `export const ${named} = defineApi(`);
  const alias = named === undefined || named === 'api' ? '' : `\nexport { ${named} as api };\n`;
  const hasUsers = /^(?:export )?const accessByUser = /m.test(declaration);
  const exported = withApi.replace(/^(?:export )?const accessByUser = /m, 'export const accessByUser = ') + alias;
  const core = functionNames.filter((name) => declaration.includes(`${name}(`));
  const imports = [
    ...(/from '@linkage\/core'/.test(declaration) ? [] : [`import { ${core.join(', ')} } from '@linkage/core';`]),
    ...(/from 'zod'/.test(declaration) || !/\bz\./.test(declaration) ? [] : ["import { z } from 'zod';"]),
  ];
  return { text: `${[...imports, exported.trim()].join('\n')}\n`, hasUsers };
}
