import { type Awaitable, inSteps, ready, type Steps } from '@linkage/core/internal';
import { resourceNotFound } from '../reading/find-resource.ts';
import { permitOf } from '../rules/permit-writes.ts';
import { permitWithout, writesOf } from '../rules/permitted.ts';
import type { GuardedSource } from '../rules/request-access.ts';
import { assertShownLater } from '../rules/undecided-fields.ts';
import { assertVisibleAfter } from '../rules/visible-after.ts';
import type { PlacedCall } from '../sources/gateway/gathered-writes.ts';
import { withoutLinksToItself } from '../sources/links/links-to-itself.ts';
import type { Action } from '../sources/port/actions.ts';
import { idOf } from '../sources/port/record-id.ts';
import { type Accepted, isAccepted } from '../sources/port/source-answers.ts';
import type { RunSteps } from './application-writes.ts';
import type { Change, GivenTo } from './change.ts';
import { find, identifiers, inversesStillVisible, membersLeft } from './check-change.ts';
import { linksToItself } from './link-itself.ts';
import { assertNoProtectedLinks } from './protected-links.ts';
import { hooksAfter, hooksBefore, readAhead, tellWrite } from './run-hooks.ts';
import { findInverseHooks, hasSideHooks, inverseHooksAfter, inverseHooksBefore, inversesOfNew } from './side-hooks.ts';
import { assertWritten, writeResource } from './write-resource.ts';

// A write runs these steps in this order, except those that do not concern it. The order is that of its errors: of several faults, the
// response has that of the first step. docs/guide/writes.md tells users the same.

type Step = (change: Change, run: RunSteps) => Steps<void> | undefined;

const steps: readonly Step[] = [
  find, //              404 without the resource, 412 for a precondition. Reads ahead what the next steps ask for
  identifiers, //       422 for one relationship and its inverse that contradict each other, 404 for a resource in the linkage of the request
  membersLeft, //       403 if a required relationship would lose its last member
  rules, //             403 by the rules of the resource and of the inverse relationships. Keeps members that the user cannot read
  protectedLinks, //    403 if links in read-only relationships would change
  findInverseHooks, //     finds the other resources whose links change, if they have hooks
  hooksBefore, //       the hook `before`, which can replace what the source receives
  readAhead, //         reads what the option `afterWrite` will tell
  inverseHooksBefore, //   the hook `updateRelationship.before` of other resources whose links change
  perform, //           the source writes
  inversesOfNew, //        403 by the inverse relationships of a resource whose id the source has chosen
  inversesStillVisible, // 403 if the write hides a resource of an inverse relationship from the user
  hooksAfter, //        the hook `after`
  tellWrite, //         the option `afterWrite`
  inverseHooksAfter, //    the hook `updateRelationship.after` of the other resources
  stillVisible, //      403 if the write hides the resource, or an attribute of the request, from the user
  linksToItself, //     the links of a new resource to itself: a change of its own
];

/** The facts about a write that decide which steps it has. */
interface Kind {
  readonly action: Action;
  readonly hasRules: boolean;
  /** Whether the type has a hook for the action, or the option `afterWrite`; and whether a hook receives the changes of links by other writes. */
  readonly isHooked: boolean;
  readonly isTold: boolean;
  readonly hasSideHooks: boolean;
  /** Whether the request changes links. A hook can let a write change others. */
  readonly hasLinks: boolean;
  /** Whether the source alone checks the linkage of the request. */
  readonly leavesLinks: boolean;
  /** Whether the write sets links of a new resource to itself: the steps before the rules have run for the resource. */
  readonly isOfNew: boolean;
}

const ofHook = ({ isHooked }: Kind): boolean => isHooked;
const ofSideHooks = ({ hasSideHooks, hasLinks, isHooked }: Kind): boolean => hasSideHooks && (hasLinks || isHooked);
const ofNewLinks = ({ action, hasLinks, isHooked }: Kind): boolean => action === 'create' && (hasLinks || isHooked);

/** The steps that not every write has, each with the writes that have it. */
const concerns: ReadonlyMap<Step, (write: Kind) => boolean> = new Map<Step, (write: Kind) => boolean>([
  [identifiers, ({ hasLinks, leavesLinks }) => hasLinks && !leavesLinks],
  [membersLeft, ({ action }) => action === 'updateRelationship'],
  [protectedLinks, ({ action, hasRules }) => action === 'delete' && !hasRules],
  [findInverseHooks, ofSideHooks],
  [hooksBefore, ofHook],
  [readAhead, ({ isTold }) => isTold],
  [inverseHooksBefore, ofSideHooks],
  [inversesOfNew, ofNewLinks],
  [inversesStillVisible, ({ hasRules, hasLinks }) => hasRules && hasLinks],
  [hooksAfter, ofHook],
  [tellWrite, ({ isTold }) => isTold],
  [inverseHooksAfter, ofSideHooks],
  [stillVisible, ({ action, hasRules }) => hasRules && action !== 'delete'],
  [linksToItself, ofNewLinks],
]);

const prepared = new Map<string, readonly Step[]>();

function choose(key: string, kind: Kind): readonly Step[] {
  const all = kind.isOfNew ? steps.slice(steps.indexOf(rules)) : steps;
  const chosen = Object.freeze(all.filter((step) => concerns.get(step)?.(kind) !== false));
  prepared.set(key, chosen);
  return chosen;
}

/** Returns the steps of a write: the list of its kind, which is chosen once. */
function stepsOf(change: Change): readonly Step[] {
  const { action, given, isOfNew, leavesLinks, operation, relationship } = change;
  const hasLinks =
    relationship !== undefined || Object.keys((given as GivenTo['update'])?.relationships ?? {}).length > 0;
  const [hasRules, isHooked] = [change.guarded !== undefined, change.hook !== undefined];
  const hooks = {
    isHooked,
    isTold: change.hook?.told !== undefined,
    hasSideHooks: hasSideHooks(operation.request.server),
  };
  const own: Kind = { action, hasRules, ...hooks, hasLinks, leavesLinks, isOfNew };
  const key = Object.values(own).join();
  return prepared.get(key) ?? choose(key, own);
}

/** Runs the steps of a write. Throws the error of the first step that fails. */
export function* writeSteps(change: Change): Steps<void> {
  for (const step of stepsOf(change)) {
    const running = step(change, runSteps);
    if (running !== undefined) yield* running;
  }
}

/** Runs the steps of a write. Returns at once if none of them waits. */
export function runSteps(change: Change): Awaitable<void> {
  return inSteps(() => writeSteps(change));
}

function rules(change: Change): Steps<void> | undefined {
  const { guarded, operation } = change;
  if (guarded !== undefined) return askRules(change, guarded);
  change.permit = permitWithout(operation.request.rules);
  return undefined;
}

function* askRules(change: Change, guarded: GuardedSource): Steps<void> {
  const permitted = yield* permitOf[change.action](guarded, change as Change<never>, change.operation.call);
  if (permitted === undefined) throw resourceNotFound(change.type);
  change.given = permitted.given as GivenTo[keyof GivenTo];
  change.permit = permitted.permit;
  change.sides = permitted.sides;
  change.shownAfter = permitted.shownAfter;
  change.record = change.found?.record ?? permitted.record;
}

/** With access rules, `rules` checks this, from the view of the user. */
function protectedLinks({ operation, type, id }: Change): Steps<void> {
  return assertNoProtectedLinks(operation.request, type, id as string, operation.call);
}

/**
 * Calls the source.
 *
 * @throws {JsonApiError} 404 if it reports that the resource does not exist.
 */
function* perform(change: Change): Steps<void> {
  const { source, type, guarded, id = '', operation, permit } = change;
  const writes = writesOf(source, permit);
  const call = guarded === undefined ? operation.call : guarded.access.writing(operation.call, type);
  if (change.is('create') || change.is('update')) {
    const given = change.is('create') ? withoutLinksToItself(change.given) : change.given;
    // Only operations of a list can wait for each other.
    const isAlone = change.action === 'update' && (call as PlacedCall).ofServer?.place === undefined;
    const written = yield* ready(
      isAlone ? writes.update?.(id, given as GivenTo['update'], call) : writeResource(change, given, call),
    );
    if (written === null && change.action === 'update') throw resourceNotFound(type);
    change.take(written ?? undefined);
  } else {
    const done: unknown = yield* ready(
      change.is('updateRelationship')
        ? writes.updateRelationship?.(id, change.relationship ?? '', change.given, call)
        : writes.delete?.(id, call),
    );
    if (!isAccepted(done)) assertWritten(type, change.action as 'delete' | 'updateRelationship', done);
    change.take(done as Accepted | true);
  }
}

function* stillVisible(change: Change): Steps<void> {
  const { guarded, action, accepted, id, relationship, shownAfter, operation, type } = change;
  // A step of writes with rules, except deletions.
  if (guarded === undefined || action === 'delete') return;
  if (accepted !== undefined) {
    if (action !== 'updateRelationship') assertShownLater(guarded.access, guarded.type, [action, id], shownAfter);
    return;
  }
  const writtenId = action === 'updateRelationship' ? (id as string) : idOf(type.name, change.written);
  // Code of the application that can have changed the resource makes the facts unknown.
  const isLocked = change.found?.record !== undefined && guarded.source.transaction !== undefined;
  const isKnown = action === 'update' && isLocked && change.facts !== undefined && change.current !== undefined;
  const changes = isKnown ? (change.given as GivenTo['update']) : undefined;
  const written = [action, writtenId] as const;
  const seen = yield* assertVisibleAfter(guarded, written, relationship, shownAfter, operation.call, changes);
  change.current = seen ?? change.current;
}
