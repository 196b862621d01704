import type { SortField } from '@linkage/core';
import { oncePer } from '@linkage/core/internal';
import type { Selection } from '@linkage/server';
import {
  CamelCasePlugin,
  DeduplicateJoinsPlugin,
  HandleEmptyInListsPlugin,
  ParseJSONResultsPlugin,
  WithSchemaPlugin,
} from 'kysely';
import type { Executor } from './transaction.ts';
import { TransactionEnd } from './transaction-end.ts';

const INDEX: unique symbol = Symbol('index');

/** Stands for a value while a statement is built, so that its text cannot depend on the value. */
interface Slot {
  readonly [INDEX]: number;
}

/** Everything that the text of a statement depends on, and the values of one execution. */
export interface Shape {
  /** Equal for two statements only if their strings are equal. */
  text: string;
  readonly values: unknown[];
  /** Whether the statement can be kept for other values. */
  isKept: boolean;
}

/** The maximum number of values of a statement that is kept. */
const MAX_VALUES = 200;
/** The maximum length of the text of a shape whose statement is kept. */
const MAX_TEXT = 2_000;

/** The plugins whose changes depend on the text of a statement only, and not on its values or on the request. */
const purePlugins: ReadonlySet<unknown> = new Set([
  CamelCasePlugin,
  DeduplicateJoinsPlugin,
  HandleEmptyInListsPlugin,
  ParseJSONResultsPlugin,
  WithSchemaPlugin,
  TransactionEnd,
]);

/** Begins the shape of a statement. A plugin of the application can change each statement, so such statements are not kept. */
export function startShape(executor: Executor, text: string): Shape {
  let isKept = true;
  for (const plugin of executor.getExecutor().plugins) isKept &&= purePlugins.has(plugin.constructor);
  return { text, values: [], isKept };
}

const slots: Slot[] = [];

/** Whether an object or a function is SQL: `encode` of a mapping can return an expression of Kysely. */
function isSql(value: object): boolean {
  return typeof value === 'function' || 'toOperationNode' in value;
}

/** Adds a value to a shape. Returns a slot for building the statement, or the value if the statement is not kept. */
export function slotFor(shape: Shape, value: unknown): unknown {
  if (!shape.isKept) return value;
  const canBeSql = typeof value === 'function' || (typeof value === 'object' && value !== null);
  if (canBeSql && isSql(value)) {
    shape.isKept = false;
    return value;
  }
  const index = shape.values.push(value) - 1;
  const slot = slots[index] ?? Object.freeze({ [INDEX]: index });
  if (index < MAX_VALUES) slots[index] = slot;
  return slot;
}

/** Whether a statement of this shape is small enough to be kept. */
export function isKeepable({ isKept, values, text }: Shape): boolean {
  return isKept && values.length <= MAX_VALUES && text.length <= MAX_TEXT;
}

/** Returns the values in the order of the parameters that a statement was built with. */
export function parametersOf(values: readonly unknown[], parameters: readonly unknown[]): readonly unknown[] {
  const bound = parameters.slice();
  for (let index = 0; index < bound.length; index++) {
    const parameter = bound[index];
    if (typeof parameter === 'object' && parameter !== null && INDEX in parameter)
      bound[index] = values[(parameter as Slot)[INDEX]];
  }
  return bound;
}

/** Whether a selection is one that many requests share, and that nothing changes. */
export function isShared(selection: Selection): boolean {
  return (
    Object.isFrozen(selection) && Object.isFrozen(selection.attributes) && Object.isFrozen(selection.relationships)
  );
}

function textOf({ attributes, relationships }: Selection): string {
  let text = '';
  for (const name of attributes) text += `${name},`;
  text += ';';
  for (const name of relationships) text += `${name},`;
  return text;
}

const textOfShared = oncePer(textOf);

/** Returns a string that is equal for selections of the same fields. */
export function selectionShape(selection: Selection): string {
  return isShared(selection) ? textOfShared(selection) : textOf(selection);
}

/** Returns a string that is equal for equal orders. */
export function sortShape(sort: readonly SortField[]): string {
  let text = ';';
  for (const { field, descending } of sort) text += `${descending ? '-' : '+'}${field}`;
  return text;
}
