import type { SourceCall } from '@linkage/server';
import type { KyselyPlugin, OperationNode } from 'kysely';
import { isCallValue, valueInCall } from '../mapping/call-value.ts';
import type { Table } from '../mapping/table.ts';
import type { Executor } from './transaction.ts';

/** Returns a statement, or a part of it, in which each parameter that depends on the call has its value. */
function withValues(node: unknown, call: SourceCall): unknown {
  if (Array.isArray(node)) return node.map((it) => withValues(it, call));
  if (typeof node !== 'object' || node === null) return node;
  const { kind, value } = node as { readonly kind?: unknown; readonly value?: unknown };
  // Values of other parameters can be objects that are not parts of a statement.
  if (kind === 'ValueNode') return isCallValue(value) ? { ...node, value: valueInCall(value, call) } : node;
  if (kind === 'PrimitiveValueListNode') return node;
  return Object.fromEntries(Object.entries(node).map(([name, part]) => [name, withValues(part, call)]));
}

/** Changes nothing. No statement of an executor with this plugin is kept. */
const notKept: KyselyPlugin = { transformQuery: ({ node }) => node, transformResult: async ({ result }) => result };

/**
 * Returns the executor of the statements of a call: parameters that depend on the call have their values. Such statements are
 * not kept for other calls, and neither are statements that can vary by request.
 */
export function inCall(executor: Executor, { usesCall, variesByRequest }: Table, call: SourceCall): Executor {
  if (!usesCall) return variesByRequest ? executor.withPlugin(notKept) : executor;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => withValues(node, call) as OperationNode as typeof node,
    transformResult: async ({ result }) => result,
  };
  return executor.withPlugin(plugin);
}
