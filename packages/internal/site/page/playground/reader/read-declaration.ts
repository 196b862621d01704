/** Reads a declaration without running it: only literals, constants, and known functions have a value. */
import { type Api, defineApi } from '@linkage/core';
import * as z from 'zod';
import { MAX_DECLARATION } from '../limits.ts';
import { evaluate, type Scope } from './evaluate.ts';
import { library, libraryFunction, modules } from './library.ts';
import { type Mistake, mistakeAt, mistakeOf } from './mistake.ts';
import { parseDeclaration } from './parse-declaration.ts';
import type { ImportSyntax, Statement } from './syntax.ts';
import { createWeights } from './weight.ts';

/** The API of a declaration with the values of all names, or the first mistake in it. */
export type ReadDeclaration =
  | { readonly api: Api; readonly names: ReadonlyMap<string, unknown>; readonly mistake?: never }
  | { readonly mistake: Mistake; readonly api?: never; readonly names?: never };

/** Reads the text of a declaration. Does not throw. */
export function readDeclaration(source: string): ReadDeclaration {
  const whole = { from: 0, to: source.length };
  try {
    if (source.length > MAX_DECLARATION)
      throw mistakeAt(whole, `The declaration must not be longer than ${MAX_DECLARATION} characters.`);
    return apiOf(parseDeclaration(source), source.length);
  } catch (error) {
    const mistake = mistakeOf(error) ?? { ...whole, message: `The declaration cannot be read: ${String(error)}` };
    // A text that does not end would end after the declaration.
    const [from, to] = [Math.min(mistake.from, source.length), Math.min(mistake.to, source.length)];
    return { mistake: { message: mistake.message, from, to } };
  }
}

function apiOf(
  statements: readonly Statement[],
  end: number,
): { readonly api: Api; readonly names: ReadonlyMap<string, unknown> } {
  // Not every host of the site allows the code that zod generates.
  z.config({ jitless: true });
  // The ids of the last run would be in use.
  z.globalRegistry.clear();
  const apis: Api[] = [];
  const define = libraryFunction('defineApi', ([declaration]) => {
    if (apis.length > 0) throw new TypeError('The declaration must call `defineApi` once.');
    const api = defineApi(declaration as never) as unknown as Api;
    if (api.types.size === 0) throw new TypeError('defineApi: the declaration must have one or more resource types.');
    apis.push(api);
    return api;
  });
  const scope: Scope = {
    names: new Map<string, unknown>([...library, ['defineApi', define]]),
    weights: createWeights(),
    members: new WeakMap(),
  };
  for (const statement of statements) run(statement, scope);
  const [api] = apis;
  if (api !== undefined) return { api, names: scope.names };
  throw mistakeAt({ from: 0, to: end }, 'The declaration must call `defineApi`.');
}

function run(statement: Statement, scope: Scope): void {
  if (statement.kind === 'import') {
    checkImport(statement);
    return;
  }
  const value = evaluate(statement.value, scope);
  if (statement.kind === 'expression') return;
  if (scope.names.has(statement.name)) throw mistakeAt(statement, `\`${statement.name}\` is already defined.`);
  scope.names.set(statement.name, value);
}

function checkImport(statement: ImportSyntax): void {
  const known = modules.get(statement.module);
  if (known === undefined) throw mistakeAt(statement, 'The playground has the modules `@linkage/core` and `zod` only.');
  for (const { name, place } of statement.names) {
    if (!known.has(name)) throw mistakeAt(place, `The playground does not have \`${name}\` of ${statement.module}.`);
  }
}
