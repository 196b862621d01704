import type { ResourceType } from '@linkage/core';
import type { ActionOnRecord } from '../../rules/permission.ts';
import type { AnySource } from '../../sources/port/any-source.ts';
import { conditionalMethods } from '../../sources/port/can.ts';
import type { ExplainedStatement } from '../../sources/port/source-statements.ts';
import type { AnyHook } from '../../writing/context.ts';
import { protectingSides } from '../../writing/protected-links.ts';
import { isHarmless } from '../../writing/run-hooks.ts';
import type { ActionAtOnce } from '../../writing/write-resource.ts';
import type { DescribedServer } from './described.ts';

type Reasons = readonly string[];

/** The reasons why requests of a type take more calls and statements than they could, in sentences for developers. An empty list: there is no reason. */
export interface TypeCosts {
  /** Why the record is read again after a write. */
  readonly returnsWritten: Reasons;
  /** Why a creation is more than one call of the source, or more than one statement. A request can add reasons, such as `include`, and so can what a rule returns. */
  readonly create: Reasons;
  readonly update: Reasons;
  readonly delete: Reasons;
  /** Why each creation in a list is a call of its own. */
  readonly createAll: Reasons;
  readonly updateAll: Reasons;
  /** Why linked resources are looked for before a write. */
  readonly checksLinks: Reasons;
  /** Why conditions of access rules are not part of the calls. Empty without rules. */
  readonly appliesFilters: Reasons;
  /** Why pages in some order are not read by an index. */
  readonly pages: Reasons;
}

/** The reasons why requests take more calls and statements than they could, by type. */
export type ServerCosts = { readonly [type: string]: TypeCosts };

/** Returns why a source does not make a statement that is missing. */
function reasonsOf(source: AnySource, statement: ExplainedStatement): Reasons {
  const own = source.obstacles?.()[statement] ?? [];
  return own.length > 0 ? own : [`The source does not declare \`${statement}\`, or one of its methods was replaced.`];
}

/** Returns the names of the hooks that take part in a write. */
function namesOf({ isOfAll, before, after, afterCommit, told }: AnyHook, action: ActionAtOnce): Reasons {
  const own = { before: isOfAll === true ? undefined : before, after, afterCommit };
  const names = Object.entries(own).flatMap(([name, set]) => (set === undefined ? [] : [`\`${action}.${name}\``]));
  return [...(isOfAll === true ? ['`beforeWrite`'] : []), ...names, ...(told === undefined ? [] : ['`afterWrite`'])];
}

/** Returns why a write is not one call: the code of the application that takes part, and what the source does not declare. */
function reasonsOfWrite(
  { hooks, access, plugIns, applicationMembers, requireIfMatch, sides, api }: DescribedServer,
  { name, attributes }: ResourceType,
  source: AnySource,
  action: ActionAtOnce,
): Reasons {
  const rule = access?.ruleOf(name)[action as ActionOnRecord] as { readonly length: number } | undefined;
  const computed = [...attributes.values()].filter(({ compute }) => compute !== undefined);
  const isShown = action !== 'delete';
  const server = { api, server: { sides } } as never;
  const hook = hooks?.get(name)?.[action];
  const reasons = [
    hook !== undefined && `${namesOf(hook, action).join(', ')}: hooks are part of the write.`,
    !source.can.atomic.has(action) && `The source does not declare \`${action}\` in \`atomicWrites\`.`,
    action !== 'create' && requireIfMatch.has(name) && '`requireIfMatch` compares the version before the write.',
    action !== 'create' &&
      rule !== undefined &&
      rule.length > 1 &&
      `The rule \`access.${name}.${action}\` receives the resource.`,
    !isShown &&
      access === undefined &&
      protectingSides(server, api.types.get(name) as ResourceType).length > 0 &&
      'Read-only relationships can contain links to a deleted resource.',
    isShown && typeof source.version === 'function' && 'The version is a function of the record.',
    isShown && computed.length > 0 && `The type computes ${computed.map((it) => `\`${it.name}\``).join(', ')}.`,
    isShown &&
      (applicationMembers !== undefined || plugIns.base.addsMembers) &&
      'The application or a profile adds members to responses.',
  ];
  const ofRecord = isShown && !source.can.returnsWritten ? reasonsOf(source, 'returnsWritten') : [];
  const ofSource = isShown ? (source.obstacles?.()[action] ?? []) : [];
  return [...reasons.filter((reason) => typeof reason === 'string'), ...ofRecord, ...ofSource];
}

/** Returns why the writes of a list do not share calls. */
function reasonsOfList(
  { hooks }: DescribedServer,
  name: string,
  source: AnySource,
  action: 'create' | 'update',
): Reasons {
  const hook = hooks?.get(name)?.[action];
  const isDeclared = action === 'create' ? source.can.createsAll : source.can.updatesAll;
  const ofHook =
    hook === undefined || isHarmless(hook)
      ? []
      : [`A hook of \`${action}\` declares neither \`onlyReads\` nor \`onlyCreates\`.`];
  if (isDeclared) return ofHook;
  return [...ofHook, ...reasonsOf(source, source.can.returnsWritten ? `${action}All` : 'returnsWritten')];
}

function costsOf(server: DescribedServer, type: ResourceType, source: AnySource): TypeCosts {
  const { can } = source;
  const ofWrite = (action: ActionAtOnce) =>
    source[action] === undefined ? [] : reasonsOfWrite(server, type, source, action);
  const ofList = (action: 'create' | 'update') =>
    source[action] === undefined ? [] : reasonsOfList(server, type.name, source, action);
  const writes = source.create !== undefined || source.update !== undefined;
  const unchecked = writes && [...type.relationships.keys()].some((name) => !can.checksLinks.create.has(name));
  const comparing = conditionalMethods.filter(
    (method) => source[method] !== undefined && !can.applies[method].isDeclared,
  );
  return {
    returnsWritten: !writes || can.returnsWritten ? [] : reasonsOf(source, 'returnsWritten'),
    create: ofWrite('create'),
    update: ofWrite('update'),
    delete: ofWrite('delete'),
    createAll: ofList('create'),
    updateAll: ofList('update'),
    checksLinks: unchecked ? reasonsOf(source, 'checksLinks') : [],
    appliesFilters:
      server.access === undefined
        ? []
        : comparing.map((method) => `The source does not declare \`${method}\` in \`appliesFilters\`.`),
    pages:
      source.list === undefined
        ? []
        : (source.obstacles?.().pages ?? ['The source does not say which orders have an index.']),
  };
}

/** Returns the reasons why requests of each type take more calls than they could. */
export function describeCosts(server: DescribedServer): ServerCosts {
  const sources = [...server.api.types.values()].flatMap((type) => {
    const source = server.sourceOf(type.name);
    return source === undefined ? [] : [[type.name, costsOf(server, type, source as AnySource)] as const];
  });
  return Object.fromEntries(sources);
}
