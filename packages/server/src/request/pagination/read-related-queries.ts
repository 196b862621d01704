import type { RelationshipDefinition } from '@linkage/core';
import { andThen, type IncludeNode, type IncludePlan, notSupported, orElse, together } from '@linkage/core/internal';
import type { Awaitable } from '../../sources/port/data-source.ts';
import type { QueryOperation } from '../context.ts';
import { type AnyQuery, readCollectionQuery } from '../read-query.ts';
import {
  type MembersQuery,
  type ParametersByPath,
  type PathParameter,
  parameterOf,
  type RelatedQueries,
  throwNamed,
} from '../related-queries.ts';
import { type PagedRequest, readPage } from './read-page.ts';

/** An operation whose URLs have include paths. */
interface PagedOperation extends QueryOperation {
  readonly request: PagedRequest;
}

/** One relationship of the include paths: its definitions in all types that have it, and the node behind it. */
interface PlannedStep {
  readonly definitions: RelationshipDefinition[];
  /** The names of the types that have it. */
  readonly types: string[];
  readonly node: IncludeNode;
}

/** Returns the steps of all include paths, by their paths from the beginning. */
function stepsOf(plan: IncludePlan | undefined): ReadonlyMap<string, PlannedStep> {
  const steps = new Map<string, PlannedStep>();
  const follow = (node: IncludeNode, before: string): void => {
    for (const [type, ofType] of node.steps)
      for (const { relationship, next } of ofType) {
        const path = before + relationship.name;
        const step = steps.get(path) ?? { definitions: [], types: [], node: next };
        if (!steps.has(path)) follow(next, `${path}.`);
        steps.set(path, step);
        step.definitions.push(relationship.definition);
        step.types.push(type);
      }
  };
  if (plan !== undefined) follow(plan.root, '');
  return steps;
}

/** Reads the query of one path. Its errors name the parameters of the request. */
function readMembersQuery(
  operation: PagedOperation,
  targets: readonly string[],
  given: readonly PathParameter[],
): Awaitable<MembersQuery> {
  const { request } = operation;
  const fail = (reason: unknown): never => throwNamed(given, reason);
  const read = (): Awaitable<MembersQuery> => {
    const query = readCollectionQuery(
      operation,
      targets,
      new URLSearchParams(given.map(({ name, value }) => [name, value])),
    );
    const { filter, page } = query;
    // The links to other pages lead to linkage, which has no default order.
    const sort = given.some(({ name }) => name === 'sort') ? query.sort : [];
    const { sizeName } = request.pageRules(targets).strategy;
    const others = [...page.keys()].filter((name) => name !== sizeName).map((name) => `page[${name}]`);
    if (others.length > 0) throw notSupported(others, 'notApplied');
    const reading = readPage(
      request,
      { types: targets, url: '', kind: 'to-many', strategy: undefined },
      { filter, sort, page },
    );
    const isSelective = filter.length + sort.length > 0;
    return andThen(reading, ({ slice }) => ({ filter, sort, isSelective, size: slice.limit, parameters: given, fail }));
  };
  return orElse(read, fail);
}

/** Whether the source of a type applies a query to the members of several resources at once. */
function appliesTo(
  { request }: PagedOperation,
  type: string,
  targets: readonly string[],
  { isSelective }: MembersQuery,
): boolean {
  const source = request.server.sourceOf(type);
  // Without `find`, the relationship does not have a URL, so no link could lead to the other members.
  if (source?.find === undefined) return false;
  const { parents, types } = source.can.applies.related;
  return !isSelective || (parents && targets.every((target) => types.has(target)));
}

/**
 * Reads what a request asks of the members of included relationships.
 *
 * @param primary The relationship in the URL, whose members the other parameters are about.
 * @throws {JsonApiError} 400 for a path that is not included or not of a to-many relationship, for a query that its members do not support, and
 * for different queries of one relationship.
 */
export function readRelatedQueries(
  operation: PagedOperation,
  { plan }: Pick<AnyQuery, 'plan'>,
  byPath: ParametersByPath,
  primary: string | undefined,
): Awaitable<RelatedQueries> {
  const steps = stepsOf(plan);
  const of = new Map<RelationshipDefinition, MembersQuery>();
  const read = ([path, given]: readonly [string, readonly PathParameter[]]): Awaitable<void> => {
    const reject = (): never => {
      throw notSupported(
        given.map(({ parameter }) => parameter),
        'notApplied',
      );
    };
    const { definitions, types } = (path === primary ? undefined : steps.get(path)) ?? reject();
    if (definitions.some(({ kind }) => kind === 'to-one')) reject();
    const targets = [...new Set(definitions.flatMap((it) => it.targets))];
    return andThen(readMembersQuery(operation, targets, given), (query) => {
      if (!types.every((type) => appliesTo(operation, type, targets, query))) reject();
      const text = textOf(given);
      // A resource has one linkage in a document, so all paths through a relationship ask for the same members.
      for (const [other, step] of steps)
        if (
          other !== primary &&
          step.definitions.some((it) => definitions.includes(it)) &&
          textOf(byPath.get(other)) !== text
        )
          reject();
      for (const definition of definitions) of.set(definition, query);
    });
  };
  const behind: RelatedQueries['behind'] = (node) => {
    const [before = ''] = [...steps].find(([, step]) => step.node === node) ?? [];
    const name = before.slice(before.lastIndexOf('.') + 1);
    return [...byPath].flatMap(([path, given]) =>
      path.startsWith(`${before}.`)
        ? given.map(({ name: own, value }) => ({ name: parameterOf(name + path.slice(before.length), own), value }))
        : [],
    );
  };
  return andThen(together(byPath, read), () => Object.freeze({ of, behind }));
}

/** Returns the text of a query, which equal queries have in common. */
function textOf(given: readonly PathParameter[] = []): string {
  return JSON.stringify(given.map(({ name, value }) => [name, value]).toSorted());
}
