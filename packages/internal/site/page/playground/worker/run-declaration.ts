/** Runs a declaration: TypeScript without its types. Only workers of the sandbox run the text of a reader. */
import * as core from '@linkage/core';
import { transform } from 'sucrase';
import * as zod from 'zod';
import { MAX_DECLARATION } from '../model/limits.ts';
import { type Mistake, mistakeOf } from '../model/mistake.ts';

/** The API of a declaration, and the rules of its users, or the first mistake in it. */
export type Declaration =
  | { readonly api: core.Api; readonly users: unknown; readonly mistake?: never }
  | { readonly mistake: Mistake; readonly api?: never };

/** The name of the text in the stack of an error. */
const FILE = 'declaration.ts';

/** The names that a declaration need not import. */
const known = ['z', 'defineApi', 'attribute', 'toOne', 'toMany'] as const;

type Run = (require: (name: string) => unknown, exports: object) => unknown;

/** Returns a declaration as a function. Lines stay where they are, so an error has the line of the text. */
function compile(source: string): (...values: unknown[]) => Run {
  const { code } = transform(source, { transforms: ['typescript', 'imports'], filePath: FILE });
  const body = `${code}\nreturn typeof accessByUser === 'undefined' ? undefined : accessByUser;`;
  // A declaration can define one of the known names itself, so it has a scope of its own.
  const text = `((${known.join(', ')}) => (require, exports) => {\n${body}\n})\n//# sourceURL=${FILE}`;
  // biome-ignore lint/security/noGlobalEval: that is what a playground does, in a worker that reaches neither the page nor the network
  // biome-ignore lint/complexity/noCommaOperator: an indirect call, whose code does not see the variables of this file
  return (0, eval)(text);
}

/** Returns the line of the declaration that a stack names. The function around it begins one line before. */
function lineOf(stack: string): number | undefined {
  const [, line] = new RegExp(`${FILE}:(\\d+)`).exec(stack) ?? [];
  return line === undefined ? undefined : Math.max(1, Number(line) - 1);
}

function run(source: string): Declaration {
  // The ids of the last run would be in use.
  zod.globalRegistry.clear();
  const apis: core.Api[] = [];
  const defineApi = (given: never): core.Api => {
    if (apis.length > 0) throw new TypeError('The declaration must call `defineApi` once.');
    const api = core.defineApi(given) as unknown as core.Api;
    if (api.types.size === 0) throw new TypeError('defineApi: the declaration must have one or more resource types.');
    apis.push(api);
    return api;
  };
  const modules: Readonly<Record<string, object>> = { '@linkage/core': { ...core, defineApi }, zod };
  const require = (name: string): unknown => {
    if (Object.hasOwn(modules, name)) return modules[name];
    throw new TypeError(`The playground has the modules ${Object.keys(modules).join(' and ')}, but not "${name}".`);
  };
  const { attribute, toOne, toMany } = core;
  const users = compile(source)(zod.z, defineApi, attribute, toOne, toMany)(require, {});
  const [api] = apis;
  if (api === undefined) throw new TypeError('The declaration must call `defineApi`.');
  return { api, users };
}

/** Reads the text of a declaration. Does not throw. */
export function readDeclaration(source: string): Declaration {
  if (source.length > MAX_DECLARATION) {
    const message = `The declaration must not be longer than ${MAX_DECLARATION} characters.`;
    return { mistake: { from: 0, to: source.length, message } };
  }
  try {
    return run(source);
  } catch (error) {
    return { mistake: mistakeOf(error, source, lineOf) };
  }
}
