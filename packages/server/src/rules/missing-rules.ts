import type { Api, ResourceType } from '@linkage/core';
import { reportAtStart } from '../internal/report-at-start.ts';
import type { AnySource } from '../sources/port/any-source.ts';
import type { AccessControl, AnyRule } from './access-control.ts';
import type { RuledAction } from './permission.ts';

/** The actions that no access rule decides. */
export interface MissingRules {
  /** Whether the server allows or denies them. */
  readonly defaultAccess: 'allow' | 'deny';
  /** The actions that the sources support, such as `articles.create`. */
  readonly actions: readonly string[];
}

/** Returns the actions on a type that no rule decides. A type without a source can be read as linkage. */
function missingOf(
  { relationships }: ResourceType,
  hasActions: boolean,
  rule: AnyRule,
  source: AnySource | undefined,
): readonly string[] {
  const canUpdateRelationship =
    relationships.size > 0 && (source?.updateRelationship !== undefined || source?.update !== undefined);
  const possible = {
    read: true,
    create: source?.create !== undefined,
    update: source?.update !== undefined,
    delete: source?.delete !== undefined,
    updateRelationship: canUpdateRelationship && rule.update === undefined,
    act: source !== undefined && hasActions,
  } satisfies Readonly<Record<RuledAction | 'read', boolean>>;
  return Object.entries(possible).flatMap(([action, isPossible]) =>
    isPossible && rule[action as keyof typeof possible] === undefined ? [action] : [],
  );
}

/**
 * Reports the actions that no access rule decides. Without a hook, writes a line to the console if they are allowed: a
 * developer must know what is open. Denied actions are safe, so the console does not list them.
 */
export function reportMissingRules(
  api: Api,
  control: AccessControl | undefined,
  sourceOf: (type: string) => AnySource | undefined,
  hook: ((missing: MissingRules) => void) | undefined,
): void {
  if (control === undefined) return;
  const hasActions = (type: string): boolean => Object.keys(api.declaration[type]?.actions ?? {}).length > 0;
  const actions = [...api.types.values()].flatMap((type) =>
    missingOf(type, hasActions(type.name), control.ruleOf(type.name), sourceOf(type.name)).map(
      (action) => `${type.name}.${action}`,
    ),
  );
  if (actions.length === 0) return;
  const text = `\`defaultAccess\` is 'allow', so every user can do what no rule decides: ${actions.join(', ')}.`;
  const facts = { defaultAccess: control.absent, actions: Object.freeze(actions) };
  reportAtStart(hook, facts, control.absent === 'allow' ? text : undefined);
}
