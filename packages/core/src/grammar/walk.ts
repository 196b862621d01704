import { isObject } from '../internal/is-object.ts';
import { isJsonPrimitive } from '../internal/json-value.ts';
import { isAtMember } from '../member/at-member.ts';
import { isFieldName } from '../member/field-name.ts';
import { isKnownMemberName } from '../member/known-name.ts';
import type { Shape } from './document-places.ts';
import type { Grammar, GrammarPlace, Step, VisitList } from './grammar.ts';
import { hasShape } from './has-shape.ts';
import type { DocumentNode, JsonObject } from './node.ts';
import { type OwnView, viewOf } from './own-view.ts';
import type { Visit, VisitContext } from './visitors.ts';

/** The information that the walk needs, besides the information for visitors. */
export interface WalkContext extends VisitContext {
  /** The index of the current rule. */
  rule: number;
  readonly own: OwnView;
  /** Whether the maximum number of issues is reached. */
  readonly full: boolean;
}

interface WalkNode extends DocumentNode<unknown> {
  readonly place: GrammarPlace;
  readonly parent: WalkNode | null;
}

interface Walk {
  readonly grammar: Grammar;
  readonly context: WalkContext;
  /** Objects of places that can occur below themselves. They are visited later. */
  readonly queue: WalkNode[];
  /** Objects visited in places that can occur below themselves. Only a value that is not JSON contains one twice. */
  readonly seen: Set<unknown>;
}

const REMEMBERED_POSITIONS = 16;
const REMEMBERED_LENGTH = 64;

const overlooked: Step = { role: 'overlooked', place: undefined, leaf: undefined, meets: 0 };

function run(list: VisitList, node: DocumentNode<unknown>, context: WalkContext): void {
  const { visits, rules } = list;
  for (let index = 0; index < visits.length; index++) {
    context.rule = rules[index] as number;
    (visits[index] as Visit)(node, context);
  }
}

/** Visits a value and the values below. Reports a value that does not have the shape of its place. */
function enter(walk: Walk, value: unknown, place: GrammarPlace, parent: WalkNode | null, key: string | number): void {
  if (place.shape === 'object' && isObject(value)) {
    enterObject(walk, value, place, parent, key);
  } else if (!hasShape(value, place.shape)) {
    run(place.misshapen, { value, place, parent, key }, walk.context);
  } else {
    const node = { value, place, parent, key };
    run(place.visit, node, walk.context);
    if (place.element !== undefined) enterElements(walk, node, place.element);
  }
}

function enterObject(
  walk: Walk,
  given: JsonObject,
  place: GrammarPlace,
  parent: WalkNode | null,
  key: string | number,
): void {
  const value = viewOf(walk.context.own, given);
  if (place.recursive) {
    if (walk.seen.has(given)) return;
    walk.seen.add(given);
    walk.queue.push({ value, place, parent, key });
  } else {
    enterMembers(walk, look(walk, value, place, parent, key), value, place, parent, key);
  }
}

/** Calls the visitors of an object's place. Most places have no visitors; then no node is created. */
function look(
  walk: Walk,
  value: JsonObject,
  place: GrammarPlace,
  parent: WalkNode | null,
  key: string | number,
): WalkNode | undefined {
  if (place.visit.visits.length === 0) return undefined;
  const node = { value, place, parent, key };
  run(place.visit, node, walk.context);
  return node;
}

function findStep(grammar: Grammar, place: GrammarPlace, name: string): Step {
  const step = place.members.get(name);
  if (step !== undefined) return step;
  if (place.names === 'any') return place.others;
  if (isAtMember(name) || grammar.isExtensionMember(name)) return overlooked;
  if (place.names === 'fields' && isFieldName(name)) return place.others;
  return { role: 'undefined', place: place.others.place ?? place.element, leaf: undefined, meets: 0 };
}

/** Returns the step for a member. Remembers the members of the previous object by position. */
function stepAt(grammar: Grammar, place: GrammarPlace, name: string, position: number): Step {
  if (position >= REMEMBERED_POSITIONS) return findStep(grammar, place, name);
  if (place.lastNames[position] === name) return place.lastSteps[position] as Step;
  const step = findStep(grammar, place, name);
  if (name.length > REMEMBERED_LENGTH) return step;
  place.lastNames[position] = name;
  place.lastSteps[position] = step;
  return step;
}

/** Whether a value is certainly valid and contains nothing to check. */
function isGoodLeaf(value: unknown, shape: Shape): boolean {
  if (shape === 'value') return isJsonPrimitive(value);
  return typeof value === 'string' && (shape === 'string' || isKnownMemberName(value));
}

function enterMembers(
  walk: Walk,
  known: WalkNode | undefined,
  value: JsonObject,
  place: GrammarPlace,
  parent: WalkNode | null,
  key: string | number,
): void {
  let node = known;
  let met = 0;
  let position = 0;
  for (const name in value) {
    const step = stepAt(walk.grammar, place, name, position++);
    const member = value[name];
    if (member === undefined) continue;
    met |= step.meets;
    if (step.leaf !== undefined && isGoodLeaf(member, step.leaf)) continue;
    if (step.place === undefined && step.role !== 'undefined') continue;
    if (walk.context.full) return;
    node ??= { value, place, parent, key };
    if (step.role === 'undefined') {
      run(place.undefinedMember, { value: member, place, parent: node, key: name }, walk.context);
    }
    if (step.place !== undefined) enter(walk, member, step.place, node, name);
  }
  if (met !== place.needs) run(place.incomplete, node ?? { value, place, parent, key }, walk.context);
}

function enterElements(walk: Walk, node: WalkNode, place: GrammarPlace): void {
  const { value } = node;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && !walk.context.full; index++) {
      enter(walk, value[index], place, node, index);
    }
  } else if (typeof value === 'object' && value !== null) {
    // The one object has the parent and the key of the array that it replaces.
    enter(walk, value, place, node.parent, node.key);
  }
}

/**
 * Walks a document in order and calls the visitors of each node's place. Treats members with the value undefined as
 * absent and ignores at-members. Calls nest at most as deep as the grammar: objects that can occur below themselves
 * wait in a queue.
 */
export function walk(grammar: Grammar, value: unknown, context: WalkContext): void {
  const queue: WalkNode[] = [];
  const state: Walk = { grammar, context, queue, seen: new Set() };
  enter(state, value, grammar.root, null, '');
  for (let index = 0; index < queue.length && !context.full; index++) {
    const node = queue[index] as WalkNode;
    run(node.place.visit, node, context);
    enterMembers(state, node, node.value as JsonObject, node.place, node.parent, node.key);
  }
}
